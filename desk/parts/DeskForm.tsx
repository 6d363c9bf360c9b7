import type { ReactElement } from 'react'
import {
  FormGroupContextProvider,
  SaveButton,
  SimpleForm,
  type SimpleFormProps,
  Toolbar,
  useFormGroup,
  useRecordContext,
} from 'react-admin'
import { ConfirmButton } from './ConfirmButton.tsx'
import { EditedFields, useResetOptions } from './EditedFields.ts'
import { RefusalFocus } from './RefusalFocus.tsx'
import { useRemove } from './useRemove.ts'

type Props = SimpleFormProps & {
  /** The bar can delete the record. */
  mayRemove?: boolean
  /** Label of the button that saves, where there is a better word. */
  saveLabel?: string
  /** Shown in the bar behind the button that saves. */
  actions?: ReactElement
}
const FIELDS = 'fields'

/** Warns before unsaved changes are lost; the bar with its buttons stays visible. */
export const DeskForm = ({
  mayRemove = true,
  saveLabel,
  actions,
  children,
  ...props
}: Props): ReactElement => {
  const { resetOptions, isEdited } = useResetOptions()
  return (
    <SimpleForm
      className="desk-form"
      noValidate
      resetOptions={resetOptions}
      toolbar={
        <Toolbar>
          <SaveButton {...(saveLabel !== undefined && { label: saveLabel })} />
          {actions}
          {mayRemove && <RemoveButton />}
        </Toolbar>
      }
      warnWhenUnsavedChanges
      {...props}
    >
      <FormGroupContextProvider name={FIELDS}>{children}</FormGroupContextProvider>
      <RefusalFocus />
      <EditedFields isEdited={isEdited} />
    </SimpleForm>
  )
}

/** True if the surrounding form has unsaved changes. */
export const useIsChanged = (): boolean => useFormGroup(FIELDS).isDirty === true

export const RemoveButton = () => {
  const removing = useRemove(true)
  if (!useRecordContext()) return null
  return <ConfirmButton {...removing} />
}

import {
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  FormGroupContextProvider,
  SaveButton,
  SimpleForm,
  type SimpleFormProps,
  Toolbar,
  useFormGroup,
  useFormIsDirty,
  useRecordContext,
} from 'react-admin'
import { useFormState } from 'react-hook-form'
import { ConfirmButton } from './ActionButton.tsx'
import { useRemove } from './useRemove.ts'

/**
 * Decides how a form takes a newer record of the server. The form starts with the record that its list had, and gets
 * the newest one when that has arrived: edits made until then stay. After a save the form restarts with the record.
 * @returns the options for the form, and the ref for its `EditedFields`
 */
function useResetOptions() {
  const isEdited = useRef(false)
  const [resetOptions] = useState(() => ({
    get keepDirtyValues() {
      return isEdited.current
    },
  }))
  return { resetOptions, isEdited }
}

/** Writes into the ref whether the form has unsaved changes. Must be a child of the form. */
const EditedFields = ({ isEdited }: { isEdited: RefObject<boolean> }) => {
  const isDirty = useFormIsDirty()
  const { isSubmitting, isSubmitSuccessful } = useFormState()
  // The form resets itself in an effect of the same commit: layout effects are earlier.
  useLayoutEffect(() => {
    isEdited.current = isDirty && !isSubmitting && !isSubmitSuccessful
  })
  return null
}

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

export const useIsChanged = (): boolean => useFormGroup(FIELDS).isDirty === true

export const RemoveButton = () => {
  const removing = useRemove(true)
  // A new record may have values, such as its kind.
  if (useRecordContext()?.id === undefined) return null
  return <ConfirmButton {...removing} />
}

const TYPED_FIELDS = 'input, textarea, select'

/** Focuses the first field that the server has refused, as the browser does for fields that it validates itself. */
const RefusalFocus = () => {
  const mark = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const form = mark.current?.closest('form')
    if (!form) return undefined
    const observer = new MutationObserver(() => {
      if (document.activeElement?.matches(TYPED_FIELDS)) return
      form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    })
    observer.observe(form, { subtree: true, attributeFilter: ['aria-invalid'] })
    return () => observer.disconnect()
  }, [])
  return <span hidden ref={mark} />
}

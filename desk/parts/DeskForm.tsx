import type { ReactElement } from 'react'
import { SaveButton, SimpleForm, type SimpleFormProps, Toolbar } from 'react-admin'
import { RemoveButton } from './RemoveButton.tsx'

type Props = SimpleFormProps & { mayRemove?: boolean }

/** A form that does not let go of what was typed without a question. */
export const DeskForm = ({ mayRemove = true, ...props }: Props): ReactElement => (
  <SimpleForm
    noValidate
    toolbar={
      <Toolbar className="desk-toolbar">
        <SaveButton />
        {mayRemove && <RemoveButton />}
      </Toolbar>
    }
    warnWhenUnsavedChanges
    {...props}
  />
)

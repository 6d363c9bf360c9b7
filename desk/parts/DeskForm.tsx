import type { ReactElement } from 'react'
import { SaveButton, SimpleForm, type SimpleFormProps, Toolbar } from 'react-admin'
import { RefusalFocus } from './RefusalFocus.tsx'
import { RemoveButton } from './RemoveButton.tsx'

type Props = SimpleFormProps & { mayRemove?: boolean }

/** A form that does not let go of what was typed without a question; the bar with its buttons stays in sight. */
export const DeskForm = ({ mayRemove = true, children, ...props }: Props): ReactElement => (
  <SimpleForm
    className="desk-form"
    noValidate
    toolbar={
      <Toolbar className="desk-toolbar">
        <SaveButton />
        {mayRemove && <RemoveButton />}
      </Toolbar>
    }
    warnWhenUnsavedChanges
    {...props}
  >
    {children}
    <RefusalFocus />
  </SimpleForm>
)

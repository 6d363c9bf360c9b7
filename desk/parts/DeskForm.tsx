import { SimpleForm, type SimpleFormProps } from 'react-admin'

/** A form that does not let go of what was typed without a question. */
export const DeskForm = (props: SimpleFormProps) => (
  <SimpleForm noValidate warnWhenUnsavedChanges {...props} />
)

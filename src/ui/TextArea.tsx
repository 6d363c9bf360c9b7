import type { ComponentPropsWithRef } from 'react'
import { boxClasses, Field, type FieldText } from './Field.tsx'
import { joined } from './look.ts'
import { onText, splitField } from './splitField.ts'

type TextAreaProps = FieldText &
  Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    onChange?: (value: string) => void
  }

/** A field of several lines; it grows with its text where the browser can. */
export function TextArea({ onChange, ...props }: TextAreaProps) {
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={5}
          {...rest}
          {...control}
          onChange={onText(onChange)}
          className={joined(
            boxClasses,
            'block field-sizing-content max-h-96 min-h-32 resize-y leading-normal',
          )}
        />
      )}
    </Field>
  )
}

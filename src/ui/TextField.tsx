import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldText, inputClasses } from './Field.tsx'
import { onText, splitField } from './splitField.ts'

export type TextFieldProps = FieldText &
  Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    /** Omit it together with `value` for an uncontrolled field. */
    onChange?: (value: string) => void
  }

/** A one-line field; takes every attribute of an input. `className` is the frame's. */
export function TextField({ onChange, ...props }: TextFieldProps) {
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          onChange={onText(onChange)}
          className={inputClasses}
        />
      )}
    </Field>
  )
}

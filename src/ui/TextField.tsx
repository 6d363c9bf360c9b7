import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldText, inputClasses } from './Field.tsx'

export type TextFieldProps = FieldText &
  Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    /** Receives the new text. Leave it and `value` out for a field the browser keeps itself. */
    onChange?: (value: string) => void
  }

/**
 * A one-line field: `label`, `value`, `onChange`, `error`, `hint`, and every attribute of an input
 * (`type`, `name`, `required`, `maxLength`, `autoComplete`, `ref`, ...). `className` goes to the frame.
 */
export function TextField({
  label,
  hint,
  error,
  errorId,
  hideLabel,
  id,
  className,
  onChange,
  ...rest
}: TextFieldProps) {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      errorId={errorId}
      hideLabel={hideLabel}
      required={rest.required}
      className={className}
    >
      {(control) => (
        <input
          type="text"
          {...rest}
          {...control}
          onChange={onChange && ((event) => onChange(event.target.value))}
          className={inputClasses}
        />
      )}
    </Field>
  )
}

import type { ComponentPropsWithRef } from 'react'
import { boxClasses, Field, type FieldText } from './Field.tsx'
import { joined } from './look.ts'

export type TextAreaProps = FieldText &
  Omit<ComponentPropsWithRef<'textarea'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    onChange?: (value: string) => void
  }

/** A field of several lines; it grows with its text where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  onChange,
  ...rest
}: TextAreaProps) {
  return (
    <Field
      id={id}
      label={label}
      hint={hint}
      error={error}
      hideLabel={hideLabel}
      required={rest.required}
      className={className}
    >
      {(control) => (
        <textarea
          rows={5}
          {...rest}
          {...control}
          onChange={onChange && ((event) => onChange(event.target.value))}
          className={joined(
            boxClasses,
            'block field-sizing-content max-h-96 min-h-32 resize-y leading-normal',
          )}
        />
      )}
    </Field>
  )
}

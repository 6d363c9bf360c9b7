import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Field, type FieldText, inputClasses } from './Field.tsx'
import { joined } from './look.ts'
import { onText, splitField } from './splitField.ts'

export type TextFieldProps = FieldText &
  Omit<ComponentPropsWithRef<'input'>, 'onChange' | 'aria-describedby' | 'aria-invalid'> & {
    /** Omit it together with `value` for an uncontrolled field. */
    onChange?: (value: string) => void
    /** Positioned over the input, whose padding leaves room for it. */
    adornment?: ReactNode
    inputClassName?: string
  }

/** A one-line field; takes every attribute of an input. `className` is the frame's. */
export function TextField({ onChange, adornment, inputClassName, ...props }: TextFieldProps) {
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => {
        const input = (
          <input
            type="text"
            {...rest}
            {...control}
            onChange={onText(onChange)}
            className={joined(inputClasses, inputClassName)}
          />
        )
        if (!adornment) return input
        return (
          <span className="relative block">
            {input}
            {adornment}
          </span>
        )
      }}
    </Field>
  )
}

import type { ComponentPropsWithRef } from 'react'
import { Field, type FieldText, inputClasses } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import type { SelectOption } from './Select.tsx'

export type NativeSelectProps<Value extends string> = FieldText &
  Omit<
    ComponentPropsWithRef<'select'>,
    'onChange' | 'value' | 'children' | 'aria-describedby' | 'aria-invalid'
  > & {
    value: Value
    options: ReadonlyArray<SelectOption<Value>>
    onChange: (value: Value) => void
  }

/** The browser's own dropdown: for long lists such as countries, where typing finds the entry. */
export function NativeSelect<Value extends string>({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  options,
  onChange,
  ...rest
}: NativeSelectProps<Value>) {
  const handleChange = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen)
    if (option) onChange(option.value)
  }
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
        <span className="relative block">
          <select
            {...rest}
            {...control}
            onChange={(event) => handleChange(event.target.value)}
            className={joined(inputClasses, 'appearance-none truncate pe-10')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon
            name="selector"
            className="pointer-events-none absolute end-3 top-0 h-tap text-ink-soft"
          />
        </span>
      )}
    </Field>
  )
}

import { Field, inputClasses } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import type { TextFieldProps } from './TextField.tsx'

/** A searchbox with a magnifying glass; props as for TextField. */
export function SearchField({
  label,
  hint,
  error,
  hideLabel,
  id,
  className,
  onChange,
  ...rest
}: Omit<TextFieldProps, 'type'>) {
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
          <input
            autoComplete="off"
            {...rest}
            {...control}
            type="search"
            onChange={onChange && ((event) => onChange(event.target.value))}
            className={joined(inputClasses, 'ps-10 [&::-webkit-search-cancel-button]:hidden')}
          />
          <Icon
            name="search"
            className="pointer-events-none absolute start-3 top-0 h-tap text-ink-soft"
          />
        </span>
      )}
    </Field>
  )
}

import { Field, inputClasses } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { onText, splitField } from './splitField.ts'
import type { TextFieldProps } from './TextField.tsx'

/** A searchbox with a magnifying glass; props as for TextField. */
export function SearchField({ onChange, ...props }: Omit<TextFieldProps, 'type'>) {
  const [field, rest] = splitField(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <input
            autoComplete="off"
            {...rest}
            {...control}
            type="search"
            onChange={onText(onChange)}
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

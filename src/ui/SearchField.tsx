import { Icon } from './Icon.tsx'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A searchbox with a magnifying glass. */
export function SearchField(props: TextFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="search"
      inputClassName="ps-10 [&::-webkit-search-cancel-button]:hidden"
      adornment={
        <Icon
          name="search"
          className="pointer-events-none absolute start-3 top-0 h-tap text-ink-soft"
        />
      }
    />
  )
}

import { type ComponentProps, type ReactElement, useId } from 'react'

type Props<Value extends string> = Omit<ComponentProps<'select'>, 'value' | 'onChange'> & {
  label: string
  value: Value
  /** Values with their names. */
  choices: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}

export function DialogSelect<Value extends string>(props: Props<Value>): ReactElement {
  const { label, value, choices, onChange, ...field } = props
  const id = useId()
  const handleChange = (chosen: string) => {
    const found = choices.find(([known]) => known === chosen)
    if (found) onChange(found[0])
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        onChange={(event) => handleChange(event.target.value)}
        value={value}
        {...field}
      >
        {choices.map(([known, name]) => (
          <option key={known} value={known}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}

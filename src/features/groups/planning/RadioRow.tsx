import { type ReactNode, useId } from 'react'

type Choice<Value extends string> = { value: Value; label: string }
type Props<Value extends string> = {
  /** Name of the radio group, for screen readers. */
  legend: ReactNode
  choices: ReadonlyArray<Choice<Value>>
  value: Value | null
  onChange: (value: Value) => void
}

/** A few answers as the parts of a switch, one of which is chosen. */
export function RadioRow<Value extends string>({ legend, choices, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{legend}</legend>
      <div className="inline-flex flex-wrap overflow-hidden rounded border border-current/35">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="inline-flex min-h-tap cursor-pointer items-center gap-1.5 border-s border-current/35 px-3 leading-snug -ms-px has-checked:bg-gold/25 has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:-outline-offset-2"
          >
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="size-4 shrink-0 cursor-[inherit] accent-gold-deep"
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

import { useId } from 'react'
import { useInput, ValidationError } from 'react-admin'

type Props = {
  source: string
  label: string
  choices: readonly { id: number; name: string }[]
  /** The first choice, which means none. */
  empty?: string
  /** A field that belongs to the choice of before. */
  clears?: string
}

/** A record's id from a short list, in the browser's own list: it opens above a dialog, too. */
export const PlainSelect = ({ source, label, choices, empty, clears }: Props) => {
  const id = useId()
  const { field, fieldState } = useInput({ source })
  const { field: cleared } = useInput({ source: clears ?? source })
  const problem = fieldState.error?.message
  return (
    <div className="desk-select">
      <label htmlFor={id}>{label}</label>
      <select
        aria-describedby={`${id}-note`}
        aria-invalid={problem !== undefined}
        id={id}
        name={source}
        onBlur={field.onBlur}
        onChange={({ target }) => {
          field.onChange(target.value === '' ? null : Number(target.value))
          if (clears !== undefined) cleared.onChange(null)
        }}
        ref={field.ref}
        value={String(field.value ?? '')}
      >
        {empty !== undefined && <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      <p className="desk-problem" id={`${id}-note`}>
        {problem && <ValidationError error={problem} />}
      </p>
    </div>
  )
}

import { useId } from 'react'
import { useGetList, useInput, ValidationError } from 'react-admin'

type Props = {
  source: string
  reference: string
  filter?: Record<string, unknown>
  label: string
  /** The choice for null. */
  empty?: string
  /** A field that is set to null with every choice. */
  clears?: string
}

/** A select of the browser: one of MUI would open outside of the modal dialog, which blocks it. */
export const NativeReferenceSelect = (props: Props) => {
  const { source, reference, filter, label, empty, clears } = props
  const id = useId()
  const { data: choices = [] } = useGetList<{ id: number; name: string }>(reference, {
    filter,
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'position', order: 'ASC' },
  })
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

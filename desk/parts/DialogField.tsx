import { type ReactElement, useId } from 'react'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  note?: string
  type?: 'text' | 'email' | 'datetime-local'
  /** Lines of a longer text. */
  rows?: number
  maxLength?: number
  autoComplete?: 'off' | 'one-time-code'
}

export const DialogField = ({
  label,
  value,
  onChange,
  note,
  type = 'text',
  rows,
  maxLength,
  autoComplete = 'off',
}: Props): ReactElement => {
  const id = useId()
  const field = {
    'aria-describedby': note && `${id}-note`,
    'aria-required': true,
    autoComplete,
    id,
    maxLength,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    value,
  }
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...field} type={type} /> : <textarea {...field} rows={rows} />}
      {note && (
        <p className="desk-quiet" id={`${id}-note`}>
          {note}
        </p>
      )}
    </>
  )
}

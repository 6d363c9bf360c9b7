import type { ChangeEvent } from 'react'
import type { FieldText } from './Field.tsx'

type FieldFrame = FieldText & { id?: string; required?: boolean; className?: string }

/** Splits the props of a field into those of its `Field` and those of its control; `required` belongs to both. */
export function splitField<Props extends FieldFrame>({
  id,
  label,
  hint,
  error,
  errorId,
  className,
  ...control
}: Props) {
  const { required } = control
  return [{ id, label, hint, error, errorId, className, required }, control] as const
}

/** Hands the text of an input to a callback; undefined for a field that the browser keeps itself. */
export const onText = (onChange: ((value: string) => void) | undefined) =>
  onChange && ((event: ChangeEvent<{ value: string }>) => onChange(event.target.value))

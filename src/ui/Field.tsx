import { type ChangeEvent, type ReactElement, useId } from 'react'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

export type FieldText = {
  label: string
  /** A line below the field, part of its description. */
  hint?: string
  /** Advice below the field that is announced when it changes. Empty for none; undefined where there is never any. */
  note?: string
  /** The error below the field; it also marks the field as invalid. */
  error?: string
  /** Id of an error elsewhere, such as at the head of the form, that is about this field too. */
  errorId?: string
}

type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldFrame = FieldText & { required?: boolean; className?: string }
type FieldProps = FieldFrame & { children: (control: FieldControl) => ReactElement }

const labelClasses =
  'font-sans text-sm font-medium leading-snug text-current data-disabled:opacity-60'

/** The frame of every control with a value; display and height are the control's own. */
export const boxClasses =
  'w-full rounded border border-field bg-vellum px-3.5 py-2 font-sans text-ui text-ink transition-colors placeholder:text-ink-soft hover:border-ink-soft focus:border-gold-deep focus:outline-2 focus:-outline-offset-1 focus:outline-gold-deep aria-invalid:border-ember aria-invalid:outline-ember disabled:opacity-60'

/** The id of a control's label, for a control whose name has further parts. */
export const labelIdOf = (controlId: string): string => `${controlId}-label`

/** Label above, control, hint and error below, connected by ids. */
export function Field(props: FieldProps) {
  const { label, hint, note, error, errorId: otherErrorId, required = false, children } = props
  const controlId = useId()
  const hintId = `${controlId}-hint`
  const noteId = `${controlId}-note`
  const errorId = `${controlId}-error`
  const describedBy = joined(hint && hintId, note && noteId, error ? errorId : otherErrorId)
  return (
    <div className={joined('flex flex-col gap-1.5', props.className)}>
      <label
        id={labelIdOf(controlId)}
        htmlFor={controlId}
        className={joined(labelClasses, required && 'required-mark')}
      >
        {label}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error || otherErrorId ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className="font-sans text-sm leading-snug text-current/80">
          {hint}
        </p>
      )}
      {note !== undefined && (
        // Rendered before its text, because only changes are announced.
        <p
          id={noteId}
          role="status"
          className={note ? 'font-sans text-sm leading-snug text-current/80' : 'sr-only'}
        >
          {note}
        </p>
      )}
      {error && (
        <p
          id={errorId}
          role="alert"
          className="flex items-start gap-1.5 font-sans text-sm leading-snug text-ember"
        >
          <Icon name="alert" className="mt-[0.05em]" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

/** Splits the props of a field into those of its `Field` and those of its control; `required` belongs to both. */
export function splitField<Props extends FieldFrame>(props: Props) {
  const { label, hint, note, error, errorId, className, ...control } = props
  const { required } = control
  return [{ label, hint, note, error, errorId, className, required }, control] as const
}

/** Hands the text of an input to a callback; undefined for a field that the browser keeps itself. */
export const onText = (onChange: ((value: string) => void) | undefined) =>
  onChange && ((event: ChangeEvent<{ value: string }>) => onChange(event.target.value))

/** An error of a whole form; renders nothing without a message. */
export function FormError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <div
      id={id}
      role="alert"
      className="flex items-start gap-2 rounded border border-ember/40 bg-ember/8 px-3.5 py-2.5 font-sans text-ui leading-snug text-ember"
    >
      <Icon name="alert" className="mt-px" />
      <span>{message}</span>
    </div>
  )
}

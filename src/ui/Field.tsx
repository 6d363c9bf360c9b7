import { type ReactNode, useId } from 'react'
import { FieldError } from './FieldError.tsx'
import { joined } from './look.ts'

export type FieldText = {
  /** The visible label and the accessible name. */
  label: string
  /** A line below the field, part of its description. */
  hint?: string
  /** The error below the field; it also marks the field as invalid. */
  error?: string
  /** Keeps the label for assistive technology only. */
  hideLabel?: boolean
}

/** What the control inside a Field must carry. */
export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export type FieldProps = FieldText & {
  id?: string
  required?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

export const labelClasses =
  'font-sans text-[0.9375rem] font-medium leading-snug text-current data-disabled:opacity-60'

export const inputClasses =
  'block min-h-11 w-full rounded-[6px] border border-ink/45 bg-vellum px-3.5 py-2 font-sans text-base text-ink transition-colors duration-150 placeholder:text-ink/60 hover:border-ink/70 focus:border-gold-deep focus:outline-2 focus:-outline-offset-1 focus:outline-gold-deep aria-invalid:border-ember aria-invalid:outline-ember disabled:opacity-60'

/** Label above, control, hint and error below, held together by ids. */
export function Field({
  id,
  label,
  hint,
  error,
  hideLabel = false,
  required = false,
  className,
  children,
}: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const describedBy = joined(hint && hintId, error && errorId)
  return (
    <div className={joined('flex flex-col gap-1.5', className)}>
      <label htmlFor={controlId} className={hideLabel ? 'sr-only' : labelClasses}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children({
        id: controlId,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p id={hintId} className="font-sans text-[0.9375rem] leading-snug text-current/75">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

export function RequiredMark() {
  return (
    <span aria-hidden="true" className="text-ember">
      {' '}
      *
    </span>
  )
}

import { type ComponentPropsWithRef, useId } from 'react'
import { FieldError } from './FieldError.tsx'

export type CheckboxProps = Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'onChange' | 'aria-describedby' | 'aria-invalid'
> & { label: string; onChange?: (isChecked: boolean) => void; error?: string }

/** A checkbox with its label beside it; the whole line is clickable. */
export function Checkbox({ label, onChange, error, id, className, ...rest }: CheckboxProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const errorId = `${controlId}-error`
  return (
    <div className={className}>
      <label
        htmlFor={controlId}
        className="inline-flex min-h-tap cursor-pointer items-center gap-2.5 font-sans text-ui leading-snug has-disabled:cursor-not-allowed has-disabled:opacity-60"
      >
        <input
          {...rest}
          id={controlId}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={onChange && ((event) => onChange(event.target.checked))}
          className="size-5 shrink-0 cursor-[inherit] accent-gold-deep"
        />
        {label}
      </label>
      <FieldError id={errorId} message={error} />
    </div>
  )
}

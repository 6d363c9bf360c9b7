import { useId } from 'react'

type CheckboxProps = {
  label: string
  /** A line below, part of its description. */
  hint?: string
  name?: string
  /** A longer name, which begins with the label, where several are about different things. */
  'aria-label'?: string
  checked: boolean
  onChange: (isChecked: boolean) => void
}

/** A checkbox with its label beside it; the whole line is clickable. */
export function Checkbox({ label, hint, onChange, ...rest }: CheckboxProps) {
  const hintId = useId()
  return (
    <div>
      <label className="inline-flex min-h-tap cursor-pointer items-center gap-2.5 font-sans text-ui leading-snug">
        <input
          {...rest}
          type="checkbox"
          aria-describedby={hint && hintId}
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 cursor-[inherit] accent-gold-deep"
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="mt-1 font-sans text-sm leading-snug text-current/80">
          {hint}
        </p>
      )}
    </div>
  )
}

type CheckboxProps = {
  label: string
  name?: string
  checked: boolean
  onChange: (isChecked: boolean) => void
}

/** A checkbox with its label beside it; the whole line is clickable. */
export function Checkbox({ label, onChange, ...rest }: CheckboxProps) {
  return (
    <div>
      <label className="inline-flex min-h-tap cursor-pointer items-center gap-2.5 font-sans text-ui leading-snug">
        <input
          {...rest}
          type="checkbox"
          onChange={(event) => onChange(event.target.checked)}
          className="size-5 shrink-0 cursor-[inherit] accent-gold-deep"
        />
        {label}
      </label>
    </div>
  )
}

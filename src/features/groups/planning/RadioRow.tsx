import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { joined } from '#src/ui/look.ts'
import { Select } from '#src/ui/Select.tsx'

type Choice<Value extends string> = { value: Value; label: string }
type Props<Value extends string> = {
  /** Name of the radio group, for screen readers unless it is shown. */
  legend: ReactNode
  isLegendShown?: boolean
  choices: ReadonlyArray<Choice<Value>>
  value: Value | null
  onChange: (value: Value) => void
  /** Parts below each other instead of side by side. */
  isStacked?: boolean | undefined
  /** Has the first focus of a dialog. */
  isFirst?: boolean
}

/** A few answers as the parts of a switch, one of which is chosen. */
export function RadioRow<Value extends string>(props: Props<Value>) {
  const { legend, isLegendShown = false, choices, value, onChange, isStacked = false } = props
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendShown ? 'mb-1 font-sans text-ui font-medium' : 'sr-only'}>
        {legend}
      </legend>
      <div
        className={joined(
          'overflow-hidden rounded border border-current/35 font-sans text-ui',
          isStacked ? 'flex flex-col' : 'inline-flex flex-wrap',
        )}
      >
        {choices.map((choice, index) => (
          <label
            key={choice.value}
            className={joined(
              'relative inline-flex min-h-tap cursor-pointer items-center gap-1.5 border-current/35 px-3 leading-snug has-checked:bg-gold/25 has-focus-visible:outline-3 has-focus-visible:-outline-offset-3 has-focus-visible:outline-gold-deep',
              isStacked ? index > 0 && 'border-t' : 'border-s -ms-px',
            )}
          >
            <input
              type="radio"
              name={name}
              data-autofocus={(props.isFirst && choice.value === value) || undefined}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              aria-hidden="true"
              className="size-4 shrink-0 rounded-full border border-current/60 peer-checked:border-[5px] peer-checked:border-gold-deep forced-colors:peer-checked:border-[Highlight]"
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type LengthSelectProps = { hours: number; onChange: (hours: number) => void }

export function LengthSelect({ hours, onChange }: LengthSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('planning.length')}
      value={hours}
      options={lengthsWith(hours).map((count) => ({
        value: count,
        label: t('planning.hours', { count }),
      }))}
      onChange={onChange}
    />
  )
}

type FactProps = { children: string; className?: string }

/** A further fact of a line, if there is one; the dot before it never begins a line. */
export function Fact({ children, className }: FactProps) {
  if (children === '') return null
  return (
    <>
      <span>{'\u00a0· '}</span>
      <span className={className}>{children}</span>
    </>
  )
}

/** Hours of a session that can be chosen. */
const LENGTHS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 24, 48] as const

/** Lengths to choose from, including the present one, which can be any. */
const lengthsWith = (hours: number): number[] =>
  [...new Set([...LENGTHS, hours])].toSorted((a, b) => a - b)

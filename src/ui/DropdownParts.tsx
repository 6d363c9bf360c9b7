import { boxClasses } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

export const dropdownClasses = joined(
  boxClasses,
  'flex min-h-tap items-center justify-between gap-2 text-start',
)

/** `data-focus` marks the option that the keyboard is at. */
export const optionClasses =
  'flex min-h-tap w-full cursor-pointer items-center gap-2 rounded-sm px-3 py-2 text-start leading-snug outline-none select-none data-focus:bg-gold/20 aria-selected:font-medium forced-colors:data-focus:forced-color-adjust-none forced-colors:data-focus:bg-[Highlight] forced-colors:data-focus:text-[HighlightText]'

type ChosenOptionProps = { controlId: string; label?: string; placeholder?: string }

export function ChosenOption({ controlId, label, placeholder }: ChosenOptionProps) {
  return (
    <>
      <span
        id={`${controlId}-value`}
        className={joined('truncate', label === undefined && 'text-ink-soft')}
      >
        {label ?? placeholder}
      </span>
      <Icon name="selector" className="text-ink-soft" />
    </>
  )
}

export function OptionLabel({ label, isChosen }: { label: string; isChosen: boolean }) {
  return (
    <>
      <span className="min-w-0 flex-1 wrap-anywhere">{label}</span>
      {isChosen && <Icon name="check" className="text-gold-deep" />}
    </>
  )
}

export const namedOptions = <Id extends number>(rows: ReadonlyArray<{ id: Id; name: string }>) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

import { useTranslation } from 'react-i18next'
import type { DateOption, Suggestions } from '#contract/datePolls.ts'
import { OPTIONS_MAX } from '#contract/planFields.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { hoursBetween, localValue, periodFrom } from './LocalTimes.tsx'

/** A start of a date; its key stays the same while others are removed. */
export type Start = {
  readonly key: number
  /** Value of `<input type="datetime-local">`. */
  readonly value: string
  /** The date of the poll that it is or was. */
  readonly option?: DateOption
}

/** Length of a new date. */
export const HOURS = 4
const HOUR_MS = 3_600_000
const DAYS_MAX = 5
/** A poll that has less time needs no closing date. */
const HOURS_MIN = 3

export const EMPTY_STARTS: readonly Start[] = [
  { key: 0, value: '' },
  { key: 1, value: '' },
]

export const startsOf = (options: readonly DateOption[]): Start[] =>
  options.map((option, key) => ({ key, value: localValue(option.starts_at), option }))

export const added = (starts: readonly Start[], value = ''): Start[] => [
  ...starts,
  { key: Math.max(-1, ...starts.map(({ key }) => key)) + 1, value },
]

/** Dates fill the empty fields first, then further ones, as far as there is room. */
export function withSuggested(
  starts: readonly Start[],
  { dates }: Suggestions,
): { readonly starts: readonly Start[]; readonly count: number } {
  let filled = starts.filter(({ value }) => value !== '')
  const before = filled.length
  for (const { starts_at } of dates) {
    const value = localValue(starts_at)
    const isKnown = filled.some((start) => start.value === value)
    if (!isKnown && filled.length < OPTIONS_MAX) filled = added(filled, value)
  }
  return filled.length === before
    ? { starts, count: 0 }
    : { starts: filled, count: filled.length - before }
}

/** The dates of a new poll, of one length. */
export const periodsIn = (starts: readonly Start[], hours: number) =>
  starts.flatMap(({ value }) => periodFrom(value, hours) ?? [])

/**
 * The dates of a poll after a change. The input has no seconds, and an hour that the clocks repeat is ambiguous: an
 * untouched date is sent unchanged. A moved one keeps its length, and a new one has that of the first; so is one that
 * the poll no longer has.
 */
export function changedOptions(starts: readonly Start[], before: readonly DateOption[]) {
  return starts.flatMap(({ value, option }) => {
    const known = before.some(({ id }) => id === option?.id) && option && { id: option.id }
    if (option && value === localValue(option.starts_at)) {
      const { starts_at, ends_at } = option
      return { ...known, starts_at, ends_at }
    }
    const period = periodFrom(value, hoursOf(option ?? before[0]))
    return period === null ? [] : { ...known, ...period }
  })
}

/** Servers may leave out the end. */
export const hoursOf = (option: DateOption | undefined): number =>
  (option && hoursBetween(option.starts_at, option.ends_at)) || HOURS

/**
 * Half-way to the first date, five days at most, on the hour: a closing date that the form offers.
 * @param now epoch milliseconds
 * @returns value of the input; empty if there is too little time
 */
export function offeredClosing(starts: readonly Start[], now: number): string {
  const times = periodsIn(starts, 1).map(({ starts_at }) => Date.parse(starts_at))
  if (times.length === 0) return ''
  const half = (Math.min(...times) - now) / 2
  if (half < HOURS_MIN * HOUR_MS) return ''
  const at = now + Math.min(half, DAYS_MAX * 24 * HOUR_MS)
  return localValue(new Date(Math.floor(at / HOUR_MS) * HOUR_MS).toISOString())
}

/** @param value value of the input @returns ISO 8601; null without a closing date */
export const closingIn = (value: string): string | null => periodFrom(value, 1)?.starts_at ?? null

export const startProblems = (starts: readonly Start[]) =>
  periodsIn(starts, 1).length > 0 ? {} : ({ starts: 'planning.start_missing' } as const)

type Props = {
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  errorId: string | undefined
}

/** The time until which a poll takes answers. */
export function ClosingField(props: Props) {
  const { t } = useTranslation()
  return (
    <TextField
      {...props}
      type="datetime-local"
      label={t('planning.closes_optional')}
      hint={t('planning.closes_hint')}
    />
  )
}

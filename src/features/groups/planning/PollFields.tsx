import { useTranslation } from 'react-i18next'
import type { DateOption } from '#contract/datePolls.ts'
import { TextField } from '#src/ui/TextField.tsx'
import { localValue, periodFrom } from './LocalTimes.tsx'

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

/** The dates of a new poll, of one length. */
export const periodsIn = (starts: readonly Start[], hours: number) =>
  starts.flatMap(({ value }) => periodFrom(value, hours) ?? [])

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

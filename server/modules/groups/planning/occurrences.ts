import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { Repeats } from '#contract/schemas/planning.ts'

type Repeated = {
  readonly starts_at: number
  /** IANA name. */
  readonly time_zone: string
  readonly rule: string | null
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
/** A fifth weekday is not in every month. */
const WEEKS_OF_ALL_MONTHS = 4

export const zoned = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/** RRULE of RFC 5545: on the weekday of the start; by month, on the same one of its weekdays, or the last. */
export function ruleOf(
  { starts_at, time_zone }: Omit<Repeated, 'rule'>,
  { unit, every, count }: Repeats,
): string {
  const { dayOfWeek, day } = zoned(starts_at, time_zone)
  const weekday = WEEKDAYS[dayOfWeek - 1] ?? 'MO'
  if (unit === 'week') return `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${weekday};COUNT=${count}`
  const week = Math.ceil(day / 7)
  const nth = week > WEEKS_OF_ALL_MONTHS ? -1 : week
  return `FREQ=MONTHLY;INTERVAL=${every};BYDAY=${nth}${weekday};COUNT=${count}`
}

/**
 * The starts of all dates of a session, at the same time of day in its zone: the number of hours between two of them
 * differs when daylight saving time begins or ends. Epoch milliseconds.
 */
export function occurrencesOf({ rule, starts_at, time_zone }: Repeated): number[] {
  if (rule === null) return [starts_at]
  const dtstart = zoned(starts_at, time_zone)
  const { timeZoneId } = dtstart
  const local = dtstart.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  const all = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timeZoneId}:${local}\nRRULE:${rule}`,
  }).all()
  return all.map(({ epochMilliseconds }) => epochMilliseconds)
}

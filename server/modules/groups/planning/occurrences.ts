import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import type { Repeats } from '#contract/planFields.ts'
import { REPEATS_MAX, WEEKDAYS, WEEKS_OF_MONTH } from '#contract/planFields.ts'
import type { RepeatUnit } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import { ENDLESS_DAYS } from './limits.ts'

type Repeated = {
  readonly starts_at: number
  /** IANA name. */
  readonly time_zone: string
  readonly rule: string | null
}
type Start = Omit<Repeated, 'rule'>

/** A fifth weekday is not in every month. */
const WEEKS_OF_ALL_MONTHS = 4
const UNITS: Readonly<Record<RepeatUnit, string>> = { week: 'WEEKLY', month: 'MONTHLY' }

export const zoned = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/** RRULE of RFC 5545; without further days on the weekday of the start, by month on the same one of its weekdays, or the last. */
export function ruleOf(start: Start, { unit, every, count, until, ...on }: Repeats): string {
  const { dayOfWeek, day } = zoned(start.starts_at, start.time_zone)
  const own = WEEKDAYS[dayOfWeek - 1] ?? 'MO'
  const days = WEEKDAYS.filter((one) => (on.weekdays ?? [own]).includes(one))
  const week = Math.ceil(day / 7)
  const weeks = WEEKS_OF_MONTH.filter((one) =>
    (on.weeks ?? [week > WEEKS_OF_ALL_MONTHS ? -1 : week]).includes(one),
  )
  const by = unit === 'week' ? days : weeks.flatMap((nth) => days.map((one) => `${nth}${one}`))
  const rule = `FREQ=${UNITS[unit]};INTERVAL=${every};BYDAY=${by.join()}`
  if (count !== undefined) return `${rule};COUNT=${count}`
  return until === undefined ? rule : endedAt(rule, Date.parse(until))
}

/** The rule, with no start later than a time. */
export const endedAt = (rule: string, until: number): string =>
  `${withoutEnd(rule)};UNTIL=${Temporal.Instant.fromEpochMilliseconds(until)
    .toString({ smallestUnit: 'second' })
    .replace(/[-:]/g, '')}`

const withoutEnd = (rule: string): string => rule.replace(/;(COUNT|UNTIL)=[^;]*/, '')

export const isEndless = (rule: string | null): boolean =>
  rule !== null && withoutEnd(rule) === rule

/** A rule as the site shows it, and sends it back. */
export function rhythmOf(rule: string): Repeats {
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1]
  const by = part('BYDAY')?.split(',') ?? []
  const weekdays = WEEKDAYS.filter((one) => by.some((entry) => entry.endsWith(one)))
  const weeks = WEEKS_OF_MONTH.filter((nth) =>
    by.some((entry) => Number(entry.slice(0, -2)) === nth),
  )
  const [count, until] = [part('COUNT'), part('UNTIL')]
  return {
    unit: part('FREQ') === UNITS.month ? 'month' : 'week',
    every: Number(part('INTERVAL') ?? 1),
    ...(weekdays.length > 0 && { weekdays }),
    ...(weeks.length > 0 && { weeks }),
    ...(count !== undefined && { count: Number(count) }),
    ...(until !== undefined && { until: Temporal.Instant.from(until).toString() }),
  }
}

/** Whether the day of the start is one that the rule has: programs disagree about any other first date. */
export function isStartOf(rule: string, { starts_at, time_zone }: Start): boolean {
  const { unit, weekdays, weeks } = rhythmOf(rule)
  const { dayOfWeek, day, daysInMonth } = zoned(starts_at, time_zone)
  const own = WEEKDAYS[dayOfWeek - 1] ?? 'MO'
  if (weekdays?.includes(own) === false) return false
  if (unit === 'week' || weeks === undefined) return true
  return weeks.some((nth) => (nth === -1 ? day + 7 > daysInMonth : Math.ceil(day / 7) === nth))
}

/**
 * The starts of the dates of a session, at the same time of day in its zone: the number of hours between two of them
 * differs when daylight saving time begins or ends. A time that the clocks skip is later by what they skip, as RFC 5545
 * says (3.3.5). Epoch milliseconds.
 * @param now of a series without an end, the dates of a year from then on are meant
 * @returns one more than `REPEATS_MAX` at most; of a series without an end, `REPEATS_MAX` at most
 */
export function occurrencesOf(session: Repeated, now: number): number[] {
  const { rule, starts_at } = session
  if (rule === null) return [starts_at]
  if (isEndless(rule)) return occurrencesAfter(session, starts_at - 1, now).slice(0, REPEATS_MAX)
  const { until } = rhythmOf(rule)
  const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  const { dates, instantOf } = seriesOf(until === undefined ? rule : withoutEnd(rule), session)
  return dates
    .all((date, n) => n <= REPEATS_MAX && instantOf(date) <= last)
    .map(instantOf)
    .filter((start) => start <= last)
}

/** The starts of a series after one of them, as far as they are stored now, the first one excepted. */
export function occurrencesAfter(session: Repeated, after: number, now: number): number[] {
  const { rule, starts_at } = session
  const until = Math.max(now, starts_at) + ENDLESS_DAYS * DAY_MS
  const { dates, instantOf } = seriesOf(rule ?? '', session)
  return dates
    .between(new Date(after - DAY_MS), new Date(until + DAY_MS), true)
    .map(instantOf)
    .filter((start) => start > after && start <= until)
}

/** A series on the clock of its zone, written as UTC: the library drops dates that the clocks skip. */
function seriesOf(rule: string, { starts_at, time_zone }: Start) {
  const local = zoned(starts_at, time_zone).toPlainDateTime().toString({ smallestUnit: 'second' })
  const dtstart = `DTSTART;TZID=UTC:${local.replace(/[-:]/g, '')}`
  return {
    dates: new RRuleTemporal({ rruleString: `${dtstart}\nRRULE:${rule}` }),
    /** The first date is at its very start, of the two that one time can be in the night in which summer time ends. */
    instantOf(date: Temporal.ZonedDateTime): number {
      const clock = date.toPlainDateTime()
      const isFirst = clock.toString({ smallestUnit: 'second' }) === local
      return isFirst ? starts_at : clock.toZonedDateTime(time_zone).epochMilliseconds
    },
  }
}

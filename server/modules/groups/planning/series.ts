import { randomUUID } from 'node:crypto'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { REPEATS_MAX, type Repeats, WEEKDAYS, WEEKS_OF_MONTH } from '#contract/planFields.ts'
import type { DateScope, RepeatUnit } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import { refusal } from '../../../http/errors.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { ENDLESS_DAYS, EXTENSION_DAYS } from '../limits.ts'
import { assertRepeats, assertRhythm, assertSize } from './policy.ts'
import type { DateRow, SessionRow, SessionTexts } from './sessionRepository.ts'

type First = Pick<DateRow, 'starts_at' | 'ends_at'> & Pick<SessionRow, 'time_zone'>

export const REMINDER_MS = DAY_MS

/** Dates within the next day need no reminder: the mail about the date itself is one. */
export const remindedAt = (startsAt: number, now: number) =>
  startsAt - now < REMINDER_MS ? now : null

export const newUid = () => `${randomUUID()}@discordia`

export const extensionAfter = (now: number) => now + EXTENSION_DAYS * DAY_MS

/** The dates of a new session, and the columns that tell their rule. */
export function seriesFrom(
  { starts_at, ends_at, time_zone }: First,
  repeats: Repeats | null,
  now: number,
) {
  if (repeats !== null) assertRhythm(repeats)
  const rule = repeats && ruleOf({ starts_at, time_zone }, repeats)
  if (rule !== null && !isStartOf(rule, { starts_at, time_zone }))
    throw refusal(400, 'start_not_in_rule', { attr: 'starts_at' })
  const starts = occurrencesOf({ starts_at, time_zone, rule }, now)
  const length = ends_at - starts_at
  const isWithoutEnd = isEndless(rule)
  if (rule !== null && !isWithoutEnd) assertSize(starts)
  assertRepeats(starts, length)
  return {
    rule,
    extend_at: isWithoutEnd ? extensionAfter(now) : null,
    date_length: isWithoutEnd ? length : null,
    starts: starts.map((start) => datesAt(start, length, now)),
  }
}

export const datesAt = (starts_at: number, length: number, now: number) => ({
  starts_at,
  ends_at: starts_at + length,
  reminded_at: remindedAt(starts_at, now),
})

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

type Period = Pick<DateRow, 'starts_at' | 'ends_at'>

export const isAhead = ({ ends_at, cancelled_at }: DateRow, now: number): boolean =>
  cancelled_at === null && ends_at > now

/** A session with its dates, of which a caller changes one. */
export type Series = {
  readonly session: SessionRow
  readonly dates: readonly DateRow[]
  readonly date: DateRow
}

/** @returns the dates of the scope that are not over */
export const datesIn = (
  scope: DateScope,
  { dates, date }: Pick<Series, 'dates' | 'date'>,
  now: number,
): DateRow[] =>
  dates.filter(
    (one) =>
      one.id === date.id ||
      (isAhead(one, now) &&
        (scope === 'all' || (scope === 'later' && one.starts_at > date.starts_at))),
  )

/** The texts that differ from those of the date. */
export const changedTexts = (date: DateRow, sent: SessionTexts): Partial<SessionTexts> =>
  Object.fromEntries(
    Object.entries(sent).filter(([name, text]) => text !== date[name as keyof SessionTexts]),
  )

/**
 * New times of dates, if one of them gets a new period: they move by as much on the clock of their zone, and have its
 * new length.
 * @param first planned start of their series
 */
export function movesOf(
  dates: readonly DateRow[],
  { date, period }: { readonly date: DateRow; readonly period: Period },
  { timeZone, first }: { readonly timeZone: string; readonly first: number },
): (Period & Pick<DateRow, 'id'> & { readonly isMoved: boolean })[] {
  const isMoved = period.starts_at !== date.starts_at
  const length = period.ends_at - period.starts_at
  const isLengthChanged = length !== date.ends_at - date.starts_at
  if (!isMoved && !isLengthChanged) return []
  const { skippedBefore } = zoneClock(
    timeZone,
    first,
    Math.max(...dates.map((one) => one.starts_at)),
  )
  const clock = (at: number) => zoned(at, timeZone).toPlainDateTime()
  const clockOf = ({ planned_at, starts_at }: DateRow) =>
    clock(starts_at).subtract({
      milliseconds: planned_at === starts_at ? skippedBefore(planned_at, first) : 0,
    })
  const shift = clockOf(date).until(clock(period.starts_at))
  const startOf = (one: DateRow) =>
    Temporal.PlainDateTime.from(clockOf(one).add(shift)).toZonedDateTime(timeZone).epochMilliseconds
  return dates.map((one) => {
    const isNamed = one.id === date.id
    const starts_at = isNamed ? period.starts_at : isMoved ? startOf(one) : one.starts_at
    const ends_at = starts_at + (isLengthChanged ? length : one.ends_at - one.starts_at)
    return { id: one.id, starts_at, ends_at, isMoved }
  })
}

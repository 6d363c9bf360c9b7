import { randomUUID } from 'node:crypto'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { REPEATS_MAX, type Repeats, WEEKDAYS, WEEKS_OF_MONTH } from '#contract/planFields.ts'
import type { RepeatUnit } from '#contract/sets.ts'
import { rhythmWords } from '#shared/rhythm.ts'
import { DAY_MS } from '../config/time.ts'
import type { Read } from '../db/rows.ts'
import { errors, refusal } from '../http/errors.ts'
import { fillIn, type Kit } from '../text/kit.ts'
import { iso } from '../text/time.ts'
import { zoneClock } from '../text/zoneClock.ts'

/* Rhythms of sessions and of public events: their rules, and the dates that these have. */

/** The part of a work that rules about times read. */
type Now = Pick<Read, 'now'>

/** Days from the first date of a series with an end to its last one. */
export const REPEAT_DAYS_MAX = 731

/** A series without an end has its dates stored for so many days from now. */
const ENDLESS_DAYS = 366
/** Days after which its next dates are added. */
const EXTENSION_DAYS = 7

type Period = { readonly starts_at: number; readonly ends_at: number }
type Planned = Period & { readonly planned_at: number }
type First = Period & { readonly time_zone: string }

export const newUid = () => `${randomUUID()}@discordia`

export const extensionAfter = ({ now }: Now) => now + EXTENSION_DAYS * DAY_MS

/** The dates of a new session, and the columns that tell their rule. */
export function seriesFrom(
  w: Now,
  { starts_at, ends_at, time_zone }: First,
  repeats: Repeats | null,
) {
  const rule = repeats && ruleFrom({ starts_at, time_zone }, repeats)
  const starts = occurrencesOf(w, { starts_at, time_zone, rule })
  const length = ends_at - starts_at
  const isWithoutEnd = isEndless(rule)
  if (rule !== null && !isWithoutEnd) assertSize(starts)
  assertRepeats(starts, length)
  return {
    rule,
    extend_at: isWithoutEnd ? extensionAfter(w) : null,
    date_length: isWithoutEnd ? length : null,
    starts,
  }
}

/** The rule of a rhythm that begins on one of its days. @throws Refusal */
export function ruleFrom(start: Start, repeats: Repeats): string {
  assertRhythm(repeats)
  const rule = ruleOf(start, repeats)
  if (!isStartOf(rule, start)) throw refusal(400, 'start_not_in_rule', { attr: 'starts_at' })
  return rule
}

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

/** "Every Thursday, until Thu 28 Jan" @param last start of its last date */
export function rhythmIn(
  { language, texts }: Kit,
  rule: string,
  { last, zone }: { readonly last?: number; readonly zone: string },
): string {
  const words: Readonly<Record<string, string>> = texts.translation.planning
  const { count, ...rhythm } = rhythmOf(rule)
  const ends = count !== undefined && { count, ...(last !== undefined && { until: iso(last) }) }
  const textOf: Parameters<typeof rhythmWords>[1] = (key, values = {}) => {
    const form = new Intl.PluralRules(language).select(Number(values['count'] ?? 0))
    return fillIn(words[key] ?? words[`${key}_${form}`] ?? words[`${key}_other`] ?? '', values)
  }
  return rhythmWords({ ...rhythm, ...ends }, textOf, { language, timeZone: zone })
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

/** The rhythm of a series that moves: one that is on a single day follows the new start. @throws Refusal */
export function rhythmAt(
  { rule, time_zone }: { readonly rule: string; readonly time_zone: string },
  starts_at: number,
): Repeats {
  const { weekdays, weeks, ...rhythm } = rhythmOf(rule)
  if (isStartOf(rule, { starts_at, time_zone }))
    return { ...rhythm, ...(weekdays && { weekdays }), ...(weeks && { weeks }) }
  if ((weekdays?.length ?? 1) > 1 || (weeks?.length ?? 1) > 1)
    throw refusal(400, 'start_not_in_rule', { attr: 'starts_at' })
  return rhythm
}

/** A time as long after another start as it was after the first one, on the clock of a zone. Epoch milliseconds. */
export function shiftedTo(at: number, by: { from: number; to: number; zone: string }): number {
  const clock = (time: number) => zoned(time, by.zone).toPlainDateTime()
  const shift = clock(by.from).until(clock(at))
  return clock(by.to).add(shift).toZonedDateTime(by.zone).epochMilliseconds
}

/**
 * The starts of the dates of a session, at the same time of day in its zone: the number of hours between two of them
 * differs when daylight saving time begins or ends. A time that the clocks skip is later by what they skip, as RFC 5545
 * says (3.3.5). Epoch milliseconds.
 * A series without an end has the dates of a year from now on.
 * @returns one more than `REPEATS_MAX` at most; of a series without an end, `REPEATS_MAX` at most
 */
export function occurrencesOf(w: Now, session: Repeated): number[] {
  const { rule, starts_at } = session
  if (rule === null) return [starts_at]
  if (isEndless(rule)) return occurrencesAfter(w, session, starts_at - 1).slice(0, REPEATS_MAX)
  const { until } = rhythmOf(rule)
  const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until)
  const { dates, instantOf } = seriesOf(until === undefined ? rule : withoutEnd(rule), session)
  return dates
    .all((date, n) => n <= REPEATS_MAX && instantOf(date) <= last)
    .map(instantOf)
    .filter((start) => start <= last)
}

/** The starts of a series after one of them, as far as they are stored now, the first one excepted. */
export function occurrencesAfter(w: Now, session: Repeated, after: number): number[] {
  const { rule, starts_at } = session
  const until = Math.max(w.now, starts_at) + ENDLESS_DAYS * DAY_MS
  const { dates, instantOf } = seriesOf(rule ?? '', session)
  return dates
    .between(new Date(after - DAY_MS), new Date(until + DAY_MS), true)
    .map(instantOf)
    .filter((start) => start > after && start <= until)
}

/** The starts of a series from the first one on; of one without an end, those up to a year from now. */
export const occurrencesUntil = (w: Now, session: Repeated, last = Infinity): number[] =>
  (isEndless(session.rule)
    ? [session.starts_at, ...occurrencesAfter(w, session, session.starts_at)]
    : occurrencesOf(w, session)
  ).filter((start) => start <= last)

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

/**
 * New times of dates, if one of them gets a new period: they move by as much on the clock of their zone, and have its
 * new length.
 * @param first planned start of their series
 */
export function movesOf<Date extends Planned & { readonly id: number }>(
  dates: readonly Date[],
  { date, period }: { readonly date: Date; readonly period: Period },
  { timeZone, first }: { readonly timeZone: string; readonly first: number },
): (Period & Pick<Date, 'id'> & { readonly isMoved: boolean })[] {
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
  const clockOf = ({ planned_at, starts_at }: Planned) =>
    clock(starts_at).subtract({
      milliseconds: planned_at === starts_at ? skippedBefore(planned_at, first) : 0,
    })
  const shift = clockOf(date).until(clock(period.starts_at))
  const startOf = (one: Planned) =>
    Temporal.PlainDateTime.from(clockOf(one).add(shift)).toZonedDateTime(timeZone).epochMilliseconds
  return dates.map((one) => {
    const isNamed = one.id === date.id
    const starts_at = isNamed ? period.starts_at : isMoved ? startOf(one) : one.starts_at
    const ends_at = starts_at + (isLengthChanged ? length : one.ends_at - one.starts_at)
    return { id: one.id, starts_at, ends_at, isMoved }
  })
}

type Sent = Pick<Repeats, 'unit' | 'count' | 'until' | 'weeks'>

function assertRhythm({ unit, count, until, weeks }: Sent): void {
  const isEndTwice = count !== undefined && until !== undefined
  const isEndWrong = until !== undefined && Number.isNaN(Date.parse(until))
  if (isEndTwice || isEndWrong || (unit === 'week' && weeks !== undefined))
    throw errors.invalid('repeats')
}

/** @param starts of a series with an end */
function assertSize(starts: readonly number[]): void {
  if (starts.length < 2 || starts.length > REPEATS_MAX)
    throw refusal(400, 'series_size', { attr: 'repeats', limit: REPEATS_MAX })
}

/** @param starts of all dates @param length of a date, milliseconds */
export function assertRepeats(starts: readonly number[], length: number): void {
  const [first = 0] = starts
  const last = starts.at(-1) ?? first
  if (last - first > REPEAT_DAYS_MAX * DAY_MS)
    throw refusal(400, 'repeats_too_long', { attr: 'repeats', limit: REPEAT_DAYS_MAX })
  if (starts.some((start, n) => start < (starts[n - 1] ?? -Infinity) + length))
    throw errors.badPeriod('ends_at')
}

import type { ICalTemporalPlainDateTimeStub, ICalTemporalZonedDateTimeStub } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'

const DAY_MS = 86_400_000
const dayPart = (ms: number): number => ((ms % DAY_MS) + DAY_MS) % DAY_MS

export type ZoneClock = ReturnType<typeof zoneClock>

/**
 * The clock of a zone between two times. It converts many times: each conversion of Temporal takes some 20 microseconds,
 * and `ical-generator` makes a dozen of each time.
 * @param from epoch milliseconds, as are all times
 */
export function zoneClock(timeZoneId: string, from: number, to: number) {
  const offsets: (readonly [number, number])[] = []
  // A change of the clocks shortly before repeats times after it.
  const instant = Temporal.Instant.fromEpochMilliseconds(from - DAY_MS)
  let next: Temporal.ZonedDateTime | null = instant.toZonedDateTimeISO(timeZoneId)
  while (next !== null && next.epochMilliseconds <= to) {
    offsets.push([next.epochMilliseconds, next.offsetNanoseconds / 1e6])
    next = next.getTimeZoneTransition('next')
  }
  /** Milliseconds. */
  const offsetAt = (time: number): number => offsets.findLast(([at]) => at <= time)?.[1] ?? 0
  /** `2030-05-04T19:00:00.000` */
  const local = (time: number, skipped: number): string =>
    new Date(time + offsetAt(time) - skipped).toISOString().slice(0, -1)
  const clockAt = (time: number): number => time + offsetAt(time)
  return {
    isSetBetween: (one: number, other: number) => offsetAt(one) !== offsetAt(other),
    /**
     * Milliseconds by which a date is later than its series has it, because the clocks skip that time.
     * @param first start of the series
     */
    skippedBefore(time: number, first: number): number {
      const later = dayPart(clockAt(time) - clockAt(first))
      return offsetAt(time) - offsetAt(time - later) === later ? later : 0
    },
    /** Whether the clocks skip the time of day of a series once. */
    isEverSkipped: (first: number): boolean =>
      offsets.some(([at, offset], n) => {
        const before = offsets[n - 1]?.[1] ?? offset
        return dayPart(clockAt(first) - at - before) < offset - before
      }),
    /** Whether the clock has shown the same before: readers take such a time for the first one. */
    isSecond: (time: number): boolean =>
      offsets.some(([at, offset], n) => {
        const before = offsets[n - 1]?.[1] ?? offset
        return at <= time && time < at + before - offset
      }),
    /** `20300504T190000` @param skipped milliseconds, see `skippedBefore` */
    compact: (time: number, skipped: number): string =>
      local(time, skipped).slice(0, 19).replace(/[-:]/g, ''),
    at: (time: number, skipped = 0): ICalTemporalZonedDateTimeStub =>
      asZoned(local(time, skipped), timeZoneId, time),
  }
}

function asZoned(local: string, timeZoneId: string, time: number): ICalTemporalZonedDateTimeStub {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local
    .split(/\D/)
    .map(Number)
  const text = () => local
  const fields = { year, month, day, hour, minute, second, toJSON: text, toString: text }
  const plain: ICalTemporalPlainDateTimeStub = {
    ...fields,
    toPlainDate: () => Temporal.PlainDate.from(local),
    toZonedDateTime: () => zoned,
  }
  const zoned: ICalTemporalZonedDateTimeStub = {
    ...fields,
    timeZoneId,
    toInstant: () => Temporal.Instant.fromEpochMilliseconds(time),
    toPlainDateTime: () => plain,
    withTimeZone: () => zoned,
  }
  return zoned
}

/** Clocks are described from this year on, by rules where they have some, and else to the end of another year. */
const FROM = Date.UTC(2020, 0)
const UNTIL = Date.UTC(2040, 0)
/** A rule shows all its days within 28 years. */
const LAST_YEAR = 2047

/** A change of the clocks. Offsets: milliseconds. */
type Change = { readonly at: number; readonly before: number; readonly after: number }

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
const offsetOf = ({ offsetNanoseconds }: Temporal.ZonedDateTime) => offsetNanoseconds / 1e6

function changesOf(timeZone: string): Change[] {
  const changes: Change[] = []
  const start = zoned(FROM, timeZone)
  let before = offsetOf(start)
  let next = start.getTimeZoneTransition('next')
  while (next !== null && next.year <= LAST_YEAR) {
    changes.push({ at: next.epochMilliseconds, before, after: offsetOf(next) })
    before = offsetOf(next)
    next = next.getTimeZoneTransition('next')
  }
  return changes
}

const clockOf = ({ at, before }: Change) => zoned(at + before, 'UTC').toPlainDateTime()

/** The rule of changes that come once a year; null if they have none. */
function ruleOf(changes: readonly Change[]): string | null {
  const clocks = changes.map(clockOf)
  const [first] = clocks
  if (first === undefined) return null
  const { month, dayOfWeek, year, daysInMonth } = first
  const isRegular = clocks.every(
    (clock, n) =>
      clock.year === year + n &&
      clock.month === month &&
      clock.dayOfWeek === dayOfWeek &&
      clock.toPlainTime().equals(first.toPlainTime()),
  )
  const days = clocks.map(({ day }) => day)
  const from = Math.min(...days)
  const isWhole = Math.max(...days) === from + 6 && clocks.at(-1)?.year === LAST_YEAR
  if (!isRegular || !isWhole) return null
  const name = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][dayOfWeek - 1]
  const rule = `RRULE:FREQ=YEARLY;BYMONTH=${month}`
  if (from % 7 === 1) return `${rule};BYDAY=${Math.ceil(from / 7)}${name}`
  if (from + 6 === daysInMonth) return `${rule};BYDAY=-1${name}`
  const week = Array.from({ length: 7 }, (_, n) => from + n)
  return `${rule};BYMONTHDAY=${week.join()};BYDAY=${name}`
}

function offsetText(ms: number): string {
  const seconds = Math.abs(ms) / 1000
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'))
  return `${ms < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`
}

function observance(change: Change, rule: string | null): string[] {
  const kind = change.after > change.before ? 'DAYLIGHT' : 'STANDARD'
  const start = clockOf(change).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(change.before)}`,
    `TZOFFSETTO:${offsetText(change.after)}`,
    ...(rule === null ? [] : [rule]),
    `END:${kind}`,
  ]
}

/** Changes are written by their rule from the first one on that has a rule; those before, one by one. */
function observancesOf(timeZone: string): string[] {
  const offset = offsetOf(zoned(FROM, timeZone))
  const changes = changesOf(timeZone)
  const rulesFrom = (from: number) =>
    [0, 1].map((odd) => ruleOf(changes.filter((_, n) => n >= from && (n - from) % 2 === odd)))
  const until = changes.filter(({ at }) => at < UNTIL)
  const regular = until.findIndex((_, n) => !rulesFrom(n).includes(null))
  const rules = regular === -1 ? [] : rulesFrom(regular)
  const single = regular === -1 ? until : until.slice(0, regular)
  return [
    ...observance({ at: -offset, before: offset, after: offset }, null),
    ...single.flatMap((change) => observance(change, null)),
    ...changes
      .slice(single.length, single.length + rules.length)
      .flatMap((change, n) => observance(change, rules[n] ?? null)),
  ]
}

/** Observances by the canonical name of their zone. */
const known = new Map<string, string[]>()

/**
 * VTIMEZONE, which RFC 5545 requires with every TZID, under the very name that is requested, with the clocks that this
 * machine knows (docs/decisions/052-time-zones-of-calendar-files.md).
 * @returns null for what is no IANA name of a zone
 */
export function zoneBlock(timeZone: string): string | null {
  if (!/^(?!systemv)[a-z]/i.test(timeZone)) return null
  try {
    const name = zoned(FROM, timeZone).timeZoneId
    const lines = known.get(name) ?? observancesOf(name)
    known.set(name, lines)
    return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n')
  } catch {
    return null
  }
}

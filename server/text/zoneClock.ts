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
    /** Whether the clock is set between two times. */
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
    /** A time for `ical-generator`. */
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

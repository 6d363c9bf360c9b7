import type { ICalTemporalPlainDateTimeStub, ICalTemporalZonedDateTimeStub } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'

export type ZoneClock = ReturnType<typeof zoneClock>

/**
 * The clock of a zone between two times. It converts many times: each conversion of Temporal takes some 20 microseconds,
 * and `ical-generator` makes a dozen of each time.
 * @param from epoch milliseconds, as are all times
 */
export function zoneClock(timeZoneId: string, from: number, to: number) {
  const offsets: (readonly [number, number])[] = []
  const instant = Temporal.Instant.fromEpochMilliseconds(from)
  let next: Temporal.ZonedDateTime | null = instant.toZonedDateTimeISO(timeZoneId)
  while (next !== null && next.epochMilliseconds <= to) {
    offsets.push([next.epochMilliseconds, next.offsetNanoseconds / 1e6])
    next = next.getTimeZoneTransition('next')
  }
  /** Milliseconds. */
  const offsetAt = (time: number): number => offsets.findLast(([at]) => at <= time)?.[1] ?? 0
  /** `2030-05-04T19:00:00.000` */
  const local = (time: number): string => new Date(time + offsetAt(time)).toISOString().slice(0, -1)
  return {
    /** Whether the clock is set between two times. */
    isSetBetween: (one: number, other: number) => offsetAt(one) !== offsetAt(other),
    /** `20300504T190000` */
    compact: (time: number): string => local(time).slice(0, 19).replace(/[-:]/g, ''),
    /** A time for `ical-generator`. */
    at: (time: number): ICalTemporalZonedDateTimeStub => asZoned(local(time), timeZoneId, time),
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

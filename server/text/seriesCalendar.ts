import type { ICalEventData } from 'ical-generator'
import { type ZoneClock, zoneClock } from './zoneClock.ts'

/** Epoch milliseconds. */
export type SeriesDate = {
  /** The start by the rule, which a move leaves as it is. */
  readonly planned_at: number
  readonly starts_at: number
  readonly ends_at: number
  readonly cancelled_at: number | null
}
type Series<Date extends SeriesDate> = {
  /** RRULE, which may go on beyond the dates that are stored. */
  readonly rule: string
  /** IANA name. */
  readonly time_zone: string
  /** The series is cancelled as a whole. */
  readonly cancelled_at: number | null
  /** All of them, in the order of the rule. */
  readonly dates: readonly [Date, ...Date[]]
  /** The entry without its times; undefined: that of the whole series. */
  readonly entryOf: (date?: Date) => Omit<ICalEventData, 'start'>
  /** Whether the entry of a date says something else than that of the series. */
  readonly isOwn: (date: Date) => boolean
}

/** The entries of a series, which share its UID: its rule without cancelled dates, and the dates that differ from the rule. */
export function seriesEntries<Date extends SeriesDate>(series: Series<Date>): ICalEventData[] {
  const { dates, rule, time_zone: timezone, entryOf } = series
  const [first] = dates
  const clock = clockOf(dates, timezone)
  const length = lengthBeforeMoves(dates) ?? first.ends_at - first.starts_at
  const whole = {
    ...entryOf(),
    timezone,
    start: clock.at(first.planned_at),
    end: clock.at(first.planned_at + length),
  }
  if (series.cancelled_at !== null) return [{ ...whole, repeating: `RRULE:${rule}` }]
  const skipped = (date: Date) => clock.skippedBefore(date.planned_at, first.planned_at)
  // Some programs repeat an end by the clock, and some by its distance from the start.
  const isOdd = (at: number, end: number) => clock.isSecond(at) || clock.isSetBetween(at, end)
  const isRuleOdd = isOdd(first.planned_at, first.planned_at + length)
  const isOther = (date: Date) =>
    isRuleOdd ||
    date.starts_at !== date.planned_at ||
    skipped(date) > 0 ||
    date.ends_at - date.starts_at !== length ||
    series.isOwn(date) ||
    isOdd(date.starts_at, date.ends_at)
  const others = dates.filter((date) => date.cancelled_at === null && isOther(date))
  return [
    { ...whole, repeating: [`RRULE:${rule}`, ...exclusionsOf(series, clock)].join('\n') },
    ...others.map((date) => ({
      ...entryOf(date),
      ...(clock.isSecond(date.starts_at) || clock.isSecond(date.ends_at)
        ? {
            // The clock shows such a time twice, and readers take it for the first one; the library has one zone for all.
            repeating: `${clockName('RECURRENCE-ID', timezone)}:${clock.compact(date.planned_at, skipped(date))}\nCLASS:PUBLIC`,
            start: new Date(date.starts_at),
            end: new Date(date.ends_at),
          }
        : {
            timezone,
            recurrenceId: clock.at(date.planned_at, skipped(date)),
            start: clock.at(date.starts_at),
            end: clock.at(date.ends_at),
          }),
    })),
  ]
}

const clockName = (name: string, timeZone: string): string =>
  timeZone === 'UTC' ? name : `${name};TZID=${timeZone}`

/** The library writes the other times of the zone UTC in the form with Z. */
function exclusionsOf(
  { dates, time_zone }: Pick<Series<SeriesDate>, 'dates' | 'time_zone'>,
  clock: ZoneClock,
): string[] {
  const end = time_zone === 'UTC' ? 'Z' : ''
  const first = dates[0].planned_at
  return dates
    .filter(({ cancelled_at }) => cancelled_at !== null)
    .map(({ planned_at }) => [planned_at, clock.skippedBefore(planned_at, first)] as const)
    .map(([at, skipped]) => `${clockName('EXDATE', time_zone)}:${clock.compact(at, skipped)}${end}`)
}

const lengthBeforeMoves = (dates: readonly SeriesDate[]): number | undefined => {
  const date = dates.find(({ planned_at, starts_at }) => planned_at === starts_at)
  return date && date.ends_at - date.starts_at
}

function clockOf(dates: readonly SeriesDate[], timeZone: string): ZoneClock {
  const starts = dates.flatMap(({ planned_at, starts_at }) => [planned_at, starts_at])
  const longest = Math.max(...dates.map(({ starts_at, ends_at }) => ends_at - starts_at))
  return zoneClock(timeZone, Math.min(...starts), Math.max(...starts) + longest)
}

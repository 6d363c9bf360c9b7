import { Temporal } from 'temporal-polyfill'
import type { DateScope } from '#contract/sets.ts'
import { zoneClock } from '../../../text/zoneClock.ts'
import { zoned } from './occurrences.ts'
import type { DateRow, SessionTexts } from './sessionRepository.ts'

type Period = Pick<DateRow, 'starts_at' | 'ends_at'>

export const isAhead = ({ ends_at, cancelled_at }: DateRow, now: number): boolean =>
  cancelled_at === null && ends_at > now

/** @param dates of the session @param date that the caller changes @returns those of the scope that are not over */
export const datesIn = (
  scope: DateScope,
  dates: readonly DateRow[],
  date: DateRow,
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
  date: DateRow,
  period: Period,
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

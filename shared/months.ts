import { dateIn } from './timeRange.ts'

/* Months are such as "2026-12", days such as "2026-12-09". */

const DAY_MS = 86_400_000
const DAYS = 7

type Period = {
  readonly date: string
  readonly event_end?: string | undefined
}

/** An event with its first and its last day. */
export type Dated<Event> = {
  readonly event: Event
  readonly first: string
  readonly last: string
}

/** An evening that ends after midnight is on its day alone, as times are written. */
export function datedIn<Event extends Period>(zone: string, event: Event): Dated<Event>[] {
  const start = Date.parse(event.date)
  if (Number.isNaN(start)) return []
  const end = Date.parse(event.event_end ?? '') || start
  const first = dateIn(start, zone)
  return [{ event, first, last: end - start < DAY_MS / 2 ? first : dateIn(end - 1, zone) }]
}

/** Whether an event is on a day of the month: every one sorts before "2026-12-~". */
export const isInMonth = ({ first, last }: Dated<unknown>, month: string): boolean =>
  first < `${month}-~` && last >= month

export const monthAfter = (month: string, count: number): string => {
  const first = new Date(month)
  return new Date(first.setUTCMonth(first.getUTCMonth() + count)).toISOString().slice(0, 7)
}

/** The days of the weeks in which a month is. @param firstDay of a week: 1 is Monday, 7 Sunday */
export function weeksOf(month: string, firstDay: number): string[][] {
  const start = Date.parse(month)
  const before = (new Date(start).getUTCDay() - firstDay + DAYS) % DAYS
  const count = (Date.parse(monthAfter(month, 1)) - start) / DAY_MS
  const day = (number: number) => new Date(start + number * DAY_MS).toISOString().slice(0, 10)
  return Array.from({ length: Math.ceil((before + count) / DAYS) }, (_, week) =>
    Array.from({ length: DAYS }, (_day, index) => day(week * DAYS + index - before)),
  )
}

export const monthName = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )

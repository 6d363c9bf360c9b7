import { fillIn, type Kit, someOf } from './kit.ts'
import { dayInMail, type Reading, timeInMail } from './time.ts'

/** Lines with dates that a mail has at most. */
const LISTED_MAX = 10

type Period = { readonly starts_at: number | null; readonly ends_at: number | null }

/** Times of dates, a line each; the last one names the zone. */
export const timesIn = (dates: readonly Period[], reading: Reading): string =>
  dates
    .slice(0, LISTED_MAX)
    .map(({ starts_at, ends_at }, n, { length }) =>
      timeInMail(starts_at, ends_at, { ...reading, isZoneNamed: n < length - 1 }),
    )
    .join('\n')

/** The same, with the number of those that are left out. */
export const datesIn = ({ texts }: Kit, dates: readonly Period[], reading: Reading): string =>
  [
    timesIn(dates, reading),
    dates.length > LISTED_MAX &&
      fillIn(texts.mail.layout.more, { count: dates.length - LISTED_MAX }),
  ]
    .filter(Boolean)
    .join('\n')

/** Days that a title names. */
const NAMED_MAX = 3

type Named = Pick<Period, 'starts_at'> & {
  readonly title: string
  readonly series_id: number | null
}

/** "Open evening, Thu 17 Dec": a date of a series would be taken for the whole of it. @param dates at least one */
export function titleInMail(kit: Kit, dates: readonly Named[], reading: Reading): string {
  const [first] = dates
  if (first === undefined) return ''
  if (first.series_id === null) return first.title
  const days = dates.map(({ starts_at }) => dayInMail(starts_at ?? 0, reading))
  return `${first.title}, ${someOf(kit, days, NAMED_MAX)}`
}

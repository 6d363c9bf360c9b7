/** "14:05" today, "24 November, 14:05" on other days, in the reader's time zone. @param at epoch milliseconds */
export function asOf(at: number): string {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat('en-GB', {
    ...(!isToday && { day: 'numeric', month: 'long' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date)
}

const MEGABYTE = 1_000_000

/** A size such as "1.4 MB"; at least 0.1. */
export const megabytes = (bytes: number): string =>
  new Intl.NumberFormat('en-GB', {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: bytes < 10 * MEGABYTE ? 1 : 0,
  }).format(Math.max(bytes / MEGABYTE, 0.1))

import { clockOf, nearness, timeRange } from '#shared/timeRange.ts'
import { quantity } from '#src/platform/inLanguage.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'

/** "14:05" today, "Tue 24 Nov, 14:05" on other days, in the reader's time zone. @param at epoch milliseconds */
export function asOf(at: number, language: string): string {
  const time = new Date(at).toISOString()
  const zone = readerTimeZone()
  return nearness(time, zone) === 'today'
    ? clockOf(time, zone)
    : (timeRange(time, null, zone, { language }) ?? '')
}

const MEGABYTE = 1_000_000

/** A size such as "1.4 MB"; at least 0.1. */
export const megabytes = (bytes: number, language: string): string =>
  quantity(Math.max(bytes / MEGABYTE, 0.1), language, {
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: bytes < 10 * MEGABYTE ? 1 : 0,
  })

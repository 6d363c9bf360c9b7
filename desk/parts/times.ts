import { clockOf as clockIn, dayOf as dayIn, timeRange } from '#contract/timeRange.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A span in its largest unit: "3 hours". `milliseconds` null: "–". */
export function span(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  const [unit, length] = UNITS.find(([, size]) => milliseconds >= size) ?? ['minute', 60_000]
  const long = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false } as const
  const count = Math.max(1, Math.round(milliseconds / length))
  return new Intl.NumberFormat('en-GB', long).format(count)
}

export const since = (iso: string): string => span(Math.max(0, Date.now() - Date.parse(iso)))

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "Tue 15 Dec", in the reader's own time zone, as all times of the desk. */
export const dayOf = (iso: string): string => dayIn(iso, ZONE)
export const clockOf = (iso: string): string => clockIn(iso, ZONE)
/** "Tue 15 Dec, 10:00" */
export const momentOf = (iso: string): string => timeRange(iso, null, ZONE) ?? ''
/** "Tue 15 Dec, 10:00 Vienna time", for a page that may be read elsewhere. */
export const zonedMomentOf = (iso: string): string =>
  timeRange(iso, null, ZONE, { hasZone: true }) ?? ''

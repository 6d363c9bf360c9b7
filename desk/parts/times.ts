import { clockOf as clockIn, dayOf as dayIn, timeRange } from '#shared/timeRange.ts'
import { deskLanguage, deskLocale } from '../i18n.ts'

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** A span in its largest unit. */
function counted(milliseconds: number) {
  const [unit, length] = UNITS.find(([, size]) => milliseconds >= size) ?? ['minute', 60_000]
  return { unit, count: Math.max(1, Math.round(milliseconds / length)) } as const
}

/** "3 hours". `milliseconds` null: "–". */
export function span(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  const { unit, count } = counted(milliseconds)
  const long = { style: 'unit', unit, unitDisplay: 'long', useGrouping: false } as const
  return new Intl.NumberFormat(deskLocale(), long).format(count)
}

const passed = (iso: string): number => Math.max(0, Date.now() - Date.parse(iso))
export const since = (iso: string): string => span(passed(iso))
/** "3 hours ago" */
export function ago(iso: string): string {
  const { unit, count } = counted(passed(iso))
  return new Intl.RelativeTimeFormat(deskLocale()).format(-count, unit)
}

const ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** "Tue 15 Dec", in the reader's own time zone, as all times of the desk. */
export const dayOf = (iso: string): string => dayIn(iso, ZONE, deskLanguage())
export const clockOf = (iso: string): string => clockIn(iso, ZONE)
/** "Tue 15 Dec, 10:00", or "Tue 15 Dec, 10:00–12:00" with an end. */
export const momentOf = (iso: string, end: string | null = null): string =>
  timeRange(iso, end, ZONE, { language: deskLanguage() }) ?? ''
/** "Tue 15 Dec, 10:00 Vienna time", for a page that may be read elsewhere. */
export const zonedMomentOf = (iso: string): string =>
  timeRange(iso, null, ZONE, { hasZone: true, language: deskLanguage() }) ?? ''

/** "Tue 15 Dec" of a day without a time. */
export const wholeDay = (day: string): string =>
  timeRange(day, null, 'UTC', { language: deskLanguage() }) ?? ''

import { dayOf, nearness, timeRange } from '#shared/timeRange.ts'
import type { KitSource } from './kit.ts'

/** ISO 8601 in UTC. @param timestamp epoch milliseconds */
export function iso(timestamp: number): string
export function iso(timestamp: number | null | undefined): string | null
export function iso(timestamp: number | null | undefined): string | null {
  return timestamp == null ? null : new Date(timestamp).toISOString()
}

/**
 * Epoch milliseconds. NaN for a day such as 31 February, which `Date` takes for 3 March: schemas validate the form alone.
 */
export const millis = (time: string | null | undefined): number | null =>
  time == null ? null : hasDay(time.slice(0, 10)) ? Date.parse(time) : Number.NaN

function hasDay(date: string): boolean {
  const day = Date.parse(`${date}T00:00Z`)
  return !Number.isNaN(day) && iso(day).startsWith(date)
}

/** How times are written for a reader. */
export type Reading = {
  readonly zone: string
  readonly now: number
  readonly language: string
  /** The zone is named elsewhere. */
  readonly isZoneNamed?: boolean
}

export const readingIn = (
  zone: string,
  { clock, kit }: { readonly clock: () => number; readonly kit: Pick<KitSource, 'current'> },
): Reading => ({ zone, now: clock(), language: kit.current().language })

/** A time for a mail. Timestamps: epoch milliseconds. @returns '' for no start */
export const timeInMail = (
  start: number | null,
  end: number | null,
  { zone, now, language, isZoneNamed = false }: Reading,
): string => timeRange(iso(start), iso(end), zone, { now, hasZone: !isZoneNamed, language }) ?? ''

export const dayInMail = (start: number, { zone, now, language }: Reading): string =>
  dayOf(iso(start), zone, language, now)

/** "Tomorrow", for the subject of a reminder. @param start epoch milliseconds */
export function dayInSubject(start: number, reading: Reading): string {
  const { zone, now, language } = reading
  const day = nearness(iso(start), zone, now, language) ?? dayInMail(start, reading)
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}`
}

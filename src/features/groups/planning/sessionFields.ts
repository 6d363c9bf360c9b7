import type { Repeats } from '#contract/planFields.ts'
import type { DateScope } from '#contract/sets.ts'
import { periodFrom } from './LocalTimes.tsx'
import type { Rhythm } from './RepeatFields.tsx'

export const SERIES_ENDS = ['count', 'date', 'never'] as const
export type SeriesEnd = (typeof SERIES_ENDS)[number]

export type Fields = {
  title: string
  /** Value of `<input type="datetime-local">`. */
  start: string
  hours: number
  place: string
  link: string
  notes: string
  /** Null: the session has one date. */
  rhythm: Rhythm | null
  ends: SeriesEnd
  count: number
  /** Value of `<input type="date">`. */
  until: string
  /** Dates of a series that a change concerns. */
  scope: DateScope
  /** IANA name of the zone in which a series keeps its weekday. */
  zone: string
}

/** The rhythm with its end, which is the end of a day. */
export function repeatsOf({ rhythm, ends, count, until }: Fields): Repeats | null {
  if (rhythm === null) return null
  if (ends === 'count') return { ...rhythm, count }
  const last = ends === 'date' ? periodFrom(`${until}T23:59`, 0) : null
  return { ...rhythm, ...(last && { until: last.starts_at }) }
}

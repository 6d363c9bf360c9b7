import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { Repeats } from '#contract/planFields.ts'
import type { GameDate } from '#contract/planning.ts'
import type { DateScope } from '#contract/sets.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { isZone, readerTimeZone } from '#src/platform/timeZone.ts'
import { hoursBetween, localValue, periodFrom } from './LocalTimes.tsx'
import { isOnRhythm, type Rhythm } from './RepeatFields.tsx'

/** Subject of the form: a new session, the option of a poll that becomes one, a date of a session, or one's own place for it. */
export type SessionTarget =
  | { kind: 'new' }
  | { kind: 'fix'; poll: DatePoll; option: DateOption }
  | { kind: 'change'; date: GameDate }
  | { kind: 'host'; date: GameDate }

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

const EMPTY: Omit<Fields, 'zone'> = {
  title: '',
  start: '',
  hours: 4,
  place: '',
  link: '',
  notes: '',
  rhythm: null,
  ends: 'count',
  count: 10,
  until: '',
  scope: 'this',
}

/** Typed texts; the other fields are chosen. */
export const textsOf = ({ title, place, link, notes }: Fields) => [title, place, link, notes]

/** Whether the form asks for a rhythm: of a date that is there already, for itself and those that follow. */
export const isRhythmAsked = (target: SessionTarget, scope: DateScope, mayChange: boolean) =>
  target.kind === 'new' ||
  (mayChange && target.kind === 'change' && (!target.date.repeats || scope === 'later'))

/** @param isAsked see `isRhythmAsked` */
export function fieldProblems(fields: Fields, isAsked: boolean) {
  const { start, hours, link, rhythm, ends, until, zone } = fields
  const period = periodFrom(start, hours)
  const series = isAsked ? rhythm : null
  return {
    ...(period === null && { start: 'planning.start_missing' as const }),
    ...(period !== null &&
      series !== null &&
      !isOnRhythm(series, period.starts_at, zone) && {
        start: 'planning.start_not_in_rule' as const,
      }),
    ...(series !== null &&
      ends === 'date' &&
      until === '' && { until: 'planning.until_missing' as const }),
    ...(link.trim() !== '' &&
      safeUrl(link.trim()) === null && { link: 'planning.link_wrong' as const }),
  }
}

/** The rhythm with its end, which is the end of a day. */
export function repeatsOf({ rhythm, ends, count, until }: Fields): Repeats | null {
  if (rhythm === null) return null
  if (ends === 'count') return { ...rhythm, count }
  const last = ends === 'date' ? periodFrom(`${until}T23:59`, 0) : null
  return { ...rhythm, ...(last && { until: last.starts_at }) }
}

export const hasOtherRhythm = (fields: Fields, before: Fields): boolean =>
  JSON.stringify(repeatsOf(fields)) !== JSON.stringify(repeatsOf(before))

/** Initial values of the form. */
export function fieldsOf(target: SessionTarget): Fields {
  const empty = { ...EMPTY, zone: readerTimeZone() }
  if (target.kind === 'new') return empty
  if (target.kind === 'fix') {
    const { poll, option } = target
    return { ...empty, title: poll.title, notes: poll.notes, ...timesOf(option) }
  }
  const { title, place, link, notes, time_zone, rhythm } = target.date
  // Another browser may have named one that this one doesn't know.
  const zone = isZone(time_zone) ? time_zone : empty.zone
  return { ...empty, title, place, link, notes, zone, ...timesOf(target.date), ...seriesOf(rhythm) }
}

/** A series on a single day follows its start to another one. */
function seriesOf(repeats: Repeats | null | undefined) {
  if (!repeats) return {}
  const { unit, every, weekdays, weeks, count, until } = repeats
  const isSingle = (weekdays?.length ?? 1) === 1 && (weeks?.length ?? 1) === 1
  const isLast = weeks?.[0] === -1
  const rhythm: Rhythm = {
    unit,
    every,
    ...(weekdays && !isSingle && { weekdays }),
    ...(weeks && (!isSingle || isLast) && { weeks }),
  }
  const ends: SeriesEnd = count !== undefined ? 'count' : until !== undefined ? 'date' : 'never'
  return {
    rhythm,
    ends,
    ...(count !== undefined && { count }),
    ...(until !== undefined && { until: localValue(until).slice(0, 10) }),
  }
}

const timesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  start: localValue(starts_at),
  // Servers may leave out the end.
  hours: hoursBetween(starts_at, ends_at) || EMPTY.hours,
})

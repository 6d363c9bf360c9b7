import { safeUrl } from '#contract/safeUrl.ts'
import type { DateOption, DatePoll } from '#contract/schemas/datePolls.ts'
import type { GameDate, Repeats } from '#contract/schemas/planning.ts'
import type { DateScope } from '#contract/sets.ts'
import { hoursBetween, localValue, periodFrom } from './localTime.ts'

/** Subject of the form: a new session, the option of a poll that becomes one, or a date of a session. */
export type SessionTarget =
  | { kind: 'new' }
  | { kind: 'fix'; poll: DatePoll; option: DateOption }
  | { kind: 'change'; date: GameDate }

export type Fields = {
  title: string
  /** Value of `<input type="datetime-local">`. */
  start: string
  hours: number
  place: string
  link: string
  notes: string
  repeats: Repeats | null
  /** Dates of a series that a change concerns. */
  scope: DateScope
}

const EMPTY: Fields = {
  title: '',
  start: '',
  hours: 4,
  place: '',
  link: '',
  notes: '',
  repeats: null,
  scope: 'this',
}

/** Typed texts; the other fields are chosen. */
export const textsOf = ({ title, place, link, notes }: Fields) => [title, place, link, notes]

export const fieldProblems = ({ start, hours, link }: Fields) => ({
  ...(periodFrom(start, hours) === null && { start: 'planning.start_missing' as const }),
  ...(link.trim() !== '' &&
    safeUrl(link.trim()) === null && { link: 'planning.link_wrong' as const }),
})

/** Initial values of the form. */
export function fieldsOf(target: SessionTarget): Fields {
  if (target.kind === 'new') return EMPTY
  if (target.kind === 'fix') {
    const { poll, option } = target
    return { ...EMPTY, title: poll.title, notes: poll.notes, ...timesOf(option) }
  }
  const { title, place, link, notes } = target.date
  return { ...EMPTY, title, place, link, notes, ...timesOf(target.date) }
}

const timesOf = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
  start: localValue(starts_at),
  // Servers may leave out the end.
  hours: hoursBetween(starts_at, ends_at) || EMPTY.hours,
})

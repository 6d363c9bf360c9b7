import { type Repeats, WEEKDAYS, type Weekday, type WeekOfMonth } from '#contract/planFields.ts'
import { listed } from './lists.ts'
import { dayOf } from './timeRange.ts'

/** 1 January 2024 was a Monday. */
export const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

const WEEK_KEYS = {
  '1': 'week_first',
  '2': 'week_second',
  '3': 'week_third',
  '4': 'week_fourth',
  '-1': 'week_last',
} as const
type RhythmKey =
  | 'series'
  | 'rhythm_weeks'
  | 'rhythm_months'
  | 'rhythm_no_end'
  | 'rhythm_until'
  | (typeof WEEK_KEYS)[keyof typeof WEEK_KEYS]
/** Gives a text of `planning` in `locales/<lng>/translation.json`; `count` chooses its plural form. */
export type RhythmText = (
  key: RhythmKey,
  values?: Readonly<Record<string, string | number>>,
) => string

export const weekdayName = (weekday: Weekday, language: string, style: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(
    MONDAY + WEEKDAYS.indexOf(weekday) * DAY_MS,
  )

/** "first" */
export const weekName = (week: WeekOfMonth, text: RhythmText): string => text(WEEK_KEYS[`${week}`])

export const capitalised = (text: string, language: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1)

/** "every 2 weeks on Monday and Thursday" */
export function rhythmInSentence(
  { unit, every: count, weekdays = [], weeks = [] }: Repeats,
  text: RhythmText,
  language: string,
): string {
  const all = (words: readonly string[]) => listed(words, language)
  const days = all(weekdays.map((day) => weekdayName(day, language, 'long')))
  const inWeeks = all(weeks.map((week) => weekName(week, text)))
  return unit === 'week'
    ? text('rhythm_weeks', { count, days })
    : text('rhythm_months', { count, weeks: inWeeks, days })
}

/** The same at the beginning of a text, without its end. */
export const wholeRhythm = (rhythm: Repeats, text: RhythmText, language: string): string =>
  capitalised(rhythmInSentence(rhythm, text, language), language)

/** "Every 2 weeks on Monday and Thursday", "First and third Friday of the month, no end". */
export function rhythmWords(
  rhythm: Repeats | null | undefined,
  text: RhythmText,
  { language, timeZone }: { readonly language: string; readonly timeZone: string },
): string {
  if (rhythm?.weekdays === undefined) return text('series')
  const { until, count } = rhythm
  const whole = wholeRhythm(rhythm, text, language)
  if (until !== undefined)
    return text('rhythm_until', { rhythm: whole, date: dayOf(until, timeZone, language) })
  return count === undefined ? text('rhythm_no_end', { rhythm: whole }) : whole
}

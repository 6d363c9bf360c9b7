import type { TFunction } from 'i18next'
import type { Repeats } from '#contract/planFields.ts'
import { WEEKDAYS, WEEKS_OF_MONTH, type Weekday, type WeekOfMonth } from '#contract/planFields.ts'
import { dayOf as dayIn } from '#shared/timeRange.ts'
import { joinedByAnd } from '#src/platform/inLanguage.ts'
import { readerTimeZone } from '#src/platform/timeZone.ts'

/** A rhythm without its end. */
export type Rhythm = Pick<Repeats, 'unit' | 'every' | 'weekdays' | 'weeks'>

/** 1 January 2024 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

export const weekdayName = (weekday: Weekday, language: string, style: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' }).format(
    MONDAY + WEEKDAYS.indexOf(weekday) * DAY_MS,
  )

/** The weekday of a start in its zone, and the weeks of the month that this day is of: a fourth one can be the last. */
export function dayOf(start: string, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(new Date(start))
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((one) => one.type === type)?.value)
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const days = Math.round((Date.UTC(year, month - 1, day) - MONDAY) / DAY_MS)
  const weekday = WEEKDAYS[((days % 7) + 7) % 7] ?? 'MO'
  const weeks = WEEKS_OF_MONTH.filter((week) =>
    week === -1 ? day + 7 > daysInMonth : week === Math.ceil(day / 7),
  )
  return { weekday, weeks }
}

/** Whether a series can begin with this start. */
export function isOnRhythm({ unit, weekdays, weeks }: Rhythm, start: string, timeZone: string) {
  const own = dayOf(start, timeZone)
  if (weekdays?.includes(own.weekday) === false) return false
  return unit === 'week' || weeks === undefined || weeks.some((week) => own.weeks.includes(week))
}

/** The chosen values with another one, or without it, in their order; at least one stays. */
export const toggled = <Value>(all: readonly Value[], chosen: readonly Value[], value: Value) => {
  const next = all.filter((one) => (one === value) !== chosen.includes(one))
  return next.length > 0 ? next : [...chosen]
}

const WEEK_KEYS = {
  '1': 'planning.week_first',
  '2': 'planning.week_second',
  '3': 'planning.week_third',
  '4': 'planning.week_fourth',
  '-1': 'planning.week_last',
} as const
/** "first" */
export const weekName = (week: WeekOfMonth, t: TFunction): string => t(WEEK_KEYS[`${week}`])

export const capitalised = (text: string, language: string): string =>
  text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1)

/** "Every 2 weeks on Mon and Thu", "First and third Friday of the month, no end". */
export function rhythmWords(rhythm: Repeats | null | undefined, t: TFunction, language: string) {
  const { unit, every: count, weekdays, weeks = [], until } = rhythm ?? {}
  if (weekdays === undefined) return t('planning.series')
  const list = (texts: string[]) => joinedByAnd(texts, language)
  const words =
    unit === 'week'
      ? t('planning.rhythm_weeks', {
          count,
          days: list(weekdays.map((day) => weekdayName(day, language, 'short'))),
        })
      : t('planning.rhythm_months', {
          count,
          weeks: list(weeks.map((week) => weekName(week, t))),
          days: list(weekdays.map((day) => weekdayName(day, language, 'long'))),
        })
  const whole = capitalised(words, language)
  if (until !== undefined) {
    const date = dayIn(until, readerTimeZone(), language)
    return t('planning.rhythm_until', { rhythm: whole, date })
  }
  return rhythm?.count === undefined ? t('planning.rhythm_no_end', { rhythm: whole }) : whole
}

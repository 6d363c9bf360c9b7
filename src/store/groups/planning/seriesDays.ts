import { REPEATS_MAX, type Repeats, WEEKDAYS, WEEKS_OF_MONTH } from '#contract/planFields.ts'
import { MONDAY } from '#shared/rhythm.ts'

const DAY_MS = 86_400_000
/** A series has its last date within two years. */
const DAYS_MAX = 732

/** A rhythm without its end. */
export type Rhythm = Pick<Repeats, 'unit' | 'every' | 'weekdays' | 'weeks'>

/** The day of a time in a zone, as midnight of UTC. Swedish dates are ISO 8601. */
const midnightOf = (iso: string, timeZone: string): number =>
  Date.parse(new Intl.DateTimeFormat('sv', { timeZone }).format(new Date(iso)))

/** The weekday of a day, and the weeks of the month that it is of: a fourth one can be the last. */
function dayAt(midnight: number) {
  const date = new Date(midnight)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  const daysInMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return {
    weekday: WEEKDAYS[(date.getUTCDay() + 6) % 7] ?? 'MO',
    weeks: WEEKS_OF_MONTH.filter((week) =>
      week === -1 ? day + 7 > daysInMonth : week === Math.ceil(day / 7),
    ),
    units: { week: Math.floor((midnight - MONDAY) / (7 * DAY_MS)), month: 12 * year + month },
  }
}

export const dayOf = (start: string, timeZone: string) => dayAt(midnightOf(start, timeZone))

const isOn = ({ unit, weekdays, weeks }: Rhythm, day: ReturnType<typeof dayAt>): boolean =>
  weekdays?.includes(day.weekday) !== false &&
  (unit === 'week' || weeks?.some((week) => day.weeks.includes(week)) !== false)

/** Whether a series can begin with this start. */
export const isOnRhythm = (rhythm: Rhythm, start: string, timeZone: string): boolean =>
  isOn(rhythm, dayOf(start, timeZone))

/** The rhythm with the days that it has from its start. */
export function writtenOut<R extends Rhythm>(rhythm: R, start: string, timeZone: string): R {
  const { weekday, weeks } = dayOf(start, timeZone)
  return {
    weekdays: [weekday],
    ...(rhythm.unit === 'month' && { weeks: weeks.slice(0, 1) }),
    ...rhythm,
  }
}

/** The days of a series, how many dates it has, and the day of the last one; null without an end. */
export function sizeOf(repeats: Repeats, start: string, timeZone: string) {
  const { unit, every, count = REPEATS_MAX, until } = repeats
  if (repeats.count === undefined && until === undefined) return null
  const rhythm = writtenOut(repeats, start, timeZone)
  const first = midnightOf(start, timeZone)
  const end = until === undefined ? Number.POSITIVE_INFINITY : midnightOf(until, timeZone)
  const days: number[] = []
  for (
    let at = first;
    days.length < count && at <= Math.min(end, first + DAYS_MAX * DAY_MS);
    at += DAY_MS
  ) {
    const day = dayAt(at)
    if ((day.units[unit] - dayAt(first).units[unit]) % every === 0 && isOn(rhythm, day))
      days.push(at)
  }
  const last = new Date(days.at(-1) ?? first).toISOString().slice(0, 10)
  return { rhythm, count: days.length, until: last }
}

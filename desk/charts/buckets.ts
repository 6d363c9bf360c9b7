export type Point = { readonly day: string; readonly value: number }

/** Number of days above which each bar is a week: bars of days would be thinner than a pixel. */
const DAYS_MAX = 120
const WEEK = 7

export const isWeekly = (days: number): boolean => days > DAYS_MAX

/** One point for each bar; a week is named after its first day, and only the oldest may be shorter. */
export function barsOf(points: readonly Point[]): Point[] {
  if (!isWeekly(points.length)) return [...points]
  const weeks: Point[] = []
  for (let end = points.length; end > 0; end -= WEEK) {
    const week = points.slice(Math.max(0, end - WEEK), end)
    const value = week.reduce((sum, point) => sum + point.value, 0)
    weeks.unshift({ day: week[0]?.day ?? '', value })
  }
  return weeks
}

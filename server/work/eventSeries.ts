import type { HasDb, Read, RowOf } from '../db/rows.ts'
import { isOneOf } from '../db/search.ts'
import type { CalendarSeries } from '../text/calendar.ts'
import { isEndless, occurrencesUntil } from './series.ts'

/* Series of public events. Each date is an article of its own, with its page, seats and mails. */

export type SeriesRow = RowOf<'event_series'>

export const listSeries = (w: HasDb, ids: readonly number[]): Promise<SeriesRow[]> =>
  w.db
    .selectFrom('event_series')
    .selectAll()
    .where(isOneOf(w.db, 'id', ids))
    .execute()

type Date = CalendarSeries['dates'][number]

/** Series with their published dates as calendars show them, by id. A date without an article, or withdrawn, is left out there. */
export async function calendarSeries(
  w: Read,
  ids: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, CalendarSeries>> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  const found = new Map<number | null, CalendarSeries>()
  if (known.length === 0) return found
  const articles = await w.db
    .selectFrom('contents')
    .selectAll()
    .where(isOneOf(w.db, 'series_id', known))
    .where('publish_at', '<=', w.now)
    .where('unpublished_at', 'is', null)
    .orderBy('planned_at')
    .execute()
  const bySeries = Map.groupBy(articles, ({ series_id }) => series_id)
  for (const series of await listSeries(w, known)) {
    const own = bySeries.get(series.id) ?? []
    const usual = own.findLast(({ is_own }) => is_own === 0) ?? own.at(-1)
    if (usual === undefined) continue
    const length = (usual.ends_at ?? 0) - (usual.starts_at ?? 0)
    const byPlan = new Map(own.map((article) => [article.planned_at, article]))
    const [first = series.starts_at, ...later] = occurrencesUntil(w, series, series.last_at)
    const dateAt = (planned_at: number): Date => {
      const article = byPlan.get(planned_at)
      const missing = { starts_at: planned_at, ends_at: planned_at + length, cancelled_at: w.now }
      return {
        planned_at,
        article: article ?? usual,
        starts_at: article?.starts_at ?? missing.starts_at,
        ends_at: article?.ends_at ?? missing.ends_at,
        cancelled_at: article === undefined ? w.now : article.cancelled_at,
      }
    }
    const isOver = series.extend_at === null && !isEndless(series.rule)
    const isCancelled = isOver && own.every(({ cancelled_at }) => cancelled_at !== null)
    found.set(series.id, {
      ...series,
      usual,
      dates: [dateAt(first), ...later.map(dateAt)],
      cancelled_at: isCancelled ? series.updated_at : null,
    })
  }
  return found
}

/** Articles and, in the place of its first one, each series as a whole. */
export async function inCalendars<Article extends { readonly series_id: number | null }>(
  w: Read,
  articles: readonly Article[],
): Promise<(Article | CalendarSeries)[]> {
  const series = await calendarSeries(
    w,
    articles.map(({ series_id }) => series_id),
  )
  const shown = new Set<number | null>()
  return articles.flatMap((article) => {
    const { series_id } = article
    const whole = series.get(series_id)
    if (whole === undefined) return article
    if (shown.has(series_id)) return []
    shown.add(series_id)
    return whole
  })
}

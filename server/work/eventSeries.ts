import type { HasDb, Read, RowOf } from '../db/rows.ts'
import { isOneOf } from '../db/search.ts'
import type { CalendarSeries } from '../text/calendar.ts'
import { occurrencesUntil } from './series.ts'

/*
 * Series of public events. Each date is an article of its own, with its page, seats and mails. A series has a part for
 * each of the rhythms that it has had: `series_id` of a date is the first part, `part_id` the one whose rule it follows.
 */

export type SeriesRow = RowOf<'event_series'>

export const listSeries = (w: HasDb, ids: readonly number[]): Promise<SeriesRow[]> =>
  w.db
    .selectFrom('event_series')
    .selectAll()
    .where(isOneOf(w.db, 'id', ids))
    .orderBy('starts_at')
    .execute()

type InSeries = Pick<RowOf<'contents'>, 'id' | 'series_id'>
type Date = CalendarSeries['dates'][number]

/**
 * The parts of series with their published dates as calendars show them, by series. A date of the rule without an
 * article, or with a withdrawn one, is left out there.
 * @param only other articles do not count
 */
export async function calendarSeries(
  w: Read,
  of: readonly InSeries[],
  only?: ReadonlySet<number>,
): Promise<ReadonlyMap<number | null, CalendarSeries[]>> {
  const ids = [...new Set(of.flatMap(({ series_id }) => series_id ?? []))]
  if (ids.length === 0) return new Map()
  const articles = await w.db
    .selectFrom('contents')
    .selectAll()
    .where(isOneOf(w.db, 'series_id', ids))
    .where('publish_at', '<=', w.now)
    .where('unpublished_at', 'is', null)
    .orderBy('planned_at')
    .execute()
  const shown = articles.filter(({ id }) => only?.has(id) ?? true)
  const byPart = Map.groupBy(shown, ({ part_id }) => part_id)
  const parts = (await listSeries(w, [...byPart.keys()].map(Number))).flatMap((part) =>
    partOf(w, part, byPart.get(part.id) ?? []),
  )
  return Map.groupBy(parts, ({ series_id }) => series_id)
}

function partOf(
  w: Read,
  part: SeriesRow,
  articles: readonly RowOf<'contents'>[],
): CalendarSeries[] {
  const usual = articles.findLast(({ is_own }) => is_own === 0) ?? articles.at(-1)
  if (usual === undefined) return []
  const length = (usual.ends_at ?? 0) - (usual.starts_at ?? 0)
  const byPlan = new Map(articles.map((article) => [article.planned_at, article]))
  const last = Math.max(part.last_at, articles.at(-1)?.planned_at ?? 0)
  const dateAt = (planned_at: number): Date => {
    const article = byPlan.get(planned_at)
    return {
      planned_at,
      article: article ?? usual,
      starts_at: article?.starts_at ?? planned_at,
      ends_at: article?.ends_at ?? planned_at + length,
      cancelled_at: article === undefined ? w.now : article.cancelled_at,
    }
  }
  const [first = part.starts_at, ...later] = occurrencesUntil(w, part, last)
  const dates: CalendarSeries['dates'] = [dateAt(first), ...later.map(dateAt)]
  const isOver = articles.every((article) => article.cancelled_at !== null)
  const { series_id } = usual
  const cancelled_at = part.extend_at === null && isOver ? part.updated_at : null
  return [{ ...part, series_id, usual, dates, cancelled_at }]
}

/** Articles and, in the place of its first one, each series as a whole. @param only see `calendarSeries` */
export async function inCalendars<Article extends InSeries>(
  w: Read,
  articles: readonly Article[],
  only?: ReadonlySet<number>,
): Promise<(Article | CalendarSeries)[]> {
  const series = await calendarSeries(w, articles, only)
  const shown = new Set<number | null>()
  return articles.flatMap((article): (Article | CalendarSeries)[] => {
    const { series_id } = article
    const parts = series.get(series_id)
    if (parts === undefined) return [article]
    if (shown.has(series_id)) return []
    shown.add(series_id)
    return parts
  })
}

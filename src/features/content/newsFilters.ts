import type { ContentItem } from '#contract/content.ts'
import type { EventKindId } from '#contract/ids.ts'
import { ANY } from '#contract/lists.ts'
import { idIn } from '#src/platform/urlParts.ts'
import type { FilterCodec } from '#src/ui/useUrlFilters.ts'

/** Cards at first and per Show More (behaviour 9.4). */
export const NEWS_PAGE = 4

export const SCOPES = [ANY, 'National', 'International'] as const
export const MODES = [ANY, 'Online', 'Offline'] as const

export const VIEWS = ['list', 'month'] as const
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

export type NewsFilters = {
  hasNews: boolean
  hasEvents: boolean
  location: (typeof SCOPES)[number]
  type: (typeof MODES)[number]
  /** One that no listed event has filters nothing. */
  kind: EventKindId | typeof ANY
  view: (typeof VIEWS)[number]
  /** "2026-12"; null: the present one. */
  month: string | null
  /** Visible cards, a multiple of `NEWS_PAGE`. */
  count: number
}

const oneOf = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((each) => each === value) ?? values[0]

export const newsFilters: FilterCodec<NewsFilters> = {
  read: (query) => {
    const pages = Math.floor(Number(query.get('count')) / NEWS_PAGE)
    return {
      hasNews: query.get('news') !== 'off',
      hasEvents: query.get('events') !== 'off',
      location: oneOf(SCOPES, query.get('location')),
      type: oneOf(MODES, query.get('type')),
      kind: idIn<EventKindId>(query.get('kind')) ?? ANY,
      view: oneOf(VIEWS, query.get('view')),
      month: MONTH.exec(query.get('month') ?? '')?.[0] ?? null,
      count: (pages >= 1 && pages < 1e6 ? pages : 1) * NEWS_PAGE,
    }
  },
  write: ({ hasNews, hasEvents, location, type, kind, view, month, count }) => {
    const query = new URLSearchParams()
    if (!hasNews) query.set('news', 'off')
    if (!hasEvents) query.set('events', 'off')
    if (location !== ANY) query.set('location', location)
    if (type !== ANY) query.set('type', type)
    if (kind !== ANY) query.set('kind', String(kind))
    if (view !== 'list') query.set('view', view)
    if (view !== 'list' && month !== null) query.set('month', month)
    if (count !== NEWS_PAGE) query.set('count', String(count))
    return query
  },
}

/** Kinds of the events, by their names. */
export const kindsOf = (events: readonly ContentItem[]) =>
  [...new Map(events.map(({ event_kind: kind }) => [kind?.id, kind])).values()]
    .filter((kind) => kind !== undefined)
    .sort((a, b) => a.name.localeCompare(b.name))

/** behaviour 5.8: an event's scope must equal the selection, its type must equal it or be 'Both'. */
export function matching(events: readonly ContentItem[], { location, type, kind }: NewsFilters) {
  const ofKind = events.filter((event) => event.event_kind?.id === kind)
  return (ofKind.length > 0 ? ofKind : events).filter(
    (event) =>
      (location === ANY || event.event_scope === location) &&
      (type === ANY || event.event_type === type || event.event_type === 'Both'),
  )
}

/** News (newest first) and events (soonest first) alternate, so that the first cards of both are closest to today. */
export function visibleArticles(
  news: readonly ContentItem[],
  events: readonly ContentItem[],
  filters: NewsFilters,
): ContentItem[] {
  const shownNews = filters.hasNews ? news : []
  const shownEvents = filters.hasEvents ? matching(events, filters) : []
  const length = Math.max(shownNews.length, shownEvents.length)
  return Array.from({ length }, (_, index) => [shownNews[index], shownEvents[index]])
    .flat()
    .filter((article) => article !== undefined)
}

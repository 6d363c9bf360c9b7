import { ANY } from '#contract/limits.ts'
import type { ContentItem } from '#contract/schemas/content.ts'
import type { NewsFilters } from './newsFilters.ts'

/** behaviour 5: an event's scope must equal the selection, its type must equal it or be 'Both'. */
const isMatch = (event: ContentItem, { location, type }: NewsFilters): boolean =>
  (location === ANY || event.event_scope === location) &&
  (type === ANY || event.event_type === type || event.event_type === 'Both')

/** News (newest first) and events (soonest first) alternate, so that the first cards of both are closest to today. */
export function visibleArticles(
  news: readonly ContentItem[],
  events: readonly ContentItem[],
  filters: NewsFilters,
): ContentItem[] {
  const shownNews = filters.hasNews ? news : []
  const shownEvents = filters.hasEvents ? events.filter((event) => isMatch(event, filters)) : []
  const length = Math.max(shownNews.length, shownEvents.length)
  return Array.from({ length }, (_, index) => [shownNews[index], shownEvents[index]])
    .flat()
    .filter((article) => article !== undefined)
}

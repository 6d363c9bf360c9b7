import { ANY } from '#contract/limits.ts'
import type { ContentItem } from '#contract/schemas/content.ts'
import type { NewsFilters } from './newsFilters.ts'

/** behaviour 5: an event's scope must equal the selection, its type must equal it or be 'Both'. */
const isWanted = (event: ContentItem, { location, type }: NewsFilters): boolean =>
  (location === ANY || event.event_scope === location) &&
  (type === ANY || event.event_type === type || event.event_type === 'Both')

/**
 * The cards of the page. News (newest first) and events (soonest first) take turns, so that the first cards
 * are what is closest to today on either side.
 */
export function storiesToShow(
  news: readonly ContentItem[],
  events: readonly ContentItem[],
  filters: NewsFilters,
): ContentItem[] {
  const shownNews = filters.hasNews ? news : []
  const shownEvents = filters.hasEvents ? events.filter((event) => isWanted(event, filters)) : []
  const turns = Math.max(shownNews.length, shownEvents.length)
  return Array.from({ length: turns }, (_, turn) => [shownNews[turn], shownEvents[turn]])
    .flat()
    .filter((story) => story !== undefined)
}

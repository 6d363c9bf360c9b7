import { ANY, NEWS_PAGE } from '#contract/limits.ts'

export const SCOPES = [ANY, 'National', 'International'] as const
export const MODES = [ANY, 'Online', 'Offline'] as const

/** What the page shows; it lives in the address, so that reload, back and a shared link bring it again. */
export type NewsFilters = {
  hasNews: boolean
  hasEvents: boolean
  location: (typeof SCOPES)[number]
  type: (typeof MODES)[number]
  /** Cards in sight, a whole number of pages. */
  count: number
}

const oneOf = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((each) => each === value) ?? values[0]

/** Reads a query string; whatever it does not say, or says wrongly, is as at the beginning (behaviour 4). */
export function readFilters(query: URLSearchParams): NewsFilters {
  const pages = Math.floor(Number(query.get('count')) / NEWS_PAGE)
  return {
    hasNews: query.get('news') !== 'off',
    hasEvents: query.get('events') !== 'off',
    location: oneOf(SCOPES, query.get('location')),
    type: oneOf(MODES, query.get('type')),
    count: (pages >= 1 && pages < 1e6 ? pages : 1) * NEWS_PAGE,
  }
}

/** The shortest query string that reads as these filters. */
export function writeFilters({ hasNews, hasEvents, location, type, count }: NewsFilters) {
  const query = new URLSearchParams()
  if (!hasNews) query.set('news', 'off')
  if (!hasEvents) query.set('events', 'off')
  if (location !== ANY) query.set('location', location)
  if (type !== ANY) query.set('type', type)
  if (count !== NEWS_PAGE) query.set('count', String(count))
  return query
}

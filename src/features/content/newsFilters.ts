import { ANY, NEWS_PAGE } from '#contract/limits.ts'
import type { FilterCodec } from '#src/ui/useUrlFilters.ts'

export const SCOPES = [ANY, 'National', 'International'] as const
export const MODES = [ANY, 'Online', 'Offline'] as const

export type NewsFilters = {
  hasNews: boolean
  hasEvents: boolean
  location: (typeof SCOPES)[number]
  type: (typeof MODES)[number]
  /** Visible cards, a multiple of `NEWS_PAGE`. */
  count: number
}

const oneOf = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((each) => each === value) ?? values[0]

/** Defaults as of behaviour 4. */
export const newsFilters: FilterCodec<NewsFilters> = {
  read: (query) => {
    const pages = Math.floor(Number(query.get('count')) / NEWS_PAGE)
    return {
      hasNews: query.get('news') !== 'off',
      hasEvents: query.get('events') !== 'off',
      location: oneOf(SCOPES, query.get('location')),
      type: oneOf(MODES, query.get('type')),
      count: (pages >= 1 && pages < 1e6 ? pages : 1) * NEWS_PAGE,
    }
  },
  write: ({ hasNews, hasEvents, location, type, count }) => {
    const query = new URLSearchParams()
    if (!hasNews) query.set('news', 'off')
    if (!hasEvents) query.set('events', 'off')
    if (location !== ANY) query.set('location', location)
    if (type !== ANY) query.set('type', type)
    if (count !== NEWS_PAGE) query.set('count', String(count))
    return query
  },
}

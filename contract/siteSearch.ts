import type { RouteTable } from './route.ts'

/** Additions: announced by `search` in the head of the page (behaviour 12.13). */
export const searchRoutes = {
  searchSite: { method: 'GET', path: '/search/', access: 'open' },
} as const satisfies RouteTable

/** Hits of each kind, unless the caller asks for another number. */
export const SEARCH_HITS = 5
export const SEARCH_HITS_MAX = 20

/** Kinds of hits of the site-wide search, in the order of its groups. */
export const SEARCH_KINDS = ['quick_rule', 'basic_rule', 'entry', 'news', 'event', 'download'] as const
export type SearchKind = (typeof SEARCH_KINDS)[number]

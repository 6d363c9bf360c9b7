import type { RouteTable } from './route.ts'

/** Additions: announced by `search` in the head of the page (behaviour 12.13). */
export const searchRoutes = {
  searchSite: { method: 'GET', path: '/search/', access: 'open' },
} as const satisfies RouteTable

/** Hits of each kind, unless the caller asks for another number. */
export const SEARCH_HITS = 5
export const SEARCH_HITS_MAX = 20

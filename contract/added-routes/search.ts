import type { RouteTable } from '../routes.ts'

/** Additions: announced by a link in the head of the page (behaviour 12.13). */
export const searchRoutes = {
  searchSite: { method: 'GET', path: '/search/', access: 'open' },
} as const satisfies RouteTable

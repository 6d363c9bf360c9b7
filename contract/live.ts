import type { RouteTable } from './route.ts'

/** An addition: announced by `live` in `features` of the profile (behaviour 12.2). */
export const liveRoutes = {
  followChanges: { method: 'GET', path: '/users/live/', access: 'member' },
} as const satisfies RouteTable

/**
 * Longest duration in seconds that a caller may request for a stream; without `wait` it lasts as long as the access
 * token.
 */
export const LIVE_WAIT_MAX = 600

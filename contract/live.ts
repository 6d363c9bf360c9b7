import type { RouteTable } from './route.ts'

/** An addition: announced by `live` in `features` of the profile (behaviour 12.2). */
export const liveRoutes = {
  followChanges: { method: 'GET', path: '/users/live/', access: 'member' },
} as const satisfies RouteTable

/** Seconds that a caller may ask a stream to last; without a number it lasts as long as the access token. */
export const LIVE_WAIT_MAX = 600

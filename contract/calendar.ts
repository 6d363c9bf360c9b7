import type { RouteTable } from './route.ts'

/** Additions: announced by `calendar` and `next` in `features` of the profile (behaviour 12.2). */
export const calendarRoutes = {
  listFeeds: { method: 'GET', path: '/users/calendar/', access: 'member' },
  createFeed: { method: 'POST', path: '/users/calendar/', access: 'member' },
  revokeFeed: { method: 'DELETE', path: '/users/calendar/:id', access: 'member' },
  getUpcoming: { method: 'GET', path: '/users/next/', access: 'member' },
} as const satisfies RouteTable

/** Calendar feeds of one member: one per device. */
export const FEEDS_MAX = 10
/** Characters of the name of a feed. */
export const FEED_NAME_MAX = 100

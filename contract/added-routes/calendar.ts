import type { RouteTable } from '../routes.ts'

/** Additions: announced by `calendar` and `next` in `features` of the profile (behaviour 12.2). */
export const calendarRoutes = {
  listFeeds: { method: 'GET', path: '/users/calendar/', access: 'member' },
  createFeed: { method: 'POST', path: '/users/calendar/', access: 'member' },
  revokeFeed: { method: 'DELETE', path: '/users/calendar/:id', access: 'member' },
  getUpcoming: { method: 'GET', path: '/users/next/', access: 'member' },
} as const satisfies RouteTable

import type { RouteTable } from '../routes.ts'

/** An addition: announced by `live` in `features` of the profile (behaviour 12.2). */
export const liveRoutes = {
  followChanges: { method: 'GET', path: '/users/live/', access: 'member' },
} as const satisfies RouteTable

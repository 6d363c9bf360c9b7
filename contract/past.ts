import type { RouteTable } from './route.ts'

/** Additions: announced by `past` of a group's plan (behaviour 12.8). */
export const pastRoutes = {
  listPastDates: { method: 'GET', path: '/rpggroups/plan/:id/past/', access: 'member' },
  getPastDate: { method: 'GET', path: '/rpggroups/past/:id', access: 'member' },
  saveRecap: { method: 'PUT', path: '/rpggroups/past/:id/recap/', access: 'member' },
  correctAttendance: { method: 'POST', path: '/rpggroups/past/:id/attendance/', access: 'member' },
} as const satisfies RouteTable

/** Characters of a recap. */
export const RECAP_MAX = 8000
/** Members whose attendance one call corrects: more than a group has. */
export const ATTENDANCE_MAX = 100

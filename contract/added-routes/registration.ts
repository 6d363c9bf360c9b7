import type { RouteTable } from '../routes.ts'

/** Additions: announced by `registration` of an event (behaviour 12.2). */
export const registrationRoutes = {
  getRegistration: { method: 'GET', path: '/contents/registration/:id', access: 'optional' },
  signUp: { method: 'POST', path: '/contents/registration/:id', access: 'member' },
  confirmSeat: { method: 'POST', path: '/contents/registration/:id/confirm/', access: 'member' },
  cancelRegistration: { method: 'DELETE', path: '/contents/registration/:id', access: 'member' },
} as const satisfies RouteTable

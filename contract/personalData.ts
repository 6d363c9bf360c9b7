import type { RouteTable } from './route.ts'

/** Additions: announced by `my_data` in `features` of the profile (behaviour 12.2). */
export const personalDataRoutes = {
  getExport: { method: 'GET', path: '/users/my-data/', access: 'member' },
  requestExport: { method: 'POST', path: '/users/my-data/', access: 'member' },
  linkToExport: { method: 'POST', path: '/users/my-data/link/', access: 'member', stepUp: true },
  downloadExport: { method: 'GET', path: '/users/my-data/file/:ticket', access: 'open', changesData: true },
  getDeletion: { method: 'GET', path: '/users/deletion/', access: 'member' },
  requestDeletion: { method: 'POST', path: '/users/deletion/', access: 'member', stepUp: true },
  withdrawDeletion: { method: 'DELETE', path: '/users/deletion/', access: 'member' },
} as const satisfies RouteTable

/** Days within which the deletion of an account can be withdrawn. */
export const DELETION_DAYS = 14

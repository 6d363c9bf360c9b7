import type { RouteTable } from './route.ts'

export const profileRoutes = {
  // As specified: a literal dash where the other call has an id (ruling 45).
  listNameChanges: { method: 'GET', path: '/users/name-change-request/-', access: 'member' },
  createNameChange: { method: 'POST', path: '/users/name-change-request/-', access: 'member' },
  deleteNameChange: { method: 'DELETE', path: '/users/name-change-request/:id', access: 'member' },
  getPreferences: { method: 'GET', path: '/users/preferences', access: 'member' },
  savePreferences: { method: 'PUT', path: '/users/preferences/', access: 'member' },
  listOrderDetails: { method: 'GET', path: '/users/order-details', access: 'member' },
  saveOrderDetails: { method: 'POST', path: '/users/order-details/', access: 'member' },
  listCountries: { method: 'GET', path: '/settings/countries/', access: 'open' },
} as const satisfies RouteTable

/**
 * Emails that members turn off one by one, as the fields of their preferences: invites to groups, polls and sessions,
 * reminders of them, what happens to their groups, and events with a registration of theirs.
 */
export const MAIL_SWITCHES = [
  'invite_mails',
  'planning_mails',
  'reminder_mails',
  'group_log_mails',
  'event_mails',
] as const
export type MailSwitch = (typeof MAIL_SWITCHES)[number]
/** The switches of mails, and the one that says whether other sessions and seats count when dates are suggested. */
export const SWITCHES = [...MAIL_SWITCHES, 'busy_times'] as const
export type Switch = (typeof SWITCHES)[number]

/** Characters of the name of a time zone. */
export const ZONE_NAME_MAX = 100

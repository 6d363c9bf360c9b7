import type { RouteTable } from './route.ts'

export const accountRoutes = {
  login: { method: 'POST', path: '/users/login/', access: 'open' },
  refresh: { method: 'POST', path: '/users/login/refresh/', access: 'open' },
  logout: { method: 'POST', path: '/users/logout/', access: 'open' },
  getProfile: { method: 'GET', path: '/users/profile/', access: 'member' },
  whoAmI: { method: 'GET', path: '/users/whoami', access: 'member' },
  register: { method: 'POST', path: '/users/register/', access: 'open' },
  resendActivation: { method: 'POST', path: '/users/resend-activation/', access: 'open' },
  requestPasswordReset: { method: 'POST', path: '/discordia/request-change-password/', access: 'open' },
  verifyPasswordReset: { method: 'POST', path: '/discordia/verify-change-password/', access: 'open' },
  applyPasswordReset: { method: 'POST', path: '/discordia/verified-change-password/', access: 'open' },
  activateAccount: { method: 'POST', path: '/discordia/verify-activate-user/', access: 'open' },
} as const satisfies RouteTable

/**
 * Username of the account to which rows of deleted accounts belong. It is stored and sent as it is, and readers see it in
 * their language.
 */
export const FORMER_MEMBER = 'a former member'

export const PASSWORD_MIN = 8
/** Register: 8 characters with upper, lower, digit and any special character (behaviour 5.1). */
export const REGISTER_PASSWORD_PATTERN = '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[^A-Za-z0-9\\s]).{8,}$'
/** Ends a URL of the site behind a mailed page that has ended every session: the tokens of this browser are worth nothing. */
export const SESSIONS_ENDED_HASH = '#sessions-ended'

import type { RouteTable } from './route.ts'

/** Additions: announced by `features` of the profile, the login with a passkey in the head of the page (behaviour 12.2). */
export const securityRoutes = {
  startStepUp: { method: 'POST', path: '/users/security/step-up/start/', access: 'member' },
  stepUp: { method: 'POST', path: '/users/security/step-up/', access: 'member' },

  getSecondFactor: { method: 'GET', path: '/users/security/second-factor/', access: 'member' },
  startSecondFactor: { method: 'POST', path: '/users/security/second-factor/start/', access: 'member', stepUp: true },
  confirmSecondFactor: {
    method: 'POST',
    path: '/users/security/second-factor/confirm/',
    access: 'member',
    stepUp: true,
  },
  removeSecondFactor: { method: 'POST', path: '/users/security/second-factor/remove/', access: 'member', stepUp: true },
  renewRecoveryCodes: { method: 'POST', path: '/users/security/recovery-codes/', access: 'member', stepUp: true },

  listPasskeys: { method: 'GET', path: '/users/security/passkeys/', access: 'member' },
  startPasskey: { method: 'POST', path: '/users/security/new-passkey/', access: 'member', stepUp: true },
  addPasskey: { method: 'POST', path: '/users/security/passkeys/', access: 'member', stepUp: true },
  renamePasskey: { method: 'PUT', path: '/users/security/passkeys/:id', access: 'member' },
  removePasskey: { method: 'DELETE', path: '/users/security/passkeys/:id', access: 'member', stepUp: true },
  startPasskeyLogin: { method: 'POST', path: '/users/passkey-login/start/', access: 'open' },
  passkeyLogin: { method: 'POST', path: '/users/passkey-login/', access: 'open' },

  listSessions: { method: 'GET', path: '/users/security/sessions/', access: 'member' },
  endSession: { method: 'DELETE', path: '/users/security/sessions/:id', access: 'member' },
  endOtherSessions: { method: 'POST', path: '/users/security/end-other-sessions/', access: 'member' },

  changePassword: { method: 'POST', path: '/users/security/password/', access: 'member', stepUp: true },
  getEmailChange: { method: 'GET', path: '/users/security/email/', access: 'member' },
  changeEmail: { method: 'POST', path: '/users/security/email/', access: 'member', stepUp: true },
  cancelEmailChange: { method: 'DELETE', path: '/users/security/email/', access: 'member' },

  listSecurityEvents: { method: 'GET', path: '/users/security/events/', access: 'member' },
} as const satisfies RouteTable

/** The header of a step-up token; see `stepUp` in route.ts. */
export const STEP_UP_HEADER = 'x-step-up'
/** Minutes that a step-up token is accepted. */
export const STEP_UP_MINUTES = 10
/** A UUID. */
export const SESSION_ID_PATTERN = '^[0-9a-f-]{36}$'
/** The code that confirms the set-up of a second step at the desk. */
export const MAIL_CODE_DIGITS = 8
export const MAIL_CODE_MINUTES = 15
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 100

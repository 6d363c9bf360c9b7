/** open: no token; optional: a token may be sent and must then be valid; member: a valid token. */
export type Access = 'open' | 'optional' | 'member'
export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API base, exactly as in docs/behaviour/calls.md; `:name` is its `{name}`. */
  readonly path: `/${string}`
  readonly access: Access
  /** As specified: a GET that changes data. No HEAD, no prefetch, limited like every change (ruling 3). */
  readonly changesData?: true
  /** A sensitive act: needs a step-up token of the caller's session in `STEP_UP_HEADER`. */
  readonly stepUp?: true
}
export type RouteTable = Record<string, Route>

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

export const groupRoutes = {
  listGroups: { method: 'GET', path: '/rpggroups/list', access: 'member' },
  listInvites: { method: 'GET', path: '/rpggroups/list/invites', access: 'member' },
  listMutes: { method: 'GET', path: '/rpggroups/list/mutes', access: 'member' },
  createGroup: { method: 'POST', path: '/rpggroups/create/', access: 'member' },
  removeMember: { method: 'POST', path: '/rpggroups/remove/', access: 'member' },
  leaveGroup: { method: 'GET', path: '/rpggroups/leave/:id', access: 'member', changesData: true },
  disbandGroup: { method: 'GET', path: '/rpggroups/disband/:id', access: 'member', changesData: true },
  acceptInvite: { method: 'GET', path: '/rpggroups/accept/:id', access: 'member', changesData: true },
  rejectInvite: { method: 'POST', path: '/rpggroups/reject/:id', access: 'member' },
  inviteMember: { method: 'POST', path: '/rpggroups/invite/:groupId', access: 'member' },
  cancelInvite: { method: 'DELETE', path: '/rpggroups/cancel/:inviteId', access: 'member' },
  unmute: { method: 'DELETE', path: '/rpggroups/unmute/:muteId', access: 'member' },
  transferOwnership: { method: 'POST', path: '/rpggroups/transfer-ownership/', access: 'member' },
  // An addition: called only if a group has `notices` (behaviour 12.2).
  dismissNotices: { method: 'POST', path: '/rpggroups/dismiss-notices/', access: 'member' },
} as const satisfies RouteTable

export const contentRoutes = {
  listNews: { method: 'GET', path: '/contents/active', access: 'open' },
  listEvents: { method: 'GET', path: '/contents/activeEvents', access: 'open' },
  listLatest: { method: 'GET', path: '/contents/latest', access: 'open' },
  getNews: { method: 'GET', path: '/contents/get/:id', access: 'open' },
  getEvent: { method: 'GET', path: '/contents/getEvent/:id', access: 'open' },
  listNext: { method: 'GET', path: '/contents/getNext/:id', access: 'open' },
  listDownloads: { method: 'GET', path: '/downloads/active', access: 'open' },
  downloadFile: { method: 'GET', path: '/downloads/download/:id', access: 'open' },
  logVisit: { method: 'GET', path: '/visits/log-visit/', access: 'open', changesData: true },
} as const satisfies RouteTable

export const rulesRoutes = {
  listRuleCategories: { method: 'GET', path: '/rules/categories/', access: 'open' },
  listRuleSubcategories: { method: 'GET', path: '/rules/get-subcategories/:categoryId/', access: 'open' },
  listRuleVideos: { method: 'GET', path: '/rules/get', access: 'open' },
  listQuickSubcategories: { method: 'GET', path: '/rules/get-quick-subcategories/', access: 'open' },
  listRuleEntries: { method: 'GET', path: '/rules/entries/', access: 'open' },
  listQuickEntries: { method: 'GET', path: '/rules/quick-entries/', access: 'open' },
  listRuleSubEntries: { method: 'GET', path: '/rules/entries/:id/sub-entries/', access: 'open' },
  listQuickSubEntries: { method: 'GET', path: '/rules/quick-entries/:id/sub-entries/', access: 'open' },
} as const satisfies RouteTable

export const glossaryRoutes = {
  listGlossaryTypes: { method: 'GET', path: '/glossary/entry-types/', access: 'open' },
  listGlossarySubtypes: { method: 'GET', path: '/glossary/entry-subtypes/', access: 'open' },
  listSubtypesOfType: { method: 'GET', path: '/glossary/get-subtypes/:typeId/', access: 'open' },
  listGlossaryEntries: { method: 'GET', path: '/glossary/entries/', access: 'optional' },
  listGlossarySubEntries: { method: 'GET', path: '/glossary/entries/:id/sub-entries/', access: 'optional' },
  deleteGlossaryEntry: { method: 'DELETE', path: '/glossary/delete-entry/:id', access: 'member' },
  createGlossaryEntry: { method: 'POST', path: '/glossary/user-entries/', access: 'member' },
  createGlossarySubEntries: { method: 'POST', path: '/glossary/entries/:id/sub-entries/', access: 'member' },
} as const satisfies RouteTable

/** Additions: announced by `features` of the profile (behaviour 12.2). */
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

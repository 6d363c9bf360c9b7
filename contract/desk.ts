import type { StaffRole } from './sets.ts'

/** open: any caller; staff: staff and superusers; superuser: superusers alone. */
export type DeskRole = 'open' | StaffRole
export type DeskRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path below `DESK_API_BASE`, on the desk's own origin. */
  readonly path: `/${string}`
  readonly role: DeskRole
  /** A call that is no GET and yet changes nothing, so that it leaves no row in the audit log. */
  readonly changesNothing?: true
}
/** Resource, as react-admin names it -> its calls. */
export type DeskTable = Record<string, Record<string, DeskRoute>>

export const DESK_API_BASE = '/desk/api'
/** Header with the session's CSRF token on every call but GET. At the login any text will do. */
export const CSRF_HEADER = 'x-desk-csrf'
/** Minutes until the URL of a preview expires. */
export const PREVIEW_MINUTES = 10
/** Characters of an answer to a message of the contact form. */
export const ANSWER_MAX = 10_000
/** Days for which a former name stays reserved. */
export const OLD_NAME_DAYS = 90
/** Rows of one queue that are counted at most; the desk shows "999+". */
export const WAITING_MAX = 1000

type Path = DeskRoute['path']

const get = <P extends Path>(path: P, role: DeskRole = 'staff') => ({ method: 'GET', path, role }) as const
const post = <P extends Path>(path: P, role: DeskRole = 'staff') => ({ method: 'POST', path, role }) as const
const remove = <P extends Path>(path: P) => ({ method: 'DELETE', path, role: 'staff' }) as const

/** An action on one record. */
const act = <R extends string, A extends string>(resource: R, action: A, role?: DeskRole) =>
  post(`/${resource}/:id/${action}`, role)

const readable = <R extends string>(resource: R, role?: DeskRole) =>
  ({ list: get(`/${resource}`, role), get: get(`/${resource}/:id`, role) }) as const

const editable = <R extends string>(resource: R) =>
  ({
    ...readable(resource),
    create: post(`/${resource}`),
    update: { method: 'PUT', path: `/${resource}/:id`, role: 'staff' },
    remove: remove(`/${resource}/:id`),
  }) as const

/** Rows that have a `position`. */
const orderable = <R extends string>(resource: R) =>
  ({ ...editable(resource), order: post(`/${resource}/order`) }) as const

/** Every call of the desk. Lists take `sort`, `range` and `filter` as ra-data-simple-rest sends them. */
export const deskRoutes = {
  session: {
    current: get('/session', 'open'),
    logIn: post('/session', 'open'),
    logOut: remove('/session'),
    startPasskey: { ...post('/session/passkey/start', 'open'), changesNothing: true },
    logInWithPasskey: post('/session/passkey', 'open'),
  },
  /** These calls are also allowed in a session that still has to set up its second step. */
  'second-factor': {
    sendCode: post('/second-factor/send-code'),
    checkCode: post('/second-factor/check-code'),
    start: post('/second-factor/start'),
    confirm: post('/second-factor/confirm'),
  },
  overview: { get: get('/overview'), waiting: get('/overview/waiting') },
  uploads: { create: post('/uploads/:purpose') },
  contents: {
    ...editable('contents'),
    publish: act('contents', 'publish'),
    unpublish: act('contents', 'unpublish'),
    cancel: act('contents', 'cancel'),
    keepOpen: act('contents', 'keep-open'),
    audience: get('/contents/:id/audience'),
    previewLink: { ...act('contents', 'preview-link'), changesNothing: true },
    registrationsFile: get('/contents/:id/registrations.csv'),
    writeToRegistered: act('contents', 'write-to-registered'),
  },
  registrations: {
    ...readable('registrations'),
    attend: act('registrations', 'attend'),
    giveSeat: act('registrations', 'give-seat'),
    takeOff: act('registrations', 'take-off'),
  },
  'download-categories': orderable('download-categories'),
  'download-files': {
    ...orderable('download-files'),
    withdraw: act('download-files', 'withdraw'),
    restore: act('download-files', 'restore'),
  },
  'rule-categories': orderable('rule-categories'),
  'rule-subcategories': orderable('rule-subcategories'),
  'quick-subcategories': orderable('quick-subcategories'),
  'rule-entries': orderable('rule-entries'),
  'rule-videos': orderable('rule-videos'),
  'glossary-types': orderable('glossary-types'),
  'glossary-subtypes': orderable('glossary-subtypes'),
  'glossary-entries': editable('glossary-entries'),
  review: {
    ...readable('review'),
    stats: get('/review/stats'),
    claim: act('review', 'claim'),
    release: act('review', 'release'),
    approve: act('review', 'approve'),
    reject: act('review', 'reject'),
    askChanges: act('review', 'ask-changes'),
    undo: act('review', 'undo'),
  },
  'name-changes': {
    ...readable('name-changes'),
    approve: act('name-changes', 'approve'),
    refuse: act('name-changes', 'refuse'),
  },
  members: {
    ...readable('members', 'superuser'),
    orderDetails: get('/members/:id/order-details', 'superuser'),
    deactivate: act('members', 'deactivate', 'superuser'),
    reactivate: act('members', 'reactivate', 'superuser'),
    resendActivation: act('members', 'resend-activation', 'superuser'),
    endSessions: act('members', 'end-sessions', 'superuser'),
    setRole: act('members', 'role', 'superuser'),
    resetSecondFactor: act('members', 'reset-second-factor', 'superuser'),
    requestExport: act('members', 'request-export', 'superuser'),
    requestDeletion: act('members', 'request-deletion', 'superuser'),
    withdrawDeletion: act('members', 'withdraw-deletion', 'superuser'),
  },
  groups: {
    ...readable('groups', 'superuser'),
    giveOwnership: act('groups', 'owner', 'superuser'),
    removeMember: act('groups', 'remove-member', 'superuser'),
    close: act('groups', 'close', 'superuser'),
  },
  messages: {
    ...readable('messages'),
    read: act('messages', 'read'),
    unread: act('messages', 'unread'),
    answer: act('messages', 'answer'),
  },
  outbox: { ...readable('outbox', 'superuser'), retry: act('outbox', 'retry', 'superuser') },
  texts: { preview: { ...post('/texts/preview'), changesNothing: true } },
  counters: { list: get('/counters') },
  audit: readable('audit', 'superuser'),
  transfer: {
    export: get('/transfer/:area'),
    check: { ...post('/transfer/:area/check'), changesNothing: true },
    import: post('/transfer/:area'),
  },
} as const satisfies DeskTable

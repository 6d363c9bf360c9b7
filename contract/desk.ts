/** open: anybody; staff: staff and superusers; superuser: superusers alone. */
export type DeskRole = 'open' | 'staff' | 'superuser'
export type DeskRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `DESK_API_BASE`, on the desk's own origin. */
  readonly path: `/${string}`
  readonly role: DeskRole
  /** A call that is no GET and yet changes nothing, so that it leaves no trace in the log. */
  readonly changesNothing?: true
}
/** Resource, as react-admin names it -> its calls. */
export type DeskTable = Record<string, Record<string, DeskRoute>>

export const DESK_API_BASE = '/desk/api'
/** Every call but GET carries the session's token in it; the login carries any text. */
export const CSRF_HEADER = 'x-desk-csrf'
export const DESK_COOKIE = 'discordia-desk'
/** Hours until a desk session ends, used or not. */
export const DESK_SESSION_HOURS = 8
/** Minutes that a reviewer has an entry to themself. */
export const CLAIM_MINUTES = 30
/** Minutes within which a decision can be taken back; its mail waits as long. */
export const UNDO_MINUTES = 10
/** Minutes that the address of a preview is good for. */
export const PREVIEW_MINUTES = 10
/** Characters of an answer to a message of the contact form. */
export const ANSWER_MAX = 10_000
/** Days that a given-up name stays closed to others. */
export const OLD_NAME_DAYS = 90
/** Rows of one kind that are counted at most, of those that wait; the desk shows "999+". */
export const WAITING_MAX = 1000
/** Bytes of an uploaded file to download. */
export const DOWNLOAD_BYTES_MAX = 200 * 1024 * 1024
/** Bytes of a JSON file with rules or glossary. */
export const TRANSFER_BYTES_MAX = 64 * 1024 * 1024

const get = (path: DeskRoute['path'], role: DeskRole = 'staff') =>
  ({ method: 'GET', path, role }) as const
const post = (path: DeskRoute['path'], role: DeskRole = 'staff') =>
  ({ method: 'POST', path, role }) as const

const readable = (resource: string, role: DeskRole = 'staff') =>
  ({ list: get(`/${resource}`, role), get: get(`/${resource}/:id`, role) }) as const

const editable = (resource: string) =>
  ({
    ...readable(resource),
    create: post(`/${resource}`),
    update: { method: 'PUT', path: `/${resource}/:id`, role: 'staff' },
    remove: { method: 'DELETE', path: `/${resource}/:id`, role: 'staff' },
  }) as const

/** Things that somebody puts in order by hand. */
const orderly = (resource: string) =>
  ({ ...editable(resource), order: post(`/${resource}/order`) }) as const

/** Every call of the desk. Lists take `sort`, `range` and `filter` as ra-data-simple-rest sends them. */
export const deskRoutes = {
  session: {
    current: get('/session', 'open'),
    logIn: post('/session', 'open'),
    logOut: { method: 'DELETE', path: '/session', role: 'staff' },
  },
  overview: { get: get('/overview'), waiting: get('/overview/waiting') },
  uploads: { create: post('/uploads/:purpose') },
  contents: {
    ...editable('contents'),
    publish: post('/contents/:id/publish'),
    unpublish: post('/contents/:id/unpublish'),
    cancel: post('/contents/:id/cancel'),
    audience: get('/contents/:id/audience'),
    previewLink: { ...post('/contents/:id/preview-link'), changesNothing: true },
  },
  'download-categories': orderly('download-categories'),
  'download-files': {
    ...orderly('download-files'),
    withdraw: post('/download-files/:id/withdraw'),
    restore: post('/download-files/:id/restore'),
  },
  'rule-categories': orderly('rule-categories'),
  'rule-subcategories': orderly('rule-subcategories'),
  'quick-subcategories': orderly('quick-subcategories'),
  'rule-entries': orderly('rule-entries'),
  'rule-videos': orderly('rule-videos'),
  'glossary-types': orderly('glossary-types'),
  'glossary-subtypes': orderly('glossary-subtypes'),
  'glossary-entries': editable('glossary-entries'),
  review: {
    ...readable('review'),
    stats: get('/review/stats'),
    claim: post('/review/:id/claim'),
    release: post('/review/:id/release'),
    approve: post('/review/:id/approve'),
    reject: post('/review/:id/reject'),
    askChanges: post('/review/:id/ask-changes'),
    undo: post('/review/:id/undo'),
  },
  'name-changes': {
    ...readable('name-changes'),
    approve: post('/name-changes/:id/approve'),
    refuse: post('/name-changes/:id/refuse'),
  },
  members: {
    ...readable('members', 'superuser'),
    orderDetails: get('/members/:id/order-details', 'superuser'),
    deactivate: post('/members/:id/deactivate', 'superuser'),
    reactivate: post('/members/:id/reactivate', 'superuser'),
    resendActivation: post('/members/:id/resend-activation', 'superuser'),
    endSessions: post('/members/:id/end-sessions', 'superuser'),
    setRole: post('/members/:id/role', 'superuser'),
  },
  groups: {
    ...readable('groups', 'superuser'),
    giveOwnership: post('/groups/:id/owner', 'superuser'),
    removeMember: post('/groups/:id/remove-member', 'superuser'),
    close: post('/groups/:id/close', 'superuser'),
  },
  messages: {
    ...readable('messages'),
    read: post('/messages/:id/read'),
    unread: post('/messages/:id/unread'),
    answer: post('/messages/:id/answer'),
  },
  outbox: {
    ...readable('outbox', 'superuser'),
    retry: post('/outbox/:id/retry', 'superuser'),
  },
  counters: { list: get('/counters') },
  audit: readable('audit', 'superuser'),
  transfer: {
    export: get('/transfer/:area'),
    check: { ...post('/transfer/:area/check'), changesNothing: true },
    import: post('/transfer/:area'),
  },
} as const satisfies DeskTable

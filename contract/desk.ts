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
/** Articles whose belongings are counted together. */
export const COUNTED_MAX = 100
/** Days for which a former name stays reserved. */
export const OLD_NAME_DAYS = 90
/** Days until a change of an e-mail address by staff is made, or the link for it in the former mailbox expires. */
export const EMAIL_DELAY_DAYS = 7
/** Rows of one queue that are counted at most; the desk shows "999+". */
export const WAITING_MAX = 1000

/** Rows in a list of people to invite. */
export const INVITE_ROWS_MAX = 1000
/** Characters of such a list. */
export const INVITE_LIST_MAX = 500_000

type Path = DeskRoute['path']

const get = <P extends Path>(path: P, role: DeskRole = 'staff') => ({ method: 'GET', path, role }) as const
const post = <P extends Path>(path: P, role: DeskRole = 'staff') => ({ method: 'POST', path, role }) as const
const remove = <P extends Path>(path: P) => ({ method: 'DELETE', path, role: 'staff' }) as const

/** An action on one record. */
const actionOn = <R extends string, A extends string>(resource: R, action: A, role?: DeskRole) =>
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
    startStepUp: { ...post('/session/step-up/start', 'superuser'), changesNothing: true },
  },
  /** These calls are also allowed in a session that still has to set up its second step. */
  'second-factor': {
    sendCode: post('/second-factor/send-code'),
    checkCode: post('/second-factor/check-code'),
    start: post('/second-factor/start'),
    confirm: post('/second-factor/confirm'),
  },
  overview: { get: get('/overview'), waiting: get('/overview/waiting') },
  checklist: {
    get: get('/checklist', 'superuser'),
    /** Nothing of the site changes but what the checklist says. */
    sendTestMail: { ...post('/checklist/test-mail', 'superuser'), changesNothing: true },
  },
  uploads: { create: post('/uploads/:purpose') },
  contents: {
    ...editable('contents'),
    publish: actionOn('contents', 'publish'),
    unpublish: actionOn('contents', 'unpublish'),
    cancel: actionOn('contents', 'cancel'),
    keepOpen: actionOn('contents', 'keep-open'),
    countBelongings: { ...post('/contents/count-belongings'), changesNothing: true },
    audience: get('/contents/:id/audience'),
    previewLink: { ...actionOn('contents', 'preview-link'), changesNothing: true },
    registrationsFile: get('/contents/:id/registrations.csv'),
    writeToRegistered: actionOn('contents', 'write-to-registered'),
  },
  registrations: {
    ...readable('registrations'),
    attend: actionOn('registrations', 'attend'),
    giveSeat: actionOn('registrations', 'give-seat'),
    takeOff: actionOn('registrations', 'take-off'),
  },
  'download-categories': orderable('download-categories'),
  'download-files': {
    ...orderable('download-files'),
    withdraw: actionOn('download-files', 'withdraw'),
    restore: actionOn('download-files', 'restore'),
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
    claim: actionOn('review', 'claim'),
    release: actionOn('review', 'release'),
    approve: actionOn('review', 'approve'),
    reject: actionOn('review', 'reject'),
    askChanges: actionOn('review', 'ask-changes'),
    undo: actionOn('review', 'undo'),
  },
  'name-changes': {
    ...readable('name-changes'),
    approve: actionOn('name-changes', 'approve'),
    refuse: actionOn('name-changes', 'refuse'),
  },
  members: {
    ...readable('members', 'superuser'),
    orderDetails: get('/members/:id/order-details', 'superuser'),
    deactivate: actionOn('members', 'deactivate', 'superuser'),
    reactivate: actionOn('members', 'reactivate', 'superuser'),
    create: post('/members', 'superuser'),
    resendActivation: actionOn('members', 'resend-activation', 'superuser'),
    activate: actionOn('members', 'activate', 'superuser'),
    rename: actionOn('members', 'rename', 'superuser'),
    changeEmail: actionOn('members', 'email', 'superuser'),
    stopEmail: actionOn('members', 'stop-email', 'superuser'),
    endSessions: actionOn('members', 'end-sessions', 'superuser'),
    setRole: actionOn('members', 'role', 'superuser'),
    resetSecondFactor: actionOn('members', 'reset-second-factor', 'superuser'),
    requestExport: actionOn('members', 'request-export', 'superuser'),
    requestDeletion: actionOn('members', 'request-deletion', 'superuser'),
    withdrawDeletion: actionOn('members', 'withdraw-deletion', 'superuser'),
  },
  'member-invites': {
    ...readable('member-invites', 'superuser'),
    check: { ...post('/member-invites/check', 'superuser'), changesNothing: true },
    send: post('/member-invites', 'superuser'),
    takeBack: actionOn('member-invites', 'take-back', 'superuser'),
  },
  groups: {
    ...readable('groups', 'superuser'),
    rename: actionOn('groups', 'rename', 'superuser'),
    giveOwnership: actionOn('groups', 'owner', 'superuser'),
    removeMember: actionOn('groups', 'remove-member', 'superuser'),
    close: actionOn('groups', 'close', 'superuser'),
  },
  openings: {
    ...readable('openings', 'superuser'),
    close: actionOn('openings', 'close', 'superuser'),
    getSwitch: get('/openings/switch', 'superuser'),
    setSwitch: post('/openings/switch', 'superuser'),
  },
  messages: {
    ...readable('messages'),
    read: actionOn('messages', 'read'),
    unread: actionOn('messages', 'unread'),
    answer: actionOn('messages', 'answer'),
    /** Changes nothing, but the audit log records who has looked at whom. */
    lookUp: actionOn('messages', 'look-up'),
  },
  outbox: { ...readable('outbox', 'superuser'), retry: actionOn('outbox', 'retry', 'superuser') },
  site: {
    get: get('/site', 'superuser'),
    texts: get('/site/texts', 'superuser'),
    /** The audit log records what is saved, not each letter before. */
    saveDraft: { method: 'PUT', path: '/site/draft', role: 'superuser', changesNothing: true },
    save: post('/site', 'superuser'),
    cutPicture: { ...post('/site/pictures/:slot', 'superuser'), changesNothing: true },
    takeMark: { ...post('/site/mark', 'superuser'), changesNothing: true },
    takeBook: { ...post('/site/book', 'superuser'), changesNothing: true },
    previewLink: { ...post('/site/preview-link', 'superuser'), changesNothing: true },
  },
  texts: { preview: { ...post('/texts/preview'), changesNothing: true } },
  counters: { list: get('/counters') },
  audit: readable('audit', 'superuser'),
  transfer: {
    export: get('/transfer/:area'),
    check: { ...post('/transfer/:area/check'), changesNothing: true },
    import: post('/transfer/:area'),
  },
  imports: { recent: get('/imports'), undo: actionOn('imports', 'undo') },
} as const satisfies DeskTable

import type { StaffRole } from './sets.ts'
import type { CallSchema } from './shapes.ts'

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
export type DeskCall = DeskRoute & CallSchema
/** Resource, as react-admin names it -> its calls. */
export type DeskTable = Readonly<Record<string, Readonly<Record<string, DeskCall>>>>

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

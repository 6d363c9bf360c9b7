/* Of account security and a member's data; apart from limits.ts, which every page of the site loads. */

/** The header of a step-up token; see `stepUp` in routes.ts. */
export const STEP_UP_HEADER = 'x-step-up'
/** Minutes that a step-up token is accepted. */
export const STEP_UP_MINUTES = 10
/** A UUID. */
export const SESSION_ID_PATTERN = '^[0-9a-f-]{36}$'
export const RECOVERY_CODES = 10
/** The code that confirms the set-up of a second step at the desk. */
export const MAIL_CODE_DIGITS = 8
export const MAIL_CODE_MINUTES = 15
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 100
/** Days within which the old e-mail address can undo a change. */
export const UNDO_EMAIL_DAYS = 7
/** Hours within which the new e-mail address must confirm. */
export const CONFIRM_EMAIL_HOURS = 24
/** Rows of each kind in a member's security log. */
export const SECURITY_EVENTS_PER_KIND = 30
/** Hours that the archive with a member's data can be downloaded. */
export const EXPORT_HOURS = 24
/** Archives of one member in a day. */
export const EXPORTS_PER_DAY = 3
/** Days within which the deletion of an account can be withdrawn. */
export const DELETION_DAYS = 14

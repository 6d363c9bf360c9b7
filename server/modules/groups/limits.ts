import { DAY_MS } from '../../config/time.ts'

/** Links of one group that are open at the same time. */
export const INVITE_LINKS_MAX = 10
/** Groups that a member owns when creating another. Taking over a group from a leaving owner is not limited. */
export const GROUPS_OWNED_MAX = 200
/** Groups of a member, own ones included; the list of groups has no more. */
export const MEMBERSHIPS_MAX = 300
/** Members and open invites of one group together, so that every open invite can be accepted. */
export const GROUP_SIZE_MAX = 50
/** Pending invites of a member; the list of invites has no more. */
export const INVITES_RECEIVED_MAX = 200
/** Active mutes of a member; the list of mutes has no more. */
export const MUTES_MAX = 500
export const LOG_PAGE = 20
/** Notices of one group; the oldest are dropped. */
export const NOTICES_MAX = 5
export const NOTICE_DAYS = 30

/** Open polls of a group, and options of one of them. */
export const POLLS_MAX = 5
/** Sessions of a group that are not over. One that repeats counts once. */
export const SESSIONS_MAX = 20
/** Days from now to the start of what is planned. */
export const PLANNED_DAYS_MAX = 731
export const SESSION_HOURS_MAX = 72

/** Requests of one member that wait, over all groups. */
export const REQUESTS_OPEN_MAX = 10
export const GROUP_REQUESTS_MAX = 30
/** Time after which a member may ask a group again that has declined, and for which an answer is shown. */
export const ASK_AGAIN_MS = 28 * DAY_MS
/** Requests are kept for this time after the answer, or unanswered. */
export const REQUESTS_KEPT_MS = 60 * DAY_MS

export const PAST_PAGE = 10

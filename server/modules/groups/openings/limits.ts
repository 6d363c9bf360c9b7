import { DAY_MS } from '../../../config/time.ts'

/** Requests of one member that wait, over all groups. */
export const REQUESTS_OPEN_MAX = 10
/** Requests that a member makes within a day. */
export const REQUESTS_A_DAY = 10
/** Requests of one group that wait. */
export const GROUP_REQUESTS_MAX = 30
/** Requests of one member to one group within `ASK_AGAIN_MS`, withdrawn ones among them. */
export const REQUESTS_TO_GROUP_MAX = 3
/** Time after which a member may ask a group again that has declined, and for which an answer is shown. */
export const ASK_AGAIN_MS = 28 * DAY_MS
/** Requests are kept for this time after the answer, or unanswered. */
export const REQUESTS_KEPT_MS = 60 * DAY_MS

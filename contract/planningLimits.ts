/* Of date polls and sessions of groups; apart from limits.ts, which every page of the site loads. */

/** Open polls of a group, and options of one of them. */
export const POLLS_MAX = 5
export const OPTIONS_MAX = 10
/** Sessions of a group that are not over. One that repeats counts once. */
export const SESSIONS_MAX = 20
/** Dates of a session that repeats, and days from its first to its last. */
export const REPEATS_MAX = 104
export const REPEAT_DAYS_MAX = 731
/** Weeks or months from one date of a session to the next. */
export const REPEAT_EVERY_MAX = 8
/** Days from now to the start of what is planned. */
export const PLANNED_DAYS_MAX = 731
/** Hours of a session. */
export const SESSION_HOURS_MAX = 72
/** Dates that a group's card shows. */
export const DATES_SHOWN_MAX = 10
/** Characters. */
export const SESSION_TITLE_MAX = 120
export const PLACE_MAX = 200
export const LINK_MAX = 500
export const PLAN_NOTES_MAX = 1000
export const TIME_ZONE_MAX = 100
export const INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$'

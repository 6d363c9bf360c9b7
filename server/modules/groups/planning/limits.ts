/** Open polls of a group, and options of one of them. */
export const POLLS_MAX = 5
/** Sessions of a group that are not over. One that repeats counts once. */
export const SESSIONS_MAX = 20
export const REPEAT_DAYS_MAX = 731
/** Days from now to the start of what is planned. */
export const PLANNED_DAYS_MAX = 731
/** Hours of a session. */
export const SESSION_HOURS_MAX = 72
/** Dates that a group's card shows. */
export const DATES_SHOWN_MAX = 10

/** Open polls of a group, and options of one of them. */
export const POLLS_MAX = 5
/** Sessions of a group that are not over. One that repeats counts once. */
export const SESSIONS_MAX = 20
export const REPEAT_DAYS_MAX = 731
/** Days ahead for which dates of a series without an end are stored, and days after which the next ones are added. */
export const ENDLESS_DAYS = 366
export const EXTENSION_DAYS = 7
/** Days from now to the start of what is planned. */
export const PLANNED_DAYS_MAX = 731
/** Hours of a session. */
export const SESSION_HOURS_MAX = 72
/** Dates that a group's card shows. */
export const DATES_SHOWN_MAX = 10
/** Cancelled dates of series that a group's card shows. */
export const SKIPPED_SHOWN_MAX = 10

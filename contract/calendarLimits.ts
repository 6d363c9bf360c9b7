/* Of a member's calendar and of what the dashboard shows of it; apart from limits.ts, which every page of the site loads. */

/** Calendar feeds of one member: one per device. */
export const FEEDS_MAX = 10
/** Characters of the name of a feed. */
export const FEED_NAME_MAX = 100
/** Days that a feed goes back, and ahead. */
export const FEED_PAST_DAYS = 90
export const FEED_AHEAD_DAYS = 400
/** Entries of a feed; the earliest. */
export const FEED_ENTRIES_MAX = 500

/** Days that "what is next" looks ahead. */
export const NEXT_DAYS = 14
/** Rows of each of its lists; the rest is a number. */
export const NEXT_ITEMS_MAX = 5

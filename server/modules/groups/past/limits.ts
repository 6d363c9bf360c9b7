/** Past dates of one page. */
export const PAST_PAGE = 10
/** Largest number of past dates that a plan announces. */
export const PAST_COUNTED_MAX = 1000

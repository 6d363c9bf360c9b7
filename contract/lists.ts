/** Name of the query parameter that names the language of a page (behaviour 1.4). */
export const LANGUAGE_PARAM = 'lng'
/** The value of a filter that does not filter (behaviour 7.6, 9.4). */
export const ANY = 'Any'
export const SEARCH_DEBOUNCE_MS = 500
/** Rows of an unpaged list; a longer one ends with a `Link` header. */
export const UNPAGED_MAX = 5000
/** Largest `limit` of a paged list, and the cap of the announced total. */
export const PAGE_LIMIT_MAX = 100
export const TOTAL_CAP = 1000

/**
 * Header of a list: how many rows it has over all pages. Counting ends at `TOTAL_CAP`; more rows than
 * that are announced as `1000+`.
 */
export const TOTAL_HEADER = 'x-total-count'

/**
 * Header of a search that found nothing: a URI-encoded JSON array of titles that nearly hold the term, the
 * nearest first. Absent when there are none; the list itself stays empty.
 */
export const SUGGESTIONS_HEADER = 'x-suggestions'
export const SUGGESTIONS_MAX = 5

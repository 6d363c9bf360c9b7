/* Of the search of the whole site; apart from limits.ts, which every page of the site loads. */

/** Hits of each kind, unless the caller asks for another number. */
export const SEARCH_HITS = 5
export const SEARCH_HITS_MAX = 20
/** Marks the link in the head of a served page that announces the search (behaviour 12.13). */
export const SEARCH_MARK = 'data-site-search'
/** Searches that a browser keeps, and characters of one of them. */
export const RECENT_MAX = 6
export const RECENT_TEXT_MAX = 100

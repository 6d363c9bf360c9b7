/* Names of caches and messages, which the pages and the worker share. */

/** Responses of public calls that the pages have made. */
export const SEEN_RESPONSES = 'seen-answers'

export const KEPT_PICTURES = 'kept-pictures'
export const KEPT_FILES = 'kept-files'
/** Responses of a list that is still being fetched. */
export const FILLING = 'filling'

/** Cache mode of requests that the page stores itself; the worker passes them on. */
export const NOT_SEEN = 'no-store'

/** Message of a page to a waiting worker. */
export const SKIP_WAITING = 'skip waiting'

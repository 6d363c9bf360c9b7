/* Names of caches and messages, which the pages and the worker share. */

/** Responses of public calls that were made anyway. */
export const SEEN_ANSWERS = 'seen-answers'
export const SEEN_PICTURES = 'seen-pictures'
/** What the reader has chosen to keep: lists as documents, pictures of their entries, downloads. */
export const KEPT = 'kept'
export const KEPT_PICTURES = 'kept-pictures'
export const KEPT_FILES = 'kept-files'
/** What an interrupted fetch has got. */
export const FILLING = 'filling'

/** Of a request whose response the page keeps itself: the worker leaves it alone. */
export const NOT_SEEN = 'no-store'

/** From a page to a waiting worker. */
export const SKIP_WAITING = 'skip waiting'

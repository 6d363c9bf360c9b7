/* Names of caches and messages, which the pages and the worker share. Devices have caches of these names: they stay. */

/** Responses of public calls that the pages have made. */
export const SEEN_RESPONSES = 'seen-answers'

export const SAVED_PICTURES = 'kept-pictures'
export const SAVED_FILES = 'kept-files'
/** Responses of a list that is still being fetched. */
export const FILLING = 'filling'

/** Cache mode of requests that the page stores itself; the worker passes them on. */
export const NOT_SEEN = 'no-store'

export const SKIP_WAITING = 'skip waiting'

/* Of what a browser keeps for reading without a network; apart from limits.ts, which every page of the site loads. */

/** URL of the worker, and of the plain page that it shows without a network. */
export const WORKER_PATH = '/sw.js'
export const SHELL_PATH = '/offline.html'

/** Entries of one list that are kept; the rest is left out. */
export const KEPT_ENTRIES_MAX = 3000
/** Pictures of one list that are kept, and bytes of all of them and of one. */
export const KEPT_PICTURES_MAX = 300
export const KEPT_PICTURES_BYTES_MAX = 25_000_000
export const KEPT_PICTURE_BYTES_MAX = 1_000_000
/** Calls at the same time while a list is fetched. */
export const KEPT_CALLS_AT_ONCE = 4
/** What an interrupted fetch has got is used again for this long. */
export const RESUMED_MS = 60 * 60_000
/** Downloads that are kept, and bytes of one. */
export const KEPT_FILES_MAX = 50
export const KEPT_FILE_BYTES_MAX = 200_000_000

/** Responses of public calls that were made anyway: number, bytes of one, age. */
export const SEEN_ANSWERS_MAX = 120
export const SEEN_ANSWER_BYTES_MAX = 500_000
export const SEEN_ANSWER_SECONDS = 14 * 86_400
/** Drawings and icons of the site that were seen. */
export const SEEN_PICTURES_MAX = 150
/** A page that has not come by then is drawn from what is kept. */
export const PAGE_SECONDS_MAX = 5

/* Of the stream of changes; apart from limits.ts, which every page of the site loads. */

/** Minutes that a change is kept for streams that come back. */
export const LIVE_KEPT_MINUTES = 15
/** Open streams of one member on one process; the oldest ends when another one begins. */
export const LIVE_STREAMS_MAX = 10
/** Seconds within which an open stream sends something. */
export const LIVE_BEAT_SECONDS = 25
/** Seconds that a caller may ask a stream to last; without a number it lasts as long as the access token. */
export const LIVE_WAIT_MAX = 600

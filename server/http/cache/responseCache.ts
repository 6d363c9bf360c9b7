import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'
import { type CachedResponse, type Content, cachedResponse, weight } from './cachedResponse.ts'

/** Data that is written together and therefore invalidated together. */
export type Area = 'contents' | 'downloads' | 'rules' | 'glossary' | 'countries'

export type ResponseCache = {
  /**
   * The cached response, or a new one; concurrent callers share it. While a new one cannot be made, the last good one
   * is returned for `STALE_MAX_MS`.
   * @param key of the parsed request, never of its raw text: one request can be spelled in endless ways
   * @param make must not depend on the caller; its errors are not cached
   */
  readonly get: (area: Area, key: string, make: () => Promise<Content>) => Promise<CachedResponse>
  /** Is this cached response still valid (not expired, its area not invalidated)? */
  readonly isFresh: (response: CachedResponse) => boolean
  /** Take it before reading data of the area, for `isCurrent`. */
  readonly stamp: (area: Area) => Stamp
  /** Would a response made at the time of the stamp still be valid? */
  readonly isCurrent: (stamp: Stamp) => boolean
  /** Invalidates the area. Call it after the commit of every write. */
  readonly clear: (area: Area) => void
  /** Bytes of all cached responses. */
  readonly size: () => number
}

/** Another process may have written: after this time, a response is made again. */
const MAX_AGE_MS = 5000
/** During an outage of the database, the last good response is used this long. */
export const STALE_MAX_MS = 5 * 60_000
/** During an outage, between two attempts to make the same response. */
const RETRY_PAUSE_MS = 1000
/** Of each area. The whole list of 5,000 glossary entries takes 1.5 MB, a page of ten 4 kB. */
export const AREA_BYTES_MAX = 32 * 1024 * 1024
/** Of an entry besides the bytes of its response, rounded up. */
const OVERHEAD_BYTES = 1024

/** `until` in epoch milliseconds, the other times by `elapsed`. */
type Entry = {
  readonly response: CachedResponse
  readonly since: number
  readonly until: number
  /** Number of invalidations of the area before the response was made. */
  readonly cleared: number
  readonly bucket: Bucket
  /** Set during an outage. */
  retryAt: number | null
}
export type Stamp = Pick<Entry, 'since' | 'cleared' | 'bucket'>
type Attempt = { readonly since: number; readonly response: Promise<CachedResponse> }
/** The cache of one area. */
type Bucket = {
  readonly entries: LRUCache<string, Entry>
  readonly attempts: Map<string, Attempt>
  cleared: number
  purgedAt: number
}

/**
 * One per process, shared by its applications.
 * @param clock epoch milliseconds, for scheduled content
 * @param elapsed monotonic milliseconds, for ages: the epoch clock may be set back
 */
export function makeResponseCache(
  clock: () => number,
  elapsed: () => number = () => performance.now(),
): ResponseCache {
  const buckets = new Map<Area, Bucket>()
  const entryOf = new WeakMap<CachedResponse, Entry>()
  const bucketOf = (area: Area): Bucket => {
    const bucket = buckets.get(area) ?? newBucket(elapsed)
    buckets.set(area, bucket)
    return bucket
  }
  const isCurrent = ({ since, cleared, bucket }: Stamp) =>
    cleared === bucket.cleared && elapsed() < since + MAX_AGE_MS
  const isValid = (entry: Entry) => isCurrent(entry) && clock() < entry.until

  /** Makes a response; it is cached unless the area was invalidated in the meantime. */
  function attempt(
    bucket: Bucket,
    key: string,
    make: () => Promise<Content>,
  ): Promise<CachedResponse> {
    const { entries, attempts, cleared } = bucket
    // Before the query: the response is as old as the data it reads.
    const since = elapsed()
    purge(bucket, since)
    const previous = entries.peek(key)
    const run = async () => {
      try {
        const content = await make()
        const grown = (response: CachedResponse) => {
          const entry = entries.peek(key)
          // A new object: the LRU cache keeps the size of one that it knows.
          if (entry?.response === response) entries.set(key, { ...entry }, { noUpdateTTL: true })
        }
        const response = cachedResponse(content, previous?.response, grown)
        const { until = Infinity } = content
        const entry = { response, since, until, cleared, bucket, retryAt: null }
        if (attempts.get(key) === own) entries.set(key, entry)
        entryOf.set(response, entry)
        return response
      } catch (error) {
        if (isFinal(error) && attempts.get(key) === own) entries.delete(key)
        throw error
      } finally {
        if (attempts.get(key) === own) attempts.delete(key)
      }
    }
    // A microtask later, so that `own` is initialized.
    const own: Attempt = { since, response: Promise.resolve().then(run) }
    attempts.set(key, own)
    return own.response
  }

  function stale(entry: Entry, cause: unknown): CachedResponse {
    const age = String(Math.max(0, Math.floor((elapsed() - entry.since) / 1000)))
    const headers = { ...entry.response.headers, age, warning: '110 - "Response is Stale"' }
    return { ...entry.response, headers, outage: { cause } }
  }

  async function get(area: Area, key: string, make: () => Promise<Content>) {
    const bucket = bucketOf(area)
    const known = bucket.entries.get(key)
    if (known && isValid(known)) return known.response
    const running = bucket.attempts.get(key)
    const isUsable = running !== undefined && elapsed() < running.since + MAX_AGE_MS
    if (known?.retryAt != null) {
      // During an outage, no caller waits for the database.
      if (!isUsable && elapsed() >= known.retryAt) {
        known.retryAt = elapsed() + RETRY_PAUSE_MS
        attempt(bucket, key, make).catch(() => undefined)
      }
      return stale(known, null)
    }
    try {
      return await (isUsable ? running.response : attempt(bucket, key, make))
    } catch (error) {
      const last = bucket.entries.get(key)
      if (last === undefined || isFinal(error)) throw error
      last.retryAt = elapsed() + RETRY_PAUSE_MS
      return stale(last, error)
    }
  }

  return {
    get,
    isFresh(response) {
      const entry = entryOf.get(response)
      return entry !== undefined && isValid(entry)
    },
    stamp(area) {
      const bucket = bucketOf(area)
      return { since: elapsed(), cleared: bucket.cleared, bucket }
    },
    isCurrent,
    // A running query began before the write: its callers get its response, later ones do not.
    clear(area) {
      const bucket = bucketOf(area)
      bucket.entries.clear()
      bucket.attempts.clear()
      bucket.cleared++
    },
    size: () => [...buckets.values()].reduce((sum, { entries }) => sum + entries.calculatedSize, 0),
  }
}

const newBucket = (elapsed: () => number): Bucket => ({
  entries: new LRUCache({
    maxSize: AREA_BYTES_MAX,
    sizeCalculation: ({ response }, key) => OVERHEAD_BYTES + 2 * key.length + weight(response),
    ttl: STALE_MAX_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  }),
  attempts: new Map(),
  cleared: 0,
  purgedAt: elapsed(),
})

/** Without a timer: only a growing cache needs it. */
function purge(bucket: Bucket, now: number): void {
  if (now < bucket.purgedAt + STALE_MAX_MS / 10) return
  bucket.purgedAt = now
  bucket.entries.purgeStale()
}

/** A refusal such as 404 is a response by itself; any other error is an outage. */
const isFinal = (error: unknown): boolean => error instanceof Refusal && error.status < 500

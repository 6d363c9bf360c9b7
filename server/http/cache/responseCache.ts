import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'
import { type CachedResponse, type Content, cachedResponse } from './cachedResponse.ts'

/** Data that is written together and therefore invalidated together. */
export const AREAS = ['contents', 'downloads', 'rules', 'glossary', 'countries', 'search'] as const
export type Area = (typeof AREAS)[number]

/** Age after which a response is made again: another process may have written, and its message may be lost. */
const MAX_AGE_MS = 5000
/** Longest age of a stale response that is sent during an outage of the database. */
export const STALE_MAX_MS = 5 * 60_000
/** Pause between two attempts to make the same response during an outage. */
const RETRY_PAUSE_MS = 1000
/** Limit of each area. The whole list of 5,000 glossary entries takes 1.5 MB, a page of ten 4 kB. */
export const AREA_BYTES_MAX = 32 * 1024 * 1024
/** Size of an entry besides the bytes of its response, rounded up. */
const OVERHEAD_BYTES = 1024

export type Stamp = {
  readonly bucket: Bucket
  /** Milliseconds of `elapsed`. */
  readonly since: number
  readonly cleared: number
}
type Entry = {
  readonly response: CachedResponse
  /** Time before the query: the response is as old as the data it reads. */
  readonly stamp: Stamp
  /** Epoch milliseconds. */
  readonly until: number
  /** Set during an outage; milliseconds of `elapsed`. */
  retryAt: number | null
}
type Attempt = { readonly stamp: Stamp; readonly response: Promise<CachedResponse> }
/** The cache of one area. */
type Bucket = {
  readonly entries: LRUCache<string, Entry>
  readonly attempts: Map<string, Attempt>
  cleared: number
  purgedAt: number
}
type Make = () => Promise<Content>

/** One per process, shared by its applications. */
export class ResponseCache {
  readonly #clock: () => number
  readonly #elapsed: () => number
  readonly #buckets = new Map<Area, Bucket>()
  readonly #entryOf = new WeakMap<CachedResponse, Entry>()

  /**
   * @param clock epoch milliseconds, for scheduled content
   * @param elapsed monotonic milliseconds, for ages: the epoch clock may be set back
   */
  constructor(clock: () => number, elapsed = () => performance.now()) {
    this.#clock = clock
    this.#elapsed = elapsed
  }

  /**
   * The cached response, or a new one; concurrent callers share it. While a new one cannot be made, the last good one
   * is returned for `STALE_MAX_MS`.
   * @param key of the parsed request, never of its raw text: one request can be spelled in endless ways
   * @param make must not depend on the caller; its errors are not cached
   */
  async get(area: Area, key: string, make: Make): Promise<CachedResponse> {
    const stamp = this.stamp(area)
    const { entries, attempts } = stamp.bucket
    const known = entries.get(key)
    if (known && this.#isValid(known)) return known.response
    const running = attempts.get(key)
    const isUsable = running !== undefined && this.isCurrent(running.stamp)
    if (known?.retryAt != null) {
      // No caller waits for the database during an outage.
      if (!isUsable && stamp.since >= known.retryAt) {
        known.retryAt = stamp.since + RETRY_PAUSE_MS
        this.#attempt(stamp, key, make).catch(() => undefined)
      }
      return this.#stale(known, null)
    }
    try {
      return await (isUsable ? running.response : this.#attempt(stamp, key, make))
    } catch (error) {
      const last = entries.get(key)
      if (last === undefined || isFinal(error)) throw error
      last.retryAt = this.#elapsed() + RETRY_PAUSE_MS
      return this.#stale(last, error)
    }
  }

  /** True if this cached response is still valid (not expired, its area not invalidated). */
  isFresh(response: CachedResponse): boolean {
    const entry = this.#entryOf.get(response)
    return entry !== undefined && this.#isValid(entry)
  }

  /** Take it before reading data of the area, for `isCurrent`. */
  stamp(area: Area): Stamp {
    const bucket = this.#bucketOf(area)
    return { since: this.#elapsed(), cleared: bucket.cleared, bucket }
  }

  /** True if a response made at the time of the stamp would still be valid. */
  isCurrent({ since, cleared, bucket }: Stamp): boolean {
    return cleared === bucket.cleared && this.#elapsed() < since + MAX_AGE_MS
  }

  /**
   * Invalidates the area. Call it after the commit of every write: callers of a running query get its response, later
   * ones do not.
   */
  clear(area: Area): void {
    this.#empty(area)
    // The search is made of the other areas.
    if (area !== 'search') this.#empty('search')
  }

  #empty(area: Area): void {
    const bucket = this.#bucketOf(area)
    bucket.entries.clear()
    bucket.attempts.clear()
    bucket.cleared++
  }

  /** Bytes of all cached responses. */
  size(): number {
    return [...this.#buckets.values()].reduce((sum, one) => sum + one.entries.calculatedSize, 0)
  }

  #bucketOf(area: Area): Bucket {
    const bucket = this.#buckets.get(area) ?? newBucket(this.#elapsed)
    this.#buckets.set(area, bucket)
    return bucket
  }

  #isValid(entry: Entry): boolean {
    return this.isCurrent(entry.stamp) && this.#clock() < entry.until
  }

  #attempt(stamp: Stamp, key: string, make: Make): Promise<CachedResponse> {
    purge(stamp.bucket, stamp.since)
    // Runs a microtask later, so that `attempt` is initialized.
    const response = Promise.resolve().then(() => this.#run(attempt, key, make))
    const attempt: Attempt = { stamp, response }
    stamp.bucket.attempts.set(key, attempt)
    return response
  }

  /** Makes a response; it is cached unless the area was invalidated in the meantime. */
  async #run(attempt: Attempt, key: string, make: Make): Promise<CachedResponse> {
    const { stamp } = attempt
    const { entries, attempts } = stamp.bucket
    const previous = entries.peek(key)
    try {
      const content = await make()
      const grown = (response: CachedResponse) => {
        const entry = entries.peek(key)
        // A new object: the LRU cache keeps the size of one that it knows.
        if (entry?.response === response) entries.set(key, { ...entry }, { noUpdateTTL: true })
      }
      const response = cachedResponse(content, previous?.response, grown)
      const entry = { response, stamp, until: content.until ?? Infinity, retryAt: null }
      if (attempts.get(key) === attempt) entries.set(key, entry)
      this.#entryOf.set(response, entry)
      return response
    } catch (error) {
      if (isFinal(error) && attempts.get(key) === attempt) entries.delete(key)
      throw error
    } finally {
      if (attempts.get(key) === attempt) attempts.delete(key)
    }
  }

  #stale(entry: Entry, cause: unknown): CachedResponse {
    const age = String(Math.max(0, Math.floor((this.#elapsed() - entry.stamp.since) / 1000)))
    const headers = { ...entry.response.headers, age, warning: '110 - "Response is Stale"' }
    return { ...entry.response, headers, outage: { cause } }
  }
}

const newBucket = (elapsed: () => number): Bucket => ({
  entries: new LRUCache({
    maxSize: AREA_BYTES_MAX,
    sizeCalculation: ({ response }, key) => OVERHEAD_BYTES + 2 * key.length + response.weight(),
    ttl: STALE_MAX_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  }),
  attempts: new Map(),
  cleared: 0,
  purgedAt: elapsed(),
})

/** Needs no timer: only a growing cache needs a purge. */
function purge(bucket: Bucket, now: number): void {
  if (now < bucket.purgedAt + STALE_MAX_MS / 10) return
  bucket.purgedAt = now
  bucket.entries.purgeStale()
}

/** A refusal such as 404 is a response by itself; any other error is an outage. */
const isFinal = (error: unknown): boolean => error instanceof Refusal && error.status < 500

import { LRUCache } from 'lru-cache'
import { Refusal } from '../errors.ts'
import { type CachedResponse, type Content, cachedResponse, weight } from './cachedResponse.ts'

/** What is written together and therefore forgotten together. */
export type Area = 'contents' | 'downloads' | 'rules' | 'glossary' | 'countries'

export type ResponseCache = {
  /**
   * The kept answer, or a new one. Callers that come while it is made wait for the same one. While new ones
   * cannot be made, the last good one stands in for `STALE_MAX_MS`.
   * @param key of the parsed request, never of its raw text: strangers can write one thing in endless ways
   * @param make must not depend on who asks; what it throws is not kept
   */
  readonly get: (area: Area, key: string, make: () => Promise<Content>) => Promise<CachedResponse>
  /** May this answer be given once more, without asking for it by its key? */
  readonly isFresh: (answer: CachedResponse) => boolean
  /** Taken before something is read of the area, to be asked about later. */
  readonly stamp: (area: Area) => Stamp
  /** Is what was read after the stamp still as good as a kept answer would be? */
  readonly isCurrent: (stamp: Stamp) => boolean
  /** Call after the commit of every write to the area. */
  readonly clear: (area: Area) => void
  /** Bytes that the kept answers take, by the cache's own account. */
  readonly size: () => number
}

/** An answer is asked of the database again after this time at the latest: another process may have written. */
const AGE_MAX_MS = 5000
/** While the database is away, the last good answer is given for so long; older ones are freed. */
export const STALE_MAX_MS = 5 * 60_000
/** While the database is away, it is asked for the same answer no more often than this. */
const RETRY_PAUSE_MS = 1000
/** Of each area. A whole glossary of 5,000 entries takes 1.5 MB; each page of ten 4 kB. */
export const AREA_BYTES_MAX = 32 * 1024 * 1024
/** What an answer takes beside its bytes, rounded up. */
const OVERHEAD_BYTES = 1024

/** `until` in epoch milliseconds, the other times as told by `elapsed`. */
type Entry = {
  readonly answer: CachedResponse
  readonly since: number
  readonly until: number
  readonly cleared: number
  readonly shelf: Shelf
  /** Set while newer answers cannot be made. */
  retryAt: number | null
}
/** When something was read, and after how many writes. */
export type Stamp = Pick<Entry, 'since' | 'cleared' | 'shelf'>
type Attempt = { readonly since: number; readonly answer: Promise<CachedResponse> }
type Shelf = {
  readonly entries: LRUCache<string, Entry>
  readonly attempts: Map<string, Attempt>
  cleared: number
  sweptAt: number
}

/**
 * One for each process, shared by every application in it.
 * @param clock epoch milliseconds, for what is planned for a time
 * @param elapsed milliseconds that never jump, for ages: the epoch clock of a machine may be set back
 */
export function makeResponseCache(
  clock: () => number,
  elapsed: () => number = () => performance.now(),
): ResponseCache {
  const shelves = new Map<Area, Shelf>()
  const births = new WeakMap<CachedResponse, Entry>()
  const shelfOf = (area: Area): Shelf => {
    const shelf = shelves.get(area) ?? newShelf(elapsed)
    shelves.set(area, shelf)
    return shelf
  }
  const isCurrent = ({ since, cleared, shelf }: Stamp) =>
    cleared === shelf.cleared && elapsed() < since + AGE_MAX_MS
  const isGood = (entry: Entry) => isCurrent(entry) && clock() < entry.until

  /** Starts a query; what it makes is kept unless the area was written to meanwhile. */
  function attempt(
    shelf: Shelf,
    key: string,
    make: () => Promise<Content>,
  ): Promise<CachedResponse> {
    const { entries, attempts, cleared } = shelf
    // The age counts from before the query, so that no answer is older than it says.
    const since = elapsed()
    sweep(shelf, since)
    const known = entries.peek(key)
    const run = async () => {
      try {
        const content = await make()
        const grown = (answer: CachedResponse) => {
          const entry = entries.peek(key)
          // As a new object: of the same one the size is not asked again.
          if (entry?.answer === answer) entries.set(key, { ...entry }, { noUpdateTTL: true })
        }
        const answer = cachedResponse(content, known?.answer, grown)
        const { until = Infinity } = content
        const entry = { answer, since, until, cleared, shelf, retryAt: null }
        if (attempts.get(key) === own) entries.set(key, entry)
        births.set(answer, entry)
        return answer
      } catch (error) {
        if (isFinal(error) && attempts.get(key) === own) entries.delete(key)
        throw error
      } finally {
        if (attempts.get(key) === own) attempts.delete(key)
      }
    }
    // A step later, so that `own` is known to it.
    const own: Attempt = { since, answer: Promise.resolve().then(run) }
    attempts.set(key, own)
    return own.answer
  }

  /** The last good answer, marked with its age. */
  function outdated(entry: Entry, cause: unknown): CachedResponse {
    const age = String(Math.max(0, Math.floor((elapsed() - entry.since) / 1000)))
    const headers = { ...entry.answer.headers, age, warning: '110 - "Response is Stale"' }
    return { ...entry.answer, headers, outage: { cause } }
  }

  return {
    async get(area, key, make) {
      const shelf = shelfOf(area)
      const known = shelf.entries.get(key)
      if (known && isGood(known)) return known.answer
      const running = shelf.attempts.get(key)
      const isUseful = running !== undefined && elapsed() < running.since + AGE_MAX_MS
      if (known?.retryAt != null) {
        // Nobody waits for a database that is known to be away.
        if (!isUseful && elapsed() >= known.retryAt) {
          known.retryAt = elapsed() + RETRY_PAUSE_MS
          attempt(shelf, key, make).catch(() => undefined)
        }
        return outdated(known, null)
      }
      try {
        return await (isUseful ? running.answer : attempt(shelf, key, make))
      } catch (error) {
        const last = shelf.entries.get(key)
        if (last === undefined || isFinal(error)) throw error
        last.retryAt = elapsed() + RETRY_PAUSE_MS
        return outdated(last, error)
      }
    },
    isFresh(answer) {
      const entry = births.get(answer)
      return entry !== undefined && isGood(entry)
    },
    stamp(area) {
      const shelf = shelfOf(area)
      return { since: elapsed(), cleared: shelf.cleared, shelf }
    },
    isCurrent,
    // A query that is still running began before the write: its callers get it, and nobody after them.
    clear(area) {
      const shelf = shelfOf(area)
      shelf.entries.clear()
      shelf.attempts.clear()
      shelf.cleared++
    },
    size: () => [...shelves.values()].reduce((sum, { entries }) => sum + entries.calculatedSize, 0),
  }
}

const newShelf = (elapsed: () => number): Shelf => ({
  entries: new LRUCache({
    maxSize: AREA_BYTES_MAX,
    sizeCalculation: ({ answer }, key) => OVERHEAD_BYTES + 2 * key.length + weight(answer),
    ttl: STALE_MAX_MS,
    ttlResolution: 0,
    perf: { now: elapsed },
  }),
  attempts: new Map(),
  cleared: 0,
  sweptAt: elapsed(),
})

/** Frees what is too old even for an outage; without a timer, since only a growing cache needs it. */
function sweep(shelf: Shelf, now: number): void {
  if (now < shelf.sweptAt + STALE_MAX_MS / 10) return
  shelf.sweptAt = now
  shelf.entries.purgeStale()
}

/** A refusal such as 404 is an answer by itself; anything else says that the database is away. */
const isFinal = (error: unknown): boolean => error instanceof Refusal && error.status < 500

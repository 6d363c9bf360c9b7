import { setTimeout as pause } from 'node:timers/promises'
import pLimit from 'p-limit'
import { errors } from './errors.ts'

/** Limits the concurrency of expensive work. @throws Refusal 503 with Retry-After when the queue is full */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>

/** Gates of one process: libuv runs argon2, sharp and file reads on the same threads. */
export type Gates = {
  /** Password hashes: 19 MiB and about 27 ms of a thread each. */
  readonly hashing: Gate
  /** Decoding and encoding of pictures: up to some hundred MB of memory each. */
  readonly images: Gate
  /** Rendering of a page: some milliseconds of the main thread. */
  readonly pages: Gate
  /** Longest wait of a visitor for a page that is not cached; after it the browser renders the plain page. */
  readonly pageLimitMs: number
  /** Searches of the whole site that are not cached: some ten queries each. */
  readonly searches: Gate
}

const HASHES_AT_ONCE = 2
const HASHES_QUEUED = 64
const IMAGES_AT_ONCE = 2
const IMAGES_QUEUED = 16
const PAGES_QUEUED = 8
const PAGE_LIMIT_MS = 150
const SEARCHES_AT_ONCE = 4
const SEARCHES_QUEUED = 128
const RETRY_AFTER_SECONDS = 5

/** Call once per process, so that the site and the desk share the limits. */
export const makeGates = (): Gates => ({
  hashing: makeGate(HASHES_AT_ONCE, HASHES_QUEUED),
  images: makeGate(IMAGES_AT_ONCE, IMAGES_QUEUED),
  pages: paced(makeGate(1, PAGES_QUEUED)),
  pageLimitMs: PAGE_LIMIT_MS,
  searches: makeGate(SEARCHES_AT_ONCE, SEARCHES_QUEUED),
})

/** @param queued waiting callers; further ones are refused at once */
export function makeGate(atOnce: number, queued: number): Gate {
  const limit = pLimit(atOnce)
  return (work) => {
    if (limit.pendingCount >= queued) return Promise.reject(errors.busy(RETRY_AFTER_SECONDS))
    return limit(work)
  }
}

/** Pauses after each work for as long as it took: many callers take at most half of the processor. */
const paced =
  (gate: Gate): Gate =>
  (work) =>
    new Promise((resolve, reject) => {
      gate(async () => {
        const started = performance.now()
        await work().then(resolve, reject)
        await pause(performance.now() - started)
      }).catch(reject)
    })

import { WORKER_PATH } from '#contract/offline.ts'

/** A silent server counts as none. */
const SILENT_MS_MAX = 5000

/**
 * Whether the server responds at all: with a script, which no proxy and no login page of a public network sends. HEAD
 * bypasses the service worker and the cache.
 */
export const serverResponds = (): Promise<boolean> =>
  fetch(WORKER_PATH, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(SILENT_MS_MAX),
  }).then(
    ({ status, headers }) => status < 500 && !headers.get('Content-Type')?.includes('html'),
    () => false,
  )

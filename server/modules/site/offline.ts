import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORKER_PATH } from '#contract/offline.ts'
import type { Settings } from '../../config/env.ts'
import { cachedResponse } from '../../http/cache/cachedResponse.ts'
import { negotiated } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { builtOrigins } from '../../http/plugins/security.ts'
import { voidTag } from '../../text/markup.ts'

/**
 * Served to browsers that have a worker from before: it unregisters itself and deletes everything that the last one has
 * stored.
 */
export const NO_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => self.registration.unregister()),
  ),
)
`

const workerIn = (root: string): string => join(root, WORKER_PATH)

/** Tag in the head of every page: the site registers the worker, and offers to store something, only if it is there. */
export const offlineTag = ({ isOffline }: Pick<Settings, 'isOffline'>, root: string): string =>
  isOffline && existsSync(workerIn(root))
    ? voidTag('link', { rel: 'serviceworker', href: WORKER_PATH, 'data-offline': '' })
    : ''

/**
 * The worker of the site; where it is switched off or not built, one that removes it.
 * @param root of the built site
 */
export function serveWorker(app: App, { settings }: Pick<Deps, 'settings'>, root: string): void {
  const isThere = settings.isOffline && existsSync(workerIn(root))
  const response = cachedResponse(
    {
      mediaType: 'text/javascript; charset=utf-8',
      text: isThere ? readFileSync(workerIn(root)) : NO_WORKER,
    },
    undefined,
    () => {},
  )
  const sources = ["'self'", ...settings.calledOrigins, ...builtOrigins()].join(' ')
  const policy = `default-src 'none'; script-src 'self'; connect-src ${sources}; frame-ancestors 'none'`
  app.get(WORKER_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-cache').header('content-security-policy', policy)
    const body = await negotiated(request, reply, response)
    return reply.send(reply.statusCode === 304 ? undefined : body)
  })
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORKER_PATH } from '#contract/offline.ts'
import type { Settings } from '../../config/env.ts'
import { cachedResponse } from '../../http/cache/cachedResponse.ts'
import { negotiated, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { builtOrigins } from '../../http/plugins/security.ts'
import { perKit } from '../../text/kit.ts'
import { type Site, sitemap } from './site.ts'

/**
 * `/sitemap.xml`, and `/robots.txt` with its absolute URL, which only the server knows.
 * @param root folder of the built site, with the rules for crawlers
 */
export function serveCrawlers(
  app: App,
  { responseCache, settings: { publicUrl } }: Pick<Deps, 'responseCache' | 'settings'>,
  { listPages }: Site,
  root: string,
): void {
  app.get('/sitemap.xml', async (request, reply) => {
    const response = await responseCache.get('contents', 'sitemap', async () => ({
      mediaType: 'application/xml; charset=utf-8',
      text: sitemap(publicUrl, await listPages()),
    }))
    return sendCached(request, reply, response)
  })

  const file = join(root, 'robots.txt')
  if (!existsSync(file)) return
  const robots = `${readFileSync(file, 'utf8').trimEnd()}\n\nSitemap: ${publicUrl}/sitemap.xml\n`
  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(robots),
  )
}

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

/** Whether the site may register a worker, and offer to keep something. */
export const hasWorker = ({ isOffline }: Pick<Settings, 'isOffline'>, root: string): boolean =>
  isOffline && existsSync(workerIn(root))

/**
 * The worker of the site; where it is switched off or not built, one that removes it.
 * @param root of the built site
 */
export function serveWorker(
  app: App,
  { settings, kit }: Pick<Deps, 'settings' | 'kit'>,
  root: string,
): void {
  const script = hasWorker(settings, root) ? readFileSync(workerIn(root)) : NO_WORKER
  // Another kit makes another worker, which fetches the files of the site anew.
  const responseFor = perKit(({ stamp }) =>
    cachedResponse(
      {
        mediaType: 'text/javascript; charset=utf-8',
        text: stamp === null ? script : `self.kitStamp=${JSON.stringify(stamp)}\n${String(script)}`,
      },
      undefined,
      () => {},
    ),
  )
  const sources = ["'self'", ...builtOrigins()].join(' ')
  const policy = `default-src 'none'; script-src 'self'; connect-src ${sources}; frame-ancestors 'none'`
  app.get(WORKER_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-cache').header('content-security-policy', policy)
    const body = await negotiated(request, reply, responseFor(kit.current()))
    return reply.send(reply.statusCode === 304 ? undefined : body)
  })
}

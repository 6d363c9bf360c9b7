import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import type { Site } from './site.ts'
import { sitemap } from './sitemap.ts'

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

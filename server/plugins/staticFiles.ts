import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '../deps.ts'
import { handleNotFound } from './errorHandler.ts'
import { type HeadOf, withHead } from './pageHead.ts'

/** Where the build puts the site. */
const SITE = resolve('dist/site')
const YEAR = 31_536_000

/** A source map is the source; the build puts none here, and one that comes here all the same stays here. */
export const mayBeServed = (path: string): boolean => !/\.map(\.(br|gz))?$/i.test(path)

/**
 * Serves the built site. Addresses without a file ending are routes of the site and get its page; a
 * missing file is a 404, never the page (SETTLED 16, 65).
 * @param headOf gives pages a head of their own, for whoever reads no further
 */
export async function serveSite(app: App, headOf: HeadOf): Promise<void> {
  if (!existsSync(join(SITE, 'index.html'))) {
    app.setNotFoundHandler(handleNotFound)
    return
  }
  await app.register(fastifyStatic, {
    root: SITE,
    preCompressed: true,
    allowedPath: mayBeServed,
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = /\.[0-9a-f]{8,}\.\w+$/.test(path.replace(/\.(br|gz)$/, ''))
      reply.header(
        'cache-control',
        hashed
          ? `public, max-age=${YEAR}, immutable`
          : path.includes('.html')
            ? 'no-cache'
            : 'public, max-age=300',
      )
    },
  })
  // The plugin refuses folders, and so the one that everything lies in; the site itself leads on from here.
  app.get('/', (_request, reply) => reply.sendFile('index.html'))
  const page = readFileSync(join(SITE, 'index.html'), 'utf8')
  app.setNotFoundHandler(async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    const isRoute =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/api') &&
      !path.startsWith('/locales') &&
      !/\.\w+$/.test(path)
    if (!isRoute) {
      handleNotFound(request, reply)
      return reply
    }
    const head = await headOf(path, new URLSearchParams(query))
    if (head === null) return reply.sendFile('index.html')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(withHead(page, head))
  })
}

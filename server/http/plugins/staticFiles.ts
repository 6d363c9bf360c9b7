import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../deps.ts'
import { handleNotFound } from './errorHandler.ts'
import { type HeadOf, withTags } from './pageHead.ts'
import { pageSender } from './sendPage.ts'

/** Where the build puts the site. */
export const SITE = resolve('dist/site')
const YEAR = 31_536_000

/** Pictures of the site, which pages of others may show: the icons of a feed, the picture of a link. */
const SHOWN_ELSEWHERE = /\.(png|jpg|webp|svg)(\.(br|gz))?$/

/** A source map is the source; the build puts none here, and one that comes here all the same stays here. */
export const mayBeServed = (path: string): boolean => !/\.map(\.(br|gz))?$/i.test(path)

/**
 * Serves the built site. Addresses without a file ending are routes of the site and get its page; a
 * missing file is a 404, never the page (ruling 16, 65).
 * @param headOf gives pages a head of their own, for whoever reads no further, and says which ones do not exist
 * @param everyPage markup for the head of all of them
 */
export async function serveSite(
  app: App,
  { headOf, everyPage }: { headOf: HeadOf; everyPage: string },
  root: string = SITE,
): Promise<void> {
  if (!existsSync(join(root, 'index.html'))) {
    app.setNotFoundHandler(handleNotFound)
    return
  }
  await app.register(fastifyStatic, {
    root,
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
      if (SHOWN_ELSEWHERE.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  const page = readFileSync(join(root, 'index.html'), 'utf8')
  const send = pageSender(withTags(page, everyPage))
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.url.split('?', 2)
    return send(request, reply, await headOf({ path, query: new URLSearchParams(query) }))
  }
  // The plugin refuses folders, and so the one that everything lies in; the site itself leads on from here.
  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isRoute =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/api') &&
      !path.startsWith('/locales') &&
      !/\.\w+$/.test(path)
    if (isRoute) return sendPage(request, reply)
    handleNotFound(request, reply)
    return reply
  })
}

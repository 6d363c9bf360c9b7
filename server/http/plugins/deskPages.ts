import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { App } from '../deps.ts'
import { handleNotFound } from './errorHandler.ts'
import { mayBeServed } from './staticFiles.ts'

/** Where the build puts the desk's pages. */
const DESK = resolve('dist/desk')
const YEAR = 31_536_000

/** Serves the built desk; every address without a file ending gets its page, a missing file is a 404. */
export async function servePages(app: App): Promise<void> {
  const isBuilt = existsSync(join(DESK, 'index.html'))
  if (isBuilt) {
    // The plugin refuses folders, and so the one that everything lies in.
    app.get('/', (_request, reply) => reply.sendFile('index.html'))
    await app.register(fastifyStatic, {
      root: DESK,
      preCompressed: true,
      allowedPath: mayBeServed,
      index: false,
      redirect: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = /\.[0-9a-f]{8,}\.\w+$/.test(path.replace(/\.(br|gz)$/, ''))
        reply.header('cache-control', hashed ? `public, max-age=${YEAR}, immutable` : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isPage =
      isBuilt &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/desk/api') &&
      !/\.\w+$/.test(path)
    if (!isPage) return handleNotFound(request, reply)
    return reply.sendFile('index.html')
  })
}

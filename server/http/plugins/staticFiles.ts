import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SHELL_PATH } from '#contract/offline.ts'
import { KIT } from '#contract/pages.ts'
import { isDraftStamp } from '#shared/kit.ts'
import { ENGLISH } from '../../config/locales.ts'
import { type Kit, type KitSource, perKit } from '../../text/kit.ts'
import type { App } from '../deps.ts'
import { pageLanguageOf } from '../requestLanguage.ts'
import { DESK_FOLDER, SITE_FOLDER } from './builtSite.ts'
import { handleNotFound } from './errorHandler.ts'
import { deskWithKit, inLanguage, withKit } from './kitPage.ts'
import {
  type HeadOf,
  languagesTag,
  pageSender,
  type RenderPage,
  sendPage,
  withTags,
} from './pageHead.ts'

/** The page that most visits begin with. */
const WARMED = '/discordia/'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** A file whose name holds a digest of its content. */
const HASHED = /\.[0-9a-f]{8,}\.\w+(\.(br|gz))?$/

/** Pictures that pages of other origins may embed: the icons of a feed, the picture of a link. */
const EMBEDDABLE = /\.(png|jpg|webp|svg)(\.(br|gz))?$/

/** Types that a browser never shows as a document of its own origin. */
const NO_DOCUMENT = /\.(js|css|woff2|avif|webp|png|jpg|json)(\.(br|gz))?$/
/** Headers for documents: with each script and picture they would be almost a kilobyte for nothing. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** The build writes no source maps; one that gets there by mistake is not served. */
export const mayBeServed = (path: string): boolean => !/\.map(\.(br|gz))?$/i.test(path)

type Served = {
  /** The heads of pages that have their own, and which pages do not exist. */
  readonly headOf: HeadOf
  readonly everyPage: (kit: Kit) => string
  readonly root?: string
  /** Makes the renderer from the plain page of a kit; absent where the browser renders all of them. */
  readonly rendererFor?: ((plainOf: (kit: Kit) => string) => RenderPage) | undefined
}

/**
 * Serves the built site. A URL that is not that of a file is a route of the site and gets its page; a missing file is a
 * 404 (ruling 16, 65).
 * @param kits the current kit, and those of drafts
 */
export async function serveSite(
  app: App,
  kits: KitSource,
  { headOf, everyPage, root = SITE_FOLDER, rendererFor }: Served,
): Promise<void> {
  const page = await serveFiles(app, root, (reply, path) => {
    if (!HASHED.test(path))
      reply.header('cache-control', path.includes('.html') ? 'no-cache' : 'public, max-age=300')
    if (EMBEDDABLE.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
  })
  if (page === null) return
  const plainOf = perKit((kit) => withTags(withKit(page, kit), everyPage(kit)))
  const senderOf = perKit((kit) => pageSender(plainOf(kit), kit.languages))
  const render = rendererFor?.(plainOf)
  // The first rendering takes many times as long as the next ones.
  if (render) app.addHook('onListen', () => void app.inject(WARMED).catch(() => undefined))
  // Served for browsers to keep, which render pages from it without a network.
  app.get(SHELL_PATH, (_request, reply) => senderOf(kits.current())(reply, null))
  servePages(app, ['/api', '/locales'], async (request, reply) => {
    const [path = '', query] = request.url.split('?', 2)
    const search = new URLSearchParams(query)
    const language = pageLanguageOf(request.headers, search, kits.current().languages)
    const url = { path, query: search, language }
    const stamp = search.get(KIT)
    // The browser renders previews, as rendered pages are kept by their URL. Before there is a draft, they show the kit.
    if (stamp !== null && isDraftStamp(stamp))
      return senderOf(((await kits.draft(stamp)) ?? kits.current()).in(language))(reply, null)
    const rendered = await render?.(url, request)
    if (rendered) return sendPage(reply, rendered)
    const head = await headOf(url)
    return senderOf(kits.current().in(language))(reply, head)
  })
}

export async function serveDesk(
  app: App,
  kits: KitSource,
  root: string = DESK_FOLDER,
): Promise<void> {
  const page = await serveFiles(app, root, (reply, path) => {
    if (!HASHED.test(path)) reply.header('cache-control', 'no-cache')
  })
  if (page === null) return
  const senderOf = perKit((kit) => {
    // The browser chooses the language; where there is one, it is that of the page.
    const shell = kit.language === ENGLISH ? page : inLanguage(page, kit)
    return pageSender(withTags(deskWithKit(shell, kit), languagesTag(kit)))
  })
  servePages(app, ['/desk/api'], (_request, reply) => senderOf(kits.current())(reply, null))
}

/** @returns the page; null when nothing is built */
async function serveFiles(
  app: App,
  root: string,
  setHeaders: (reply: FastifyReply, path: string) => void,
): Promise<string | null> {
  const index = join(root, 'index.html')
  if (!existsSync(index)) {
    app.setNotFoundHandler(handleNotFound)
    return null
  }
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    allowedPath: mayBeServed,
    index: false,
    redirect: false,
    cacheControl: false,
    setHeaders(reply, path) {
      if (HASHED.test(path)) reply.header('cache-control', IMMUTABLE)
      if (NO_DOCUMENT.test(path)) for (const name of OF_DOCUMENTS) reply.removeHeader(name)
      setHeaders(reply, path)
    },
  })
  return readFileSync(index, 'utf8')
}

/**
 * Paths with an extension, or below a folder such as `/.well-known/`: programs read a page there as support for
 * something.
 */
const FILE = /\.\w+$|\/\./

type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** @param filesOnly paths below which there is no page */
function servePages(app: App, filesOnly: readonly string[], sendPage: SendPage): void {
  // @fastify/static does not serve directories, `/` included.
  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    const { method, url } = request
    const path = (url.split('?', 1)[0] ?? '').replace(/%2e/gi, '.')
    const isPage =
      (method === 'GET' || method === 'HEAD') &&
      !filesOnly.some((base) => path === base || path.startsWith(`${base}/`)) &&
      !FILE.test(path)
    if (isPage) return sendPage(request, reply)
    handleNotFound(request, reply)
    return reply
  })
}

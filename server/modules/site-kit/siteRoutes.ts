import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { KIT } from '#contract/pages.ts'
import type { SiteKit } from '#contract/siteKit.ts'
import { ENGLISH } from '../../config/locales.ts'
import { publicKey } from '../../files/fileStore.ts'
import {
  type CachedResponse,
  type Content,
  cachedResponse,
} from '../../http/cache/cachedResponse.ts'
import { asJson, JSON_TYPE, negotiated } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { allowFrame } from '../../http/framing.ts'
import { readBuilt } from '../../http/plugins/builtSite.ts'
import { STYLE_SHEET, stylesOf } from '../../http/plugins/kitPage.ts'
import { SECURITY_HEADERS, sendStored } from '../../http/plugins/storedFile.ts'
import { type Kit, kitPath, perKit } from '../../text/kit.ts'
import { draftTokens } from './kit.ts'

/** Paths below which the kit replaces files of the built site. */
const PLACES = [
  '/assets/:file',
  '/page.css',
  '/site.webmanifest',
  '/favicon.svg',
  '/icons/:file',
  '/images/:file',
  '/rulebook/:file',
]

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  webp: 'image/webp',
}

/** Browsers keep a file for as long as its URL names the kit that it belongs to. */
const OF_STAMP = 'public, max-age=31536000, immutable'

/**
 * Serves the files of the site that follow the kit, under the URLs of the built site; everything else is the built
 * file.
 * @param root folder of the built site
 */
export function serveKitFiles(app: App, deps: Pick<Deps, 'kit' | 'files'>, root: string): void {
  if (!existsSync(join(root, 'index.html'))) return
  const { kit, files } = deps
  serveTexts(app, deps, root)
  const sheets = ['/page.css', ...styleSheetsIn(root)].filter((path) =>
    existsSync(join(root, path)),
  )
  const madeOf = perKit((one) => madeFiles(one, root, sheets))
  for (const place of PLACES)
    app.get(place, { schema: { hide: true } }, async (request, reply) => {
      const { path, current, cacheControl } = await shownTo(request, kit)
      const made = current.stamp === null ? undefined : madeOf(current).get(path)
      const name = current.files.get(path)
      // The book of the product is that of the demonstration.
      if (made === undefined && name === undefined && isOfNoBook(current, path))
        throw errors.notFound()
      if (made === undefined && name === undefined) return reply.sendFile(path)
      if (made !== undefined)
        return sendMade(request, reply.header('cache-control', cacheControl), made)
      return sendNamed(files, reply, { name: name ?? '', cacheControl })
    })
}

const isOfNoBook = ({ facts }: Kit, path: string): boolean =>
  facts?.book === null && path.startsWith('/rulebook/')

/** The desk shows the mark of the site. @param root folder of the built desk */
export function serveDeskIcons(
  app: App,
  { kit, files }: Pick<Deps, 'kit' | 'files'>,
  root: string,
) {
  if (!existsSync(join(root, 'index.html'))) return
  app.get('/icons/:file', { schema: { hide: true } }, async (request, reply) => {
    const { path } = askedFor(request)
    const name = kit.current().files.get(path)
    return name === undefined
      ? reply.sendFile(path)
      : sendNamed(files, reply, { name, cacheControl: 'no-cache' })
  })
}

const TEXTS = 'translation.json'

/** The texts of each language that the site is served in; the English ones are those of the build while nothing is set. */
function serveTexts(app: App, { kit }: Pick<Deps, 'kit'>, root: string): void {
  const built = `/locales/${ENGLISH}/${TEXTS}`
  // A damaged file must be found at the start, not by visitors.
  if (existsSync(join(root, built))) readBuilt(join(root, built))
  const textsOf = perKit(({ texts: { translation } }) =>
    cachedResponse(
      { mediaType: JSON_TYPE, text: JSON.stringify(translation) },
      undefined,
      () => undefined,
    ),
  )
  app.get<{ Params: { language: string; file: string } }>(
    '/locales/:language/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const { language, file } = request.params
      const { current, cacheControl } = await shownTo(request, kit)
      if (file !== TEXTS || !current.languages.includes(language)) throw errors.notFound()
      if (current.stamp === null && language === ENGLISH) return reply.sendFile(built)
      reply.header('cache-control', cacheControl)
      return sendMade(request, reply, textsOf(current.in(language)))
    },
  )
}

/** The kit that a URL names by its stamp, for previews, else the one in use. */
async function shownTo(request: FastifyRequest, kit: Deps['kit']) {
  const { path, stamp } = askedFor(request)
  const draft = stamp === null ? null : await kit.draft(stamp)
  const current = draft ?? kit.current()
  const isOfStamp = stamp !== null && stamp === current.stamp
  return { path, current, cacheControl: draft ? 'no-store' : isOfStamp ? OF_STAMP : 'no-cache' }
}

const styleSheetsIn = (root: string): string[] =>
  readFileSync(join(root, 'index.html'), 'utf8').match(STYLE_SHEET) ?? []

/** Lets the desk alone frame the pages that show a draft. */
export function frameDrafts(
  app: App,
  { clock, jwtSecret }: Pick<Deps, 'clock' | 'jwtSecret'>,
): void {
  const { previewOf } = draftTokens(jwtSecret)
  app.addHook('onSend', async (request, reply, payload) => {
    // Nearly all requests: no parsing.
    if (!request.url.includes(`${KIT}=`)) return payload
    const { stamp } = askedFor(request)
    const preview = stamp === null ? null : previewOf(stamp, clock())
    if (preview !== null) allowFrame(reply, preview.frame)
    return payload
  })
}

function askedFor({ url }: FastifyRequest): { path: string; stamp: string | null } {
  const [path = '', query] = url.split('?', 2)
  return { path, stamp: new URLSearchParams(query).get(KIT) }
}

async function sendMade(request: FastifyRequest, reply: FastifyReply, made: CachedResponse) {
  const body = await negotiated(request, reply, made)
  return reply.send(reply.statusCode === 304 ? undefined : body)
}

/** Pages of other sites may embed icons and the picture for links. */
const EMBEDDABLE = { 'cross-origin-resource-policy': 'cross-origin' }

const AS_FILE = { 'content-disposition': 'attachment; filename="RPG-Initiative-Online.pdf"' }

async function sendNamed(
  files: Deps['files'],
  reply: FastifyReply,
  { name, cacheControl }: { readonly name: string; readonly cacheControl: string },
) {
  const key = publicKey(name)
  const extension = name.split('.').at(-1) ?? ''
  if (key === null) throw errors.notFound()
  // The marks of a kit are checked before they are stored; no other SVG is sent as one, and none may run anything.
  if (extension === 'svg') {
    reply.headers({ ...SECURITY_HEADERS, ...EMBEDDABLE, 'cache-control': cacheControl })
    return reply.type('image/svg+xml').send(await files.bytes(key))
  }
  return sendStored(reply, files, {
    key,
    mediaType: MEDIA_TYPES[extension] ?? '',
    etag: `"${name}"`,
    cacheControl,
    // A PDF can hold scripts and forms: it is saved, not shown as a page of this origin.
    ...(extension === 'pdf' ? { headers: AS_FILE } : { security: EMBEDDABLE }),
  })
}

function madeFiles(
  kit: Kit,
  root: string,
  sheets: readonly string[],
): ReadonlyMap<string, CachedResponse> {
  const file = (content: Content) => cachedResponse(content, undefined, () => undefined)
  const manifest = readFileSync(join(root, 'site.webmanifest'), 'utf8')
  const { book } = kit.value
  const styles = stylesOf(kit)
  return new Map([
    ...(styles === '' ? [] : sheets).map((path) => {
      const text = readFileSync(join(root, path), 'utf8') + styles
      return [path, file({ mediaType: 'text/css; charset=utf-8', text })] as const
    }),
    ...(book ? [['/rulebook/pages.json', file(asJson(bookTexts(book)))] as const] : []),
    [
      '/site.webmanifest',
      file({ mediaType: 'application/manifest+json', text: manifestOf(manifest, kit) }),
    ],
  ])
}

/** The texts of the book in the form of `public/rulebook/pages.json`. */
const bookTexts = ({ pages }: NonNullable<SiteKit['book']>) => ({
  pages: pages.map(({ title, text }, index) => ({
    number: index + 1,
    title,
    text: text.split('\n').filter((line) => line.trim() !== ''),
  })),
})

type Manifest = { readonly icons?: readonly { readonly src: string }[] }

/** The manifest of an installed site with the name and the icons of the kit. @param built the manifest of the build */
function manifestOf(built: string, kit: Kit): string {
  const { name, shortName, value, palette, language, texts } = kit
  const manifest = JSON.parse(built) as Manifest
  const icons = manifest.icons?.map((icon) => ({ ...icon, src: kitPath(kit, icon.src) }))
  return JSON.stringify({
    ...manifest,
    name,
    short_name: shortName,
    description: value.claim ?? texts.site.description,
    lang: language,
    icons,
    ...(palette && {
      background_color: palette.light.parchment,
      theme_color: palette.light.night,
    }),
  })
}

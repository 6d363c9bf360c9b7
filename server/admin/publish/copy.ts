import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'content-disposition'
import type { DownloadCategory } from '#contract/downloads.ts'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { KIT } from '#contract/pages.ts'
import { entryPath } from '#contract/publicPages.ts'
import type { RuleVideo } from '#contract/rules.ts'
import { consentCookie } from '#shared/kit.ts'
import type { App } from '../../http/deps.ts'
import { PREVIEW_PARAM } from '../../modules/content/preview.ts'
import type { Kit } from '../../text/kit.ts'
import { CommandError } from '../command.ts'
import { copiedPage, copiedStyle, SEARCH_PATH } from './page.ts'
import { linkFrom, makePlaces } from './places.ts'
import { type Found, SEARCH, searchIndex, searchPage, withSearch } from './search.ts'

type Site = {
  readonly app: App
  readonly kit: Kit
  readonly origin: string
  readonly folder: string
  readonly print: (line: string) => void
}

/** A page of the site in one language. */
type Page = { readonly url: URL; readonly language: string; readonly file: string }

const REPORT_EVERY = 100
/** Redirects of one page. */
const HOPS_MAX = 10
const EMPTY_PAGE = '<div id="root"></div>'
/** The page of something that is not there. */
const MISSING = '/discordia/news/0'
const BASIC_RULES = '/discordia/rules?tab=basic'

/** Pages that a visitor can read. The others are on the site alone. */
const PAGE = /^\/(?:discordia(?:\/(?!dashboard(?:\/|$)).*)?|[\w-]+\.html)?$/
const FILE =
  /^\/(?:api\/(?:files|contents|downloads\/download)\/.+|(?!api\/|auth\/|locales\/).+\.\w+)$/

/** Writes the public pages of a site in all its languages, and the files they need. @returns how many pages */
export async function copySite(site: Site): Promise<number> {
  const { kit, print } = site
  const { paths, buttons } = await listed(site)
  const { pages, placeOf, linkTo, write } = makeCopier(site)
  for (const language of kit.languages)
    for (const path of paths) placeOf(new URL(path, site.origin), language)
  const found = new Map<string, Found[]>(kit.languages.map((language) => [language, []]))
  let count = 0
  print(`Copying ${pages.length} pages ...`)
  // The list grows meanwhile: pages lead to others.
  for (const page of pages) {
    const { status, html } = await rendered(site, page)
    const copied = await copiedPage(html, {
      url: page.url,
      texts: kit.in(page.language).texts.pages.copy,
      buttons,
      linkTo: (address, isFile) => linkTo(page, address, isFile),
    })
    await write(page.file, copied.html)
    const title = copied.title.replace(` – ${kit.name}`, '')
    if (status === 200 && !page.url.searchParams.has('search'))
      found.get(page.language)?.push({ link: page.url.href, title, text: copied.text })
    if (++count % REPORT_EVERY === 0) print(`${count} of ${pages.length} pages so far ...`)
  }
  await write('search.js', SEARCH)
  for (const [language, texts] of found) {
    const own = kit.in(language)
    const file = searchOf(kit, language)
    const index = file.replace('.html', '-index.js')
    const page = { url: new URL(SEARCH_PATH, site.origin), language, file }
    const { html } = await copiedPage(searchPage(own, texts), {
      ...{ url: page.url, texts: own.texts.pages.copy, buttons },
      linkTo: (address, isFile) => linkTo(page, address, isFile),
    })
    const scripts = [linkFrom(file, index), linkFrom(file, 'search.js')]
    await write(file, withSearch(html, own, scripts))
    await write(index, searchIndex(texts))
  }
  return count
}

const folderOf = ({ languages: [main] }: Kit, language: string): string =>
  language === main ? '' : `${language}/`
const searchOf = (kit: Kit, language: string): string => `${folderOf(kit, language)}search.html`

/** Gives pages their places, and saves files when a page needs them. */
function makeCopier(site: Site) {
  const { app, kit, origin, folder } = site
  const places = makePlaces()
  for (const one of kit.languages)
    places.of(`search ${one}`, searchOf(kit, one).slice(0, -5), '.html')
  const pages: Page[] = []
  const files = new Map<string, Promise<string | null>>()

  function placeOf({ href }: URL, from: string): string {
    const { pathname, searchParams } = new URL(href)
    const wanted = searchParams.get(LANGUAGE_PARAM)
    const language = kit.languages.find((one) => one === wanted) ?? from
    // A page with one of the others is a preview, which only a browser draws.
    for (const name of [LANGUAGE_PARAM, KIT, PREVIEW_PARAM]) searchParams.delete(name)
    searchParams.sort()
    const path = pathname.replace(/^\/(?:discordia\b)?\/*|\.html$|\/+$/g, '')
    const name = [path || 'index', ...[...searchParams].flat()].join('-')
    const key = JSON.stringify([language, path, ...searchParams])
    const count = places.size()
    const file = places.of(key, `${folderOf(kit, language)}${name}`, '.html')
    const query = searchParams.toString()
    if (places.size() > count)
      pages.push({ url: new URL(pathname + (query && `?${query}`), origin), language, file })
    return file
  }

  async function write(file: string, content: string | Readable): Promise<void> {
    const path = join(folder, file)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }

  async function save(url: URL): Promise<string | null> {
    const address = url.pathname + url.search
    const response = await app.inject({ url: address, payloadAsStream: true })
    const { statusCode, headers } = response
    const type = String(headers['content-type'])
    if (statusCode >= 500) throw unavailable(address, statusCode)
    if (statusCode !== 200 || type.startsWith('text/html')) {
      response.stream().resume()
      return null
    }
    const { dir, name, ext } = posix.parse(url.pathname.replace(/^\/(?:api\/)?/, ''))
    const given = posix.parse(filenameIn(headers['content-disposition']))
    const parts = [posix.join(dir, name), given.name, url.search].filter(Boolean)
    const file = places.of(address, parts.join('-'), (given.ext || ext).toLowerCase())
    const page = { url, language: kit.language, file }
    const content = type.startsWith('text/css')
      ? await copiedStyle(await text(response.stream()), (link) => linkTo(page, link, true))
      : response.stream()
    await write(file, content)
    return file
  }

  async function linkTo(from: Page, address: string, isFile: boolean): Promise<string | null> {
    if (address.startsWith('#')) return address
    const url = URL.parse(address, from.url.href)
    if (url === null || url.origin !== origin)
      return isFile && url?.protocol !== 'data:' ? null : address
    const { pathname, search } = url
    let place: string | null = null
    if (pathname === SEARCH_PATH) place = searchOf(kit, from.language)
    else if (PAGE.test(pathname)) place = placeOf(url, from.language)
    else if (FILE.test(pathname)) {
      const saved = files.get(pathname + search) ?? save(url)
      files.set(pathname + search, saved)
      place = await saved
    }
    // Pages opened from a disk may load no captions.
    if (place?.endsWith('.vtt'))
      return `data:text/vtt;base64,${await readFile(join(folder, place), 'base64')}`
    if (place !== null) return `${linkFrom(from.file, place)}${url.hash}`
    return isFile ? null : url.href
  }

  return { pages, placeOf, linkTo, write }
}

const filenameIn = (disposition: unknown): string =>
  typeof disposition === 'string' ? (parse(disposition).parameters.filename ?? '') : ''

const unavailable = (path: string, status: number) =>
  new CommandError(
    `${path} could not be read (status ${status}). Is the database there? Nothing has changed.`,
  )

type Asked<Answer> = { readonly answer: Answer; readonly link: string }

/** What a call answers to visitors, and its `Link` header. */
async function asked<Answer>({ app }: Site, path: string): Promise<Asked<Answer>> {
  const response = await app.inject(path)
  if (response.statusCode !== 200) throw unavailable(path, response.statusCode)
  return { answer: response.json<Answer>(), link: String(response.headers.link ?? '') }
}

/** Pages that nothing may lead to, and what buttons of a page open, by the path of the page and their words. */
async function listed(site: Site) {
  const { kit } = site
  const paths: string[] = []
  const { body, statusCode } = await site.app.inject('/sitemap.xml')
  if (statusCode !== 200) throw unavailable('/sitemap.xml', statusCode)
  for (const [, url = ''] of body.matchAll(/<loc>([^<]+)<\/loc>/g))
    paths.push(url.replaceAll('&amp;', '&'))
  const buttons = new Map<string, string>()
  for (const language of kit.languages) {
    const { rules } = kit.in(language).texts.translation
    buttons.set(`/discordia/rules ${rules.quick_rules}`, '/discordia/rules')
    buttons.set(`/discordia/rules ${rules.basic_rules}`, BASIC_RULES)
    const { news, glossary } = kit.in(language).texts.translation
    buttons.set(`/discordia/news&events ${news.show_more}`, SEARCH_PATH)
    buttons.set(`/discordia/world ${glossary.show_more}`, SEARCH_PATH)
  }
  const { answer: categories } = await asked<DownloadCategory[]>(site, '/api/downloads/active')
  for (const { id, display_name } of categories.flatMap((one) => one.download_files))
    buttons.set(`/discordia/downloads ${display_name}`, `/api/downloads/download/${id}`)
  const { answer: videos } = await asked<RuleVideo[]>(site, '/api/rules/get')
  for (const { video_title, file_url } of videos)
    buttons.set(`/discordia/rules ${video_title}`, file_url)
  let next: string | undefined = '/api/glossary/entries/?limit=100'
  while (next !== undefined) {
    const { answer, link }: Asked<GlossaryEntry[]> = await asked(site, next)
    for (const { id, title } of answer) {
      paths.push(entryPath(id))
      buttons.set(`/discordia/world ${title}`, entryPath(id))
    }
    next = /<([^>]+)>; rel="next"/.exec(link)?.[1]
  }
  return { paths: [...paths, BASIC_RULES], buttons }
}

/** A page as the server renders it. */
async function rendered({ app, kit }: Site, { url, language }: Pick<Page, 'url' | 'language'>) {
  const headers = { 'accept-language': language, cookie: `${consentCookie(kit.name)}=true` }
  let path = url.pathname + url.search
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const response = await app.inject({ url: path, headers })
    const { statusCode: status, body: html } = response
    if (status >= 500 || html.includes(EMPTY_PAGE)) throw unavailable(path, status)
    const { location, 'content-type': type } = response.headers
    const target = location === undefined ? null : URL.parse(location, url.href)
    if (target === null && String(type).startsWith('text/html')) return { status, html }
    const isPage = target !== null && PAGE.test(target.pathname)
    path = isPage ? target.pathname + target.search : MISSING
  }
  throw new CommandError(`${path} leads in a circle. Nothing has changed.`)
}

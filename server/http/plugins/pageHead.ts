import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { PAGE_LANGUAGES } from '#contract/pages.ts'
import { namedLanguage } from '#shared/namedLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import { voidTag } from '../../text/markup.ts'
import { type CachedResponse, cachedResponse } from '../cache/cachedResponse.ts'
import { rememberRawResponse } from '../cache/rawResponseCache.ts'
import type { Area } from '../cache/responseCache.ts'
import { negotiated } from '../cache/sendCached.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { refusalOf } from '../failures.ts'
import type { DescribedSite } from '../pageTags.ts'

type PageUrl = {
  /** As it was requested, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Language of the page: one of those that are served. */
  readonly language: string
}
export type PageHead = { readonly status: 200 | 404; readonly tags: string }
/** A page that the server has rendered, or the target of a redirect. */
type SitePage =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'page'; readonly status: 200 | 404; readonly response: CachedResponse }
/** Null for a page that only the browser renders. */
export type RenderPage = (url: PageUrl, request: FastifyRequest) => Promise<SitePage | null>

/** Null for a page that it does not know. */
export type HeadOf = (url: PageUrl) => Promise<PageHead | null>

/** `path` below the origin of the site, in its canonical form; `changedAt` in epoch milliseconds. */
export type ListedPage = { readonly path: string; readonly changedAt?: number }
export type ListPages = () => Promise<readonly ListedPage[]>

export const firstHead =
  (...heads: readonly HeadOf[]): HeadOf =>
  async (url) => {
    for (const headOf of heads) {
      const head = await headOf(url)
      if (head !== null) return head
    }
    return null
  }

/** The site shows its own page for an unknown URL; the status is for programs. */
export const MISSING: PageHead = {
  status: 404,
  tags: voidTag('meta', { name: 'robots', content: 'noindex', 'data-page': '' }),
}

export function siteOfPage(
  { settings, kit }: Pick<Deps, 'settings' | 'kit'>,
  { language, query }: Pick<PageUrl, 'language' | 'query'>,
): DescribedSite {
  const current = kit.current().in(language)
  return {
    ...settings,
    kit: current,
    named: namedLanguage(query.get(LANGUAGE_PARAM), current.languages),
  }
}

type Described = {
  readonly area: Area
  readonly id: number
  /** Makes the tags; throws a refusal with 404 if the thing does not exist. */
  readonly make: (site: DescribedSite) => Promise<string>
}

/** A head from the response cache; null during an outage of the database. */
export async function keptHead(
  deps: Pick<Deps, 'responseCache' | 'settings' | 'kit'>,
  url: PageUrl,
  { area, id, make }: Described,
): Promise<PageHead | null> {
  const site = siteOfPage(deps, url)
  try {
    const key = `head ${id} ${url.language} ${site.named ?? ''}`
    const { bytes } = await deps.responseCache.get(area, key, async () => ({
      mediaType: 'text/html',
      text: await make(site),
    }))
    return { status: 200, tags: bytes.toString() }
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return MISSING
    if (error instanceof Refusal || refusalOf(error) !== null) return null
    throw error
  }
}

export const withTags = (page: string, tags: string): string =>
  // A function, because `$&` in a title would be a pattern of the replacement text.
  page.replace('</head>', () => `${tags}</head>`)

export const withHead = (page: string, { status, tags }: PageHead): string =>
  withTags(
    status === 404
      ? page
      : page.replace(/<title>[^<]*<\/title>/, '').replace(/<meta name="?description"? [^>]*>/, ''),
    tags,
  )

/** Announces the languages of the site; empty where there is one. */
export const languagesTag = ({ languages }: Pick<Kit, 'languages'>): string =>
  languages.length > 1
    ? voidTag('meta', { name: PAGE_LANGUAGES, content: languages.join(' ') })
    : ''

/** Sends what the server has rendered, or redirects. */
export async function sendPage(reply: FastifyReply, page: SitePage): Promise<FastifyReply> {
  if (page.kind === 'redirect')
    return reply.header('cache-control', 'no-cache').redirect(page.to, 302)
  const body = await startDocument(reply, page.status, page.response)
  if (page.status === 200) rememberRawResponse(reply, page.response, body)
  return reply.send(reply.statusCode === 304 ? undefined : body)
}

/**
 * Browsers may keep a page, but must revalidate it.
 * @returns the bytes to send; none for 304
 */
async function startDocument(
  reply: FastifyReply,
  status: number,
  response: CachedResponse,
): Promise<Buffer> {
  reply.status(status).header('cache-control', 'no-cache')
  const body = await negotiated(reply.request, reply, response)
  reply.headers(response.headers)
  return body
}

/** Pages of a few kilobytes each that are kept compressed. */
const PAGES_MAX = 300

/** What rendered pages, and all pages of a site with several languages, depend on. */
export const VARY = 'accept-encoding, accept-language, cookie'

/**
 * @param shell the page for every URL without a head of its own
 * @param languages in which there are other shells
 */
export function pageSender(shell: string, languages: readonly string[] = []) {
  const pages = new LRUCache<string, CachedResponse>({ max: PAGES_MAX })

  function pageWith(head: PageHead | null): CachedResponse {
    const key = head === null ? '' : `${head.status} ${head.tags}`
    const known = pages.get(key)
    if (known !== undefined) return known
    const text = head === null ? shell : withHead(shell, head)
    const content = {
      mediaType: 'text/html; charset=utf-8',
      text,
      ...(languages.length > 1 && { headers: { vary: VARY } }),
    }
    const page = cachedResponse(content, undefined, () => {})
    pages.set(key, page)
    return page
  }

  return async (reply: FastifyReply, head: PageHead | null): Promise<FastifyReply> => {
    const body = await startDocument(reply, head?.status ?? 200, pageWith(head))
    return reply.send(reply.statusCode === 304 ? undefined : body)
  }
}

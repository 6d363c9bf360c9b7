import { existsSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter, Histogram, type Registry } from 'prom-client'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import {
  CONSENT_COOKIE,
  EARLIER_CONSENT_COOKIE,
  type KitFacts,
  type PageFacts,
  type PageRenderer,
  type RenderedPage,
} from '#contract/pages.ts'
import { consentCookie } from '#shared/kit.ts'
import { namedLanguage } from '#shared/namedLanguage.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import type { Area, ResponseCache } from '../../http/cache/responseCache.ts'
import type { Deps } from '../../http/deps.ts'
import { Refusal } from '../../http/errors.ts'
import type { Gate } from '../../http/gate.ts'
import { answering } from '../../http/pageAnswers.ts'
import { builtSettings, damagedBuild } from '../../http/plugins/builtSite.ts'
import {
  type HeadOf,
  type PageHead,
  type RenderPage,
  VARY,
  withHead,
  withTags,
} from '../../http/plugins/pageHead.ts'
import { type Kit, perKit } from '../../text/kit.ts'
import type { CollectedSite } from '../face.ts'
import type { Site } from './site.ts'

/** Pause before a failed page is rendered again; after a slow rendering no request waits for the next. */
const RETRY_AFTER_MS = 5000
/** Limit, because callers choose URLs. */
const REMEMBERED_MAX = 1000

export type Rendering = {
  readonly renderer: PageRenderer
  readonly answer: Parameters<PageRenderer['renderPage']>[0]['answer']
  readonly headOf: HeadOf
  readonly facts: Pick<PageFacts, 'timeZone'>
  readonly responseCache: ResponseCache
  readonly gate: Gate
  readonly areaOf: (route: string) => Area
  /** Time at which data of the area change without a write; epoch milliseconds. */
  readonly expiry: (area: Area) => Promise<number | undefined>
  readonly limitMs: number
  /** What follows the kit of the site in a language; the same object while it is the same. */
  readonly site: (language: string) => RenderedSite
}

type RenderedSite = {
  readonly facts: KitFacts | null
  /** The main one first. */
  readonly languages: readonly string[]
  readonly texts: object
  readonly headers: Readonly<Record<string, string>>
  readonly documentOf: (page: RenderedPage & DocumentFacts) => string
}

type DocumentFacts = {
  readonly route: string
  /** Null for the shell of a page for members. */
  readonly head: PageHead | null
}

type Visitor = Pick<PageFacts, 'language' | 'hasConsent'>

type Reason = 'failed' | 'slow' | 'busy'

/** The public pages as HTML, from the response cache; null where the plain page must do. */
export function renderedPages(
  rendering: Rendering,
  registry: Registry,
  log: FastifyBaseLogger,
): RenderPage {
  const { renderer, headOf, responseCache, areaOf } = rendering
  const metrics = pageMetrics(registry)
  const failed = new LRUCache<string, Reason>({ max: REMEMBERED_MAX, ttl: RETRY_AFTER_MS })
  const make = pageMaker(rendering, metrics.seconds)

  function report(error: unknown, page: string, sentence: string): Reason {
    const reason = reasonOf(error)
    metrics.pages.inc({ result: reason })
    log.warn({ err: reason === 'failed' ? error : undefined, reason, page }, sentence)
    return reason
  }

  return async (url, { headers }) => {
    const site = rendering.site(url.language)
    const visitor = { language: url.language, hasConsent: hasConsent(headers, site) }
    const page = await renderer.pageOf(url.path, url.query.toString())
    if (page.kind === 'redirect') return page
    if (page.kind === 'plain') return null
    const head = page.kind === 'shell' ? null : await headOf(url)
    if (head === null && page.kind !== 'shell') return null
    const status = head?.status ?? 200
    const named = namedLanguage(url.query.get(LANGUAGE_PARAM), site.languages)
    const key = JSON.stringify(['page', status, page.url, visitor, named, site.facts?.stamp])
    const reason = failed.get(key)
    if (reason === 'failed') return null
    try {
      const area = areaOf(page.route)
      const made = responseCache.get(area, key, () => make({ page, head, visitor, area, site }))
      const response = await within(made, reason === 'slow' ? 0 : rendering.limitMs)
      const cause = response.outage?.cause
      if (cause == null) metrics.pages.inc({ result: 'rendered' })
      else report(cause, page.route, 'the last good page is sent')
      return { kind: 'page', status, response }
    } catch (error) {
      const why = report(error, page.route, 'the plain page is sent')
      if (why !== 'busy') failed.set(key, why)
      return null
    }
  }
}

class TooSlow extends Error {}

const reasonOf = (error: unknown): Reason => {
  if (error instanceof TooSlow) return 'slow'
  return error instanceof Refusal && error.status === 503 ? 'busy' : 'failed'
}

/** @throws TooSlow */
async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

type Metrics = ReturnType<typeof pageMetrics>

const pageMetrics = (registry: Registry) => ({
  pages: new Counter({
    name: 'site_pages_total',
    help: 'Public pages by result: rendered, or the plain page after a failed, slow or refused rendering',
    labelNames: ['result'],
    registers: [registry],
  }),
  seconds: new Histogram({
    name: 'site_page_render_seconds',
    help: 'Time to make the HTML of a public page that was not in the cache',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.15, 0.5, 2],
    registers: [registry],
  }),
})

type Wanted = {
  readonly page: { readonly url: string; readonly route: string }
  readonly head: PageHead | null
  readonly visitor: Visitor
  readonly area: Area
  readonly site: RenderedSite
}

function pageMaker({ gate, ...rendering }: Rendering, seconds: Metrics['seconds']) {
  const render = async ({ page, head, visitor, area, site }: Wanted) => {
    const { renderer, answer, facts, expiry } = rendering
    const { texts, documentOf, headers } = site
    // Compute the expiry first: content that appears meanwhile must still expire this entry.
    const until = await expiry(area)
    const { html, title } = await renderer.renderPage({
      url: page.url,
      facts: {
        ...facts,
        ...visitor,
        ...(site.languages.length > 1 && { languages: site.languages.join(' ') }),
        ...(site.facts && { kit: site.facts }),
      },
      texts,
      answer,
    })
    return {
      mediaType: 'text/html; charset=utf-8',
      text: documentOf({ route: page.route, head, html, title }),
      headers: { ...headers, vary: VARY },
      until,
      compression: page.url.includes('?') ? 'quick' : 'thorough',
    } satisfies Content
  }

  return (wanted: Wanted): Promise<Content> =>
    gate(() => {
      const end = seconds.startTimer()
      return render(wanted).finally(end)
    })
}

function hasConsent({ cookie = '' }: IncomingHttpHeaders, { facts }: RenderedSite): boolean {
  const names =
    facts === null ? [CONSENT_COOKIE, EARLIER_CONSENT_COOKIE] : [consentCookie(facts.name)]
  return cookie.split(';').some((pair) => names.includes(pair.split('=', 1)[0]?.trim() ?? ''))
}

/* Written by the build. */
const RENDERER = resolve('dist/renderer/renderer.js')

/** The renderer of the built site; null without one, and for a site that calls the API of another server. */
export async function openRenderer(file: string = RENDERER): Promise<PageRenderer | null> {
  if (!existsSync(file) || callsAnotherApi()) return null
  const loaded: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw damagedBuild(file, error)
  })
  return (loaded as { renderer: PageRenderer }).renderer
}

function callsAnotherApi(): boolean {
  const { API_BASE_URL = '' } = builtSettings()
  return API_BASE_URL !== '' && API_BASE_URL !== '/api'
}

/** The rendering of the public pages; null where it is switched off or not built. */
export async function openRendering(
  { settings, responseCache, gates, kit }: Deps,
  { headOf }: Site,
  { reads, areaOf, expiry }: CollectedSite,
): Promise<((plainOf: (kit: Kit) => string) => Rendering) | null> {
  const renderer = settings.rendersPages ? await openRenderer() : null
  if (renderer === null) return null
  return (plainOf) => {
    const siteOfKit = perKit((one) => {
      const plain = plainOf(one)
      const headers = { link: linkHeader(plain) }
      return {
        facts: one.facts,
        languages: one.languages,
        texts: one.texts.translation,
        headers,
        documentOf: documentIn(plain),
      }
    })
    return {
      renderer,
      answer: answering(reads),
      headOf,
      facts: { timeZone: settings.timeZone },
      responseCache,
      gate: gates.pages,
      limitMs: gates.pageLimitMs,
      areaOf,
      expiry,
      site: (language) => siteOfKit(kit.current().in(language)),
    }
  }
}

/**
 * `Link` header with the resources of the first paint besides the page: a proxy may send it as 103 Early Hints while it
 * waits for the page.
 */
export function linkHeader(plain: string): string {
  const fonts = [...plain.matchAll(/<link [^>]*?href="?([^"> ]+)"? as="?font\b[^>]*>/g)]
    .filter(([tag]) => !tag.includes('media='))
    .map(([, href]) => `<${href}>; rel=preload; as=font; type=font/woff2; crossorigin`)
  const styles = [...plain.matchAll(/<link href="?([^"> ]+\.css)"? rel="?stylesheet/g)].map(
    ([, href]) => `<${href}>; rel=preload; as=style`,
  )
  return [...styles, ...fonts].join(', ')
}

const LANDING = '/'
/**
 * Matches the font of the menu: on narrow windows the first view of the landing page does not use it, that of other
 * pages does.
 */
const WIDE_ONLY = / media="?\(min-width: 64rem\)"?/

const TITLE = /<title>[^<]*<\/title>/
const EMPTY_ROOT = '<div id="root"></div>'

const NO_SCRIPTS = /<noscript>.*?<\/noscript>/s
/**
 * Resources that the browser needs in its first milliseconds only if it renders the page itself: src/browser.ts fetches
 * them later.
 */
const FOR_SCRIPTS = /<link [^>]*as="?(?:script|fetch)\b[^>]*>/g

/** Scripts and style sheet of the dashboard, which the plain page only names. */
const FOR_MEMBERS = /<template id="?member"?>(.*?)<\/template>/s

/**
 * @param plain the page that only the browser renders
 * @returns a function that puts a rendered page into it
 */
export function documentIn(plain: string): RenderedSite['documentOf'] {
  const visitors = plain.replace(FOR_MEMBERS, '')
  const later = `<template id="later">${(visitors.match(FOR_SCRIPTS) ?? []).join('')}</template>`
  const landing = withTags(visitors.replace(NO_SCRIPTS, '').replace(FOR_SCRIPTS, ''), later)
  const other = landing.replace(WIDE_ONLY, '')
  const shell = plain.replace(WIDE_ONLY, '').replace(FOR_MEMBERS, '$1')
  const startOf = (route: string, head: PageHead | null) =>
    head === null ? shell : withHead(route === LANDING ? landing : other, head)
  return ({ route, head, html, title }) => {
    const start = startOf(route, head)
    // The head of a missing page has no title of its own.
    const titled = head?.status === 404 ? start.replace(TITLE, () => title) : start
    // A function, because `$&` in a text would be a pattern.
    return titled.replace(EMPTY_ROOT, () => html)
  }
}

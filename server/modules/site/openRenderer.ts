import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#contract/pages.ts'
import type { Deps } from '../../http/deps.ts'
import { answering } from '../../http/pageAnswers.ts'
import { builtSettings, damagedBuild } from '../../http/plugins/builtSite.ts'
import { type PageHead, withHead, withTags } from '../../http/plugins/pageHead.ts'
import { type Kit, perKit } from '../../text/kit.ts'
import type { CollectedSite } from '../face.ts'
import type { RenderedSite, Rendering } from './renderedPages.ts'
import type { Site } from './site.ts'

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

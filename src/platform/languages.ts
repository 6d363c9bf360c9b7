import type { ListedIn } from '#contract/languages.ts'
import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { PAGE_LANGUAGES } from '#contract/pages.ts'
import { namedLanguage } from '#shared/namedLanguage.ts'
import type { HeadSite, HeadTag } from '#shared/pageTags.ts'
import { CHOICE_SECONDS, readCookie, writeCookie } from './cookies.ts'
import { announces } from './page.ts'
import { readKey, readTabValue } from './storage.ts'

const COOKIE = 'i18next'

/**
 * Places that may name a visitor's language, the strongest first (behaviour 1.4). Each may be missing or hold anything.
 */
export const namedLanguages = (): ReadonlyArray<string | null> => [
  new URLSearchParams(window.location.search).get(LANGUAGE_PARAM),
  readCookie(COOKIE),
  readKey('selectedLanguage'),
  readTabValue('selectedLanguage'),
  ...(navigator.languages ?? []),
  document.documentElement.lang,
]

/** The languages in the head of the page with spaces between them, the main one first; empty where there is one. */
export const announcedLanguages = (): string =>
  document.head.querySelector<HTMLMetaElement>(`meta[name="${PAGE_LANGUAGES}"]`)?.content ?? ''

/** The language that lists are asked for in (behaviour 12.21): that of the texts, where the head announces it. */
export const listedIn = (language = document.documentElement.lang): ListedIn =>
  announces('list_language') ? { language } : {}

/**
 * Keeps the language of a page where the server reads it, too: its next page is in that language. Without a cookie, the
 * server takes the first language of the browser.
 */
export function rememberForServer(language: string): void {
  const [first = ''] = navigator.languages ?? []
  const isKnown = readCookie(COOKIE) === null && first.toLowerCase().startsWith(language)
  if (isKnown || !announcedLanguages().split(' ').includes(language)) return
  writeCookie(`${COOKIE}=${language}; max-age=${CHOICE_SECONDS}; path=/; SameSite=Lax`)
}

const marked = <Tag extends Element>(selector = '') =>
  document.head.querySelectorAll<Tag>(`${selector}[data-page]`)

let site: HeadSite | null = null

/** Facts about the site in the served head; null if the server writes no heads. */
export function servedSite(): HeadSite | null {
  const url = canonicalUrl()
  if (url !== null) {
    const [name] = marked('meta[property="og:site_name"]')
    const languages = announcedLanguages().split(' ')
    const query = new URLSearchParams(window.location.search)
    const named = namedLanguage(query.get(LANGUAGE_PARAM), languages)
    const product = name?.getAttribute('content') ?? ''
    site = { publicUrl: new URL(url).origin, product, languages, named }
  }
  return site
}

export const canonicalUrl = (): string | null =>
  marked<HTMLLinkElement>('link[rel="canonical"]')[0]?.href ?? null

/** Removes the tags of one page, such as its canonical URL. The feeds stay. */
export function dropServedHead(): void {
  servedSite()
  for (const tag of marked()) tag.remove()
}

export function writeHead(tags: readonly HeadTag[]): void {
  dropServedHead()
  for (const { name, attributes } of tags) {
    const tag = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, String(value))
    document.head.append(tag)
  }
}

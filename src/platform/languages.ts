import { LANGUAGE_PARAM } from '#contract/lists.ts'
import { PAGE_LANGUAGES } from '#contract/pages.ts'
import { CHOICE_SECONDS, readCookie, writeCookie } from './cookies.ts'
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

import type { InitOptions } from 'i18next'
import { announcedLanguages } from '#src/platform/languages.ts'
import { readKey } from '#src/platform/storage.ts'

/** Options that the instances of the browser, the server and the tests share. */
export const commonOptions = {
  fallbackLng,
  load: 'languageOnly',
  ns: ['translation'],
  defaultNS: 'translation',
  contextSeparator: '~', // as in messageKeys.ts
  // A community may leave a text out: its place is then not drawn.
  returnEmptyString: true,
  interpolation: { escapeValue: false }, // React escapes
  react: { useSuspense: false, bindI18nStore: 'added' },
} as const satisfies InitOptions

/**
 * English (behaviour 1.4). The texts of a language that the server announces are complete; other visitors of such a site
 * read its main language.
 */
function fallbackLng(language: string): string[] {
  const [main = 'en', ...others] = globalThis.document ? announcedLanguages().split(' ') : []
  if (others.length === 0) return ['en']
  return [main, ...others].includes(language) ? [] : [main]
}

/** The first two letters of a language code, small; null when there are none. Nothing else reaches a path. */
export function languageOf(code: string | null | undefined): string | null {
  const letters = /^[a-z]{2}/i.exec(code ?? '')?.[0].toLowerCase()
  return letters === undefined || code === 'null' || code === 'undefined' ? null : letters
}

/**
 * The language that the site names and asks the API for: the stored choice, else the first two letters of the
 * browser's language, else English (behaviour 1.3; ruling 40).
 */
export const shownLanguage = (): string =>
  languageOf(readKey('selectedLanguage')) ?? languageOf(globalThis.navigator?.language) ?? 'en'

import { readCookie } from './cookies.ts'
import { readKey, readTabValue } from './storage.ts'

/**
 * Places that may name a visitor's language, the strongest first (behaviour 1.4). Each may be missing or hold anything.
 */
export const namedLanguages = (): ReadonlyArray<string | null> => [
  new URLSearchParams(window.location.search).get('lng'),
  readCookie('i18next'),
  readKey('selectedLanguage'),
  readTabValue('selectedLanguage'),
  ...(navigator.languages ?? []),
  document.documentElement.lang,
]

import { LANGUAGE_PARAM } from '#contract/lists.ts'

/**
 * @param value of the query parameter; null without one
 * @param languages that are served, the main one first
 * @returns the language that a URL names, if it is served and not the main one; null otherwise
 */
export function namedLanguage(value: string | null, languages: readonly string[]): string | null {
  const named = value?.slice(0, 2).toLowerCase()
  return languages.slice(1).find((language) => language === named) ?? null
}

/** The URL with the language that it names. */
export const inLanguage = (url: string, language: string): string =>
  `${url}${url.includes('?') ? '&' : '?'}${LANGUAGE_PARAM}=${language}`

import { PAGE_LANGUAGES } from '#contract/pages.ts'

/** The languages that the site is served in, the main one first. */
export function servedLanguages(): readonly string[] {
  const tag = document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_LANGUAGES}"]`)
  return tag?.content.split(' ') ?? ['en']
}

/** The name of a language in the language of the desk. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(document.documentElement.lang || 'en', { type: 'language' }).of(code) ??
  code

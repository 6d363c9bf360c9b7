import { ENGLISH } from '../config/locales.ts'

/** The main language of the site: the first one that it serves. */
export const mainLanguage = ({ languages: [main] }: { readonly languages: readonly string[] }) =>
  main ?? ENGLISH

/** Field of a text that is not in the main language of the site. @param stored null: the main language */
export const languageOf = (stored: string | null, main: string): { readonly language?: string } =>
  stored === null || stored === main ? {} : { language: stored }

type Translation<Id> = { readonly id: Id; readonly language: string | null }

/** The translations of a text, one of each other language. @param own the language of the text; null: the main one */
export function translationsOf<Id>(
  own: string | null,
  rows: readonly Translation<Id>[],
  main: string,
): { readonly translations?: { language: string; id: Id }[] } {
  const known = new Set([own ?? main])
  const translations = rows.flatMap(({ id, language: stored }) => {
    const language = stored ?? main
    if (known.has(language)) return []
    known.add(language)
    return [{ language, id }]
  })
  return translations.length === 0 ? {} : { translations }
}

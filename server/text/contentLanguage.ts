import { ENGLISH } from '../config/locales.ts'
import type { Kit } from './kit.ts'

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
  kit: Kit,
): { readonly translations?: { language: string; id: Id; label: string }[] } {
  const main = mainLanguage(kit)
  const known = new Set([own ?? main])
  const translations = rows.flatMap(({ id, language: stored }) => {
    const language = stored ?? main
    if (known.has(language)) return []
    known.add(language)
    return [{ language, id, label: labelOf(language, kit) }]
  })
  return translations.length === 0 ? {} : { translations }
}

/** `Auch auf Deutsch`; the name alone of a language in which the site is not served. */
function labelOf(language: string, kit: Kit): string {
  const served = kit.in(language)
  if (served.language === language) return served.texts.pages.also_in_this_language
  return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
}

import { useTranslation } from 'react-i18next'
import { announcedLanguages } from '#src/platform/languages.ts'
import { useBrowserFact } from './useKit.ts'

/** The language of the texts that are shown: two letters. Dates, numbers, names and lists are written in it. */
export const useLanguage = (): string => useTranslation().i18n.resolvedLanguage ?? 'en'

/**
 * The `lang` of a text from the server, which sends a language only if it is not the main one of the site. Undefined
 * for a text in the only language of the site.
 */
export function useTextLanguage(): (language: string | undefined) => string | undefined {
  const announced = useBrowserFact(announcedLanguages, ({ languages }) => languages ?? '')
  const [main] = announced.split(' ')
  return (language) => language ?? (main || undefined)
}

import { useTranslation } from 'react-i18next'
import { announcedLanguages, type listedIn } from '#src/platform/languages.ts'
import { announces } from '#src/platform/page.ts'
import { useBrowserFact } from './useKit.ts'

/** The language of the texts that are shown: two letters. Dates, numbers, names and lists are written in it. */
export const useLanguage = (): string => useTranslation().i18n.resolvedLanguage ?? 'en'

/** As `listedIn` of the platform. */
export function useListedIn(): ReturnType<typeof listedIn> {
  const language = useLanguage()
  const isAnnounced = useBrowserFact(
    () => announces('list_language'),
    ({ languages }) => languages !== undefined,
  )
  return isAnnounced ? { language } : {}
}

/**
 * The `lang` of a text from the server, which sends a language only if it is not the main one of the site. Undefined
 * for a text in the only language of the site.
 */
export function useTextLanguage(): (language: string | undefined) => string | undefined {
  const announced = useBrowserFact(announcedLanguages, ({ languages }) => languages ?? '')
  const [main] = announced.split(' ')
  return (language) => language ?? (main || undefined)
}

import { announcedLanguages } from '#src/platform/languages.ts'
import { useBrowserFact } from './servedFacts.ts'

/**
 * The `lang` of a text from the server, which sends a language only if it is not the main one of the site. Undefined
 * for a text in the only language of the site.
 */
export function useTextLanguage(): (language: string | undefined) => string | undefined {
  const announced = useBrowserFact(announcedLanguages, ({ languages }) => languages ?? '')
  const [main] = announced.split(' ')
  return (language) => language ?? (main || undefined)
}

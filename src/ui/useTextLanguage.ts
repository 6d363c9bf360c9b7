import { announcedLanguages } from '#src/platform/languages.ts'
import { useBrowserFact } from './servedFacts.ts'

/**
 * The `lang` of a text that a server sends with its language, if that is not the main one of the site. Undefined where
 * nobody has said it: the text is in the only language of the site.
 */
export function useTextLanguage(): (language: string | undefined) => string | undefined {
  const announced = useBrowserFact(announcedLanguages, ({ languages }) => languages ?? '')
  const [main] = announced.split(' ')
  return (language) => language ?? (main || undefined)
}

import { OPENING_LANGUAGES, type OpeningLanguage } from '#contract/openings.ts'
import { nameOf, sortedBy } from '#src/platform/inLanguage.ts'

/** The name of a language in the language of the page; the code itself where the browser has no name for it. */
export const languageName = (code: string, language: string): string =>
  nameOf('language', code, language) ?? code

/** All languages by name. */
export const languageOptions = (language: string): { value: OpeningLanguage; label: string }[] =>
  sortedBy(
    OPENING_LANGUAGES.map((value) => ({ value, label: languageName(value, language) })),
    ({ label }) => label,
    language,
  )

import { OPENING_LANGUAGES, type OpeningLanguage } from '#contract/openings.ts'

/** The name of a language in the language of the page; the code itself where the browser has no name for it. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  } catch {
    // Another server may send what is no code of a language.
    return code
  }
}

/** All languages by name. */
export const languageOptions = (language: string): { value: OpeningLanguage; label: string }[] =>
  OPENING_LANGUAGES.map((value) => ({ value, label: languageName(value, language) })).toSorted(
    (a, b) => a.label.localeCompare(b.label, language),
  )

import { nameOf, sortedBy } from '#src/platform/intl.ts'

/** The name of a language in the language of the page; the code itself where the browser has no name for it. */
export const languageName = (code: string, language: string): string =>
  nameOf('language', code, language) ?? code

/** The languages of a choice, by name. */
export const languageOptions = <Code extends string>(
  codes: readonly Code[],
  language: string,
): { value: Code; label: string }[] =>
  sortedBy(
    codes.map((value) => ({ value, label: languageName(value, language) })),
    ({ label }) => label,
    language,
  )

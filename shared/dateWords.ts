/** The words of dates in a language: `dates` of its locales/<lng>/translation.json. Lists are separated by spaces. */
export type DateWords = {
  /** Short names, from Sunday. */
  readonly weekdays: string
  /** Short names, from January. */
  readonly months: string
  /** With `{{weekday}}`, `{{day}}` and `{{month}}`. */
  readonly day: string
  /** With `{{year}}`, too. */
  readonly day_of_year: string
  /** With `{{place}}`. */
  readonly zone: string
  /** Places whose names differ from those of the zones, such as `Vienna=Wien`, with `_` for spaces. */
  readonly places: string
  /** Marks a range within the hour that comes twice, and follows it. */
  readonly clocks_back: string
}

/** The words of each language. This file is small: the first load of the site fills it without the code that writes dates. */
export const dateWords = new Map<string, Partial<DateWords>>()

/** Adds the words of a language. Those that it lacks are English, which are part of the code. */
export function addDateWords(language: string, words: Partial<DateWords> | undefined): void {
  if (words !== undefined) dateWords.set(language, words)
}

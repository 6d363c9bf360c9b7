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
  /** Stands behind a range within the hour that comes twice. */
  readonly clocks_back: string
}

/** By language. Small, so that the first load of the site can fill it without the code that writes dates. */
export const dateWords = new Map<string, Partial<DateWords>>()

/** Until its words are there, and for those that it lacks, a language has the English ones, which are part of the code. */
export function addDateWords(language: string, words: Partial<DateWords> | undefined): void {
  if (words !== undefined && language !== 'en') dateWords.set(language, words)
}

/* Shared definition of where a word begins, for every search. Texts are folded by `searchKey` (`search.ts`). */

/** Characters: shorter terms only match where words of titles begin. */
const SHORTEST = 3

export const isShort = (term: string): boolean => [...term].length < SHORTEST

const ENDS_IN_WORD = /[\p{L}\p{N}]$/u

/** A word begins after whatever is no letter and no digit, such as a bracket. */
export const isWordStart = (text: string, index: number): boolean =>
  // A character takes two units at most.
  !ENDS_IN_WORD.test(text.slice(Math.max(0, index - 2), index))

/** True if a word of the title begins with the term. */
export function beginsWord(title: string, term: string): boolean {
  for (let at = title.indexOf(term); at !== -1; at = title.indexOf(term, at + 1))
    if (isWordStart(title, at)) return true
  return false
}

/** Distinct beginnings of the words of a title that short terms can match. */
export function wordStarts(title: string): string[] {
  const starts = new Set<string>()
  for (let at = 0; at < title.length; at++) {
    if (!isWordStart(title, at)) continue
    const start = [...title.slice(at, at + 2 * SHORTEST)].slice(0, SHORTEST - 1).join('')
    starts.add(start.trim())
  }
  return [...starts].filter((start) => start !== '')
}

/** A row with its title folded by `searchKey`, and with all its texts. */
type Titled = { readonly title_key: string }
export type Searched = Titled & { readonly search_text: string }

const rankOf = ({ title_key }: Titled, term: string): number =>
  title_key.startsWith(term) ? 0 : title_key.includes(term) ? 1 : 2

/** Titles that begin with the term, then those that contain it; each in the given order. */
export const ranked = <Row extends Titled>(rows: readonly Row[], term: string): Row[] =>
  rows.toSorted((a, b) => rankOf(a, term) - rankOf(b, term))

/** Rows that contain the term, the best first. */
export const matching = <Row extends Searched>(rows: readonly Row[], term: string): Row[] =>
  ranked(
    rows.filter(({ title_key, search_text }) =>
      isShort(term) ? beginsWord(title_key, term) : search_text.includes(term),
    ),
    term,
  )

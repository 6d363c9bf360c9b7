/** Both folded by `searchKey`. */
type Titled = { readonly title_key: string }

/** Characters: shorter terms are searched in the beginnings of words of titles alone. */
const SHORTEST = 3

export const isShort = (term: string): boolean => [...term].length < SHORTEST

/** Does a word of the title begin with the term? */
export const beginsWord = ({ title_key }: Titled, term: string): boolean =>
  title_key.startsWith(term) || title_key.includes(` ${term}`)

const rankOf = ({ title_key }: Titled, term: string): number =>
  title_key.startsWith(term) ? 0 : title_key.includes(term) ? 1 : 2

/** Titles that begin with the term, then those that contain it; each in the given order. */
export const ranked = <Row extends Titled>(rows: readonly Row[], term: string): Row[] =>
  rows.toSorted((a, b) => rankOf(a, term) - rankOf(b, term))

/** A row with all its texts, folded by `searchText`. */
export type Folded = Titled & { readonly search_text: string }

/** Rows that contain the term, the best first. */
export const matching = <Row extends Folded>(rows: readonly Row[], term: string): Row[] =>
  ranked(
    rows.filter((row) => (isShort(term) ? beginsWord(row, term) : row.search_text.includes(term))),
    term,
  )

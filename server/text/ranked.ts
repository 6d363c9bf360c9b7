import { beginsWord, isShort } from '#contract/words.ts'

/** Both folded by `searchKey`. */
type Titled = { readonly title_key: string }

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
    rows.filter(({ title_key, search_text }) =>
      isShort(term) ? beginsWord(title_key, term) : search_text.includes(term),
    ),
    term,
  )

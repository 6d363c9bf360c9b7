import { SUGGESTIONS_HEADER, SUGGESTIONS_MAX } from '#contract/lists.ts'
import { isWordStart } from '#shared/words.ts'

export type Titled = { readonly title: string; readonly title_key: string }

/** Characters: shorter terms are near too many titles, longer ones are no titles. */
const SHORTEST = 4
const LONGEST = 100
/** Characters: from this length on, two edits are allowed. */
const LONG = 8

/** Edits: an inserted, deleted, replaced or transposed letter. */
export const editsAllowed = (term: string): number =>
  term.length < SHORTEST || term.length > LONGEST ? 0 : term.length < LONG ? 1 : 2

/** Cells of the comparison table, some 20 ms; further titles are not compared. */
const CELLS_MAX = 2_000_000
/** Characters: a letter takes up to nine, a title of a hundred letters nearly a thousand. */
const HEADER_MAX = 1500

/**
 * Titles within the allowed edits, nearest first, each once. Both sides folded by `searchKey`.
 * @param titles in the order that decides between equally near ones
 */
export function nearTitles(term: string, titles: readonly Titled[]): string[] {
  const allowed = editsAllowed(term)
  if (allowed === 0) return []
  const found: { title: string; edits: number }[] = []
  let cells = CELLS_MAX
  for (const { title, title_key } of titles) {
    // Most comparisons end after a few letters.
    cells -= title_key.length * Math.min(term.length, 2 * allowed + SHORTEST)
    if (cells < 0) break
    const edits = editsTo(term, title_key, allowed)
    if (edits <= allowed) found.push({ title, edits })
  }
  found.sort((a, b) => a.edits - b.edits)
  return [...new Set(found.map(({ title }) => title))].slice(0, SUGGESTIONS_MAX)
}

/** Header with as many titles as fit; no header without one. */
export function suggestionsHeader(titles: readonly string[]): Record<string, string> {
  const fitting: string[] = []
  for (const title of titles)
    if (encoded(fitting.concat(title)).length <= HEADER_MAX) fitting.push(title)
  return fitting.length === 0 ? {} : { [SUGGESTIONS_HEADER]: encoded(fitting) }
}

const encoded = (titles: readonly string[]): string => encodeURIComponent(JSON.stringify(titles))

/**
 * Fewest edits between the term and any part of the title that starts at a word; the term may be the start of a word,
 * as in the exact search. Optimal string alignment, one row per letter.
 * @returns Infinity as soon as it exceeds `most`
 */
export function editsTo(term: string, title: string, most: number): number {
  const width = title.length + 1
  let twoAbove = new Uint16Array(width)
  let above = new Uint16Array(width)
  let here = new Uint16Array(width)
  for (let column = 1; column < width; column++)
    above[column] = isWordStart(title, column) ? 0 : (above[column - 1] ?? 0) + 1
  for (let row = 1; row <= term.length; row++) {
    here[0] = row
    let least = row
    for (let column = 1; column < width; column++) {
      const same = term[row - 1] === title[column - 1]
      let edits = Math.min(
        (above[column] ?? 0) + 1,
        (here[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (!same && row > 1 && column > 1 && term[row - 1] === title[column - 2])
        if (term[row - 2] === title[column - 1])
          edits = Math.min(edits, (twoAbove[column - 2] ?? 0) + 1)
      here[column] = edits
      if (edits < least) least = edits
    }
    if (least > most) return Infinity
    ;[twoAbove, above, here] = [above, here, twoAbove]
  }
  return Math.min(...above)
}

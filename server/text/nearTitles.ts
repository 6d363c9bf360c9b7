import { SUGGESTIONS_HEADER, SUGGESTIONS_MAX } from '#contract/lists.ts'

export type Titled = { readonly title: string; readonly title_key: string }

/** Shorter terms are near to too much; longer ones are no title. Characters. */
const SHORTEST = 4
const LONGEST = 100
/** From this length on, a term may differ by two edits. Characters. */
const LONG = 8

/** Edits that a term may be away from a title: a letter more, less, another or swapped with its neighbour. */
export const editsAllowed = (term: string): number =>
  term.length < SHORTEST || term.length > LONGEST ? 0 : term.length < LONG ? 1 : 2

/** Comparing takes this many cells of its table at most, some 20 ms; further titles are not looked at. */
const CELLS_MAX = 2_000_000
/** Of the header. A letter may take nine characters in it, a title of a hundred letters nearly a thousand. */
const HEADER_MAX = 1500

/**
 * The titles that nearly hold the term, the nearest first, each once. Both sides folded by `searchKey`.
 * @param titles in the order that decides between equally near ones
 */
export function nearTitles(term: string, titles: readonly Titled[]): string[] {
  const allowed = editsAllowed(term)
  if (allowed === 0) return []
  const found: { title: string; edits: number }[] = []
  let cells = CELLS_MAX
  for (const { title, title_key } of titles) {
    // Most titles are given up after a few letters; what all of it would take is counted.
    cells -= title_key.length * Math.min(term.length, 2 * allowed + SHORTEST)
    if (cells < 0) break
    const edits = editsTo(term, title_key, allowed)
    if (edits <= allowed) found.push({ title, edits })
  }
  found.sort((a, b) => a.edits - b.edits)
  return [...new Set(found.map(({ title }) => title))].slice(0, SUGGESTIONS_MAX)
}

/** As the header of an answer, as many as fit; nothing when nothing is near. */
export function suggestionsHeader(titles: readonly string[]): Record<string, string> {
  const fitting: string[] = []
  for (const title of titles)
    if (encoded(fitting.concat(title)).length <= HEADER_MAX) fitting.push(title)
  return fitting.length === 0 ? {} : { [SUGGESTIONS_HEADER]: encoded(fitting) }
}

const encoded = (titles: readonly string[]): string => encodeURIComponent(JSON.stringify(titles))

/**
 * Fewest edits between the term and any part of the title that begins where a word begins; what is typed
 * may be the beginning of a word, as in the exact search. Optimal string alignment, one row per letter.
 * @returns Infinity as soon as it is more than `most`
 */
export function editsTo(term: string, title: string, most: number): number {
  const width = title.length + 1
  let twoAbove = new Uint16Array(width)
  let above = new Uint16Array(width)
  let here = new Uint16Array(width)
  for (let at = 1; at < width; at++)
    above[at] = isWordStart(title, at) ? 0 : (above[at - 1] ?? 0) + 1
  for (let row = 1; row <= term.length; row++) {
    here[0] = row
    let least = row
    for (let at = 1; at < width; at++) {
      const same = term[row - 1] === title[at - 1]
      let edits = Math.min(
        (above[at] ?? 0) + 1,
        (here[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (same ? 0 : 1),
      )
      if (!same && row > 1 && at > 1 && term[row - 1] === title[at - 2])
        if (term[row - 2] === title[at - 1]) edits = Math.min(edits, (twoAbove[at - 2] ?? 0) + 1)
      here[at] = edits
      if (edits < least) least = edits
    }
    if (least > most) return Infinity
    ;[twoAbove, above, here] = [above, here, twoAbove]
  }
  return Math.min(...above)
}

const LETTER = /[\p{L}\p{N}]/u
const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !LETTER.test(text[at - 1] ?? '')

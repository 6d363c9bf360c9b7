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

/**
 * The titles that nearly hold the term, the nearest first, each once. Both sides folded by `searchKey`.
 * @param titles in the order that decides between equally near ones
 */
export function nearTitles(term: string, titles: readonly Titled[]): string[] {
  const allowed = editsAllowed(term)
  if (allowed === 0) return []
  const found = titles
    .map(({ title, title_key }) => ({ title, edits: editsTo(term, title_key, allowed) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits)
  return [...new Set(found.map(({ title }) => title))].slice(0, SUGGESTIONS_MAX)
}

/** As the header of an answer; nothing when nothing is near. */
export const suggestionsHeader = (titles: readonly string[]): Record<string, string> =>
  titles.length === 0 ? {} : { [SUGGESTIONS_HEADER]: encodeURIComponent(JSON.stringify(titles)) }

/**
 * Fewest edits between the term and any part of the title that begins where a word begins; what is typed
 * may be the beginning of a word, as in the exact search. Optimal string alignment, one row per letter.
 * @returns Infinity as soon as it is more than `most`
 */
export function editsTo(term: string, title: string, most: number): number {
  let twoAbove: number[] = []
  let above: number[] = []
  for (let at = 0; at <= title.length; at++)
    above[at] = isWordStart(title, at) ? 0 : (above[at - 1] ?? 0) + 1
  for (let row = 1; row <= term.length; row++) {
    const here = [row]
    for (let at = 1; at <= title.length; at++) {
      const same = term[row - 1] === title[at - 1]
      const swapped = term[row - 1] === title[at - 2] && term[row - 2] === title[at - 1]
      here[at] = Math.min(
        (above[at] ?? 0) + 1,
        (here[at - 1] ?? 0) + 1,
        (above[at - 1] ?? 0) + (same ? 0 : 1),
        swapped && row > 1 && at > 1 ? (twoAbove[at - 2] ?? 0) + 1 : Infinity,
      )
    }
    if (Math.min(...here) > most) return Infinity
    twoAbove = above
    above = here
  }
  return Math.min(...above)
}

const LETTER = /[\p{L}\p{N}]/u
const isWordStart = (text: string, at: number): boolean =>
  at === 0 || !LETTER.test(text[at - 1] ?? '')

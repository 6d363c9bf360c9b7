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

/** Characters: a letter takes up to nine, a title of a hundred letters nearly a thousand. */
const HEADER_MAX = 1500

/** Rows within the allowed edits, nearest first, then alphabetically. Both sides folded by `searchKey`. */
export function nearestOf<Row extends { readonly title_key: string }>(
  term: string,
  rows: readonly Row[],
): Row[] {
  const allowed = editsAllowed(term)
  if (allowed === 0) return []
  const letters = lettersIn(term)
  const found = rows.flatMap((row) => {
    if (countBits(letters & ~lettersIn(row.title_key)) > allowed) return []
    const edits = editsTo(term, row.title_key, allowed)
    return edits <= allowed ? [{ row, edits }] : []
  })
  found.sort((a, b) => a.edits - b.edits || (a.row.title_key < b.row.title_key ? -1 : 1))
  return found.map(({ row }) => row)
}

/** The letters of a text as bits, some of which several letters share: each that a title lacks takes an edit. */
function lettersIn(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at++) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

const countBits = (bits: number): number => (bits === 0 ? 0 : 1 + countBits(bits & (bits - 1)))

export const nearTitles = (term: string, titles: readonly Titled[]): string[] =>
  [...new Set(nearestOf(term, titles).map(({ title }) => title))].slice(0, SUGGESTIONS_MAX)

/** Header with as many titles as fit; no header without one. */
export function suggestionsHeader(titles: readonly string[]): Record<string, string> {
  const fitting: string[] = []
  for (const title of titles)
    if (encoded(fitting.concat(title)).length <= HEADER_MAX) fitting.push(title)
  return fitting.length === 0 ? {} : { [SUGGESTIONS_HEADER]: encoded(fitting) }
}

const encoded = (titles: readonly string[]): string => encodeURIComponent(JSON.stringify(titles))

/** The index of PostgreSQL has no other trigrams. */
const WORD_PART = /^[\p{L}\p{N}]+$/u
/** Trigrams that are looked up for a term with too few that are apart. */
const PIECES_MAX = 8
/** Characters from one piece to the next: no transposition changes two of them. */
const APART = 4

/**
 * Trigrams of a term of which a title within the allowed edits has at least one: an edit changes one of those that are
 * apart. A term that is too short, or has too few words, for one more than the edits has all of its trigrams here.
 * @param trigrams of the term, in order
 * @param frequencyOf rare ones are chosen, so that few titles are compared
 */
export function piecesOf(
  term: string,
  trigrams: readonly string[],
  frequencyOf: (trigram: string) => number,
): string[] {
  const edits = editsAllowed(term)
  const apart = Math.min(APART, Math.floor((trigrams.length - 1) / edits))
  type Choice = { readonly cost: number; readonly pieces: readonly string[] }
  /** The cheapest choices of one more piece each that end up to `apart` before the trigram. */
  let choices: (Choice | undefined)[] = trigrams.map(() => ({ cost: 0, pieces: [] }))
  for (let count = 0; count <= edits; count++) {
    let best: Choice | undefined
    choices = trigrams.map((trigram, at) => {
      const before = count === 0 ? choices[at] : at < apart ? undefined : choices[at - apart]
      const cost = (before?.cost ?? 0) + frequencyOf(trigram)
      if (before && WORD_PART.test(trigram) && (best === undefined || cost < best.cost))
        best = { cost, pieces: [...before.pieces, trigram] }
      return best
    })
  }
  const distinct = [...new Set(trigrams)].filter((trigram) => WORD_PART.test(trigram))
  const step = Math.max(1, distinct.length / PIECES_MAX)
  const spread = distinct.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
  return [...(choices.at(-1)?.pieces ?? spread)]
}

/** More edits than any comparison counts. */
const FAR = 255

/**
 * Fewest edits between the term and any part of the title that starts at a word; the term may be the start of a word,
 * as in the exact search. Optimal string alignment.
 * @param term of at most `LONGEST` characters
 * @returns Infinity as soon as it exceeds `most`
 */
export function editsTo(term: string, title: string, most: number): number {
  const reach = Math.min(most, term.length)
  // The last three rows of the table, only as far from its diagonal as `most`: what is farther takes more edits.
  const rows = [0, 1, 2].map(() => new Uint8Array(2 * reach + 3))
  const table = { term, title, reach, rows }
  let least = reach + 1
  for (let start = 0; start === 0 || (start < title.length && least > 0); start++)
    if (startsWord(title, start)) least = Math.min(least, editsFrom(start, table))
  return least > reach ? Infinity : least
}

function startsWord(title: string, at: number): boolean {
  if (at === 0) return true
  const before = title.charCodeAt(at - 1)
  if (before >= 0x80) return isWordStart(title, at)
  return !((before >= 0x61 && before <= 0x7a) || (before >= 0x30 && before <= 0x39))
}

type Table = {
  readonly term: string
  readonly title: string
  readonly reach: number
  /** The cell of a column is at the column - row + reach + 1. */
  readonly rows: readonly Uint8Array[]
}

function editsFrom(start: number, { term, title, reach, rows }: Table): number {
  let [twoAbove, above, here] = rows as [Uint8Array, Uint8Array, Uint8Array]
  const width = title.length - start
  above.fill(FAR)
  for (let column = 0; column <= Math.min(reach, width); column++)
    above[column + reach + 1] = column
  let least = 0
  for (let row = 1; row <= term.length; row++) {
    here.fill(FAR)
    least = FAR
    const [letter, before] = [term.charCodeAt(row - 1), row > 1 ? term.charCodeAt(row - 2) : -1]
    const last = Math.min(width, row + reach)
    for (let column = Math.max(0, row - reach); column <= last; column++) {
      const at = column - row + reach + 1
      const other = column > 0 ? title.charCodeAt(start + column - 1) : -1
      let edits = Math.min(
        (above[at + 1] as number) + 1,
        (here[at - 1] as number) + 1,
        column === 0 ? FAR : (above[at] as number) + (letter === other ? 0 : 1),
      )
      const isSwapped =
        column > 1 && before === other && letter === title.charCodeAt(start + column - 2)
      if (isSwapped) edits = Math.min(edits, (twoAbove[at] as number) + 1)
      here[at] = Math.min(edits, FAR)
      if (edits < least) least = edits
    }
    if (least > reach) return FAR
    ;[twoAbove, above, here] = [above, here, twoAbove]
  }
  return least
}

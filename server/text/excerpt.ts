import type { ExcerptPart } from '#contract/schemas/search.ts'
import { searchKey } from './keys.ts'

/** Characters that are shown before the match, and from its beginning on. */
const [BEFORE, FROM] = [50, 110]
/** Characters of the beginning of a text without a match. */
const OPENING_MAX = 160

/**
 * The text around the first match of the term; null if no single line contains it.
 * @param term folded by `searchKey`
 */
export function excerptOf(texts: readonly string[], term: string): ExcerptPart[] | null {
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      const hit = searchKey(line).indexOf(term)
      if (hit !== -1) return around(line, offsetOf(line, hit), offsetOf(line, hit + term.length))
    }
  return null
}

/** The first line that is not blank, cut between two words; null for blank texts. */
export function openingOf(texts: readonly string[]): ExcerptPart[] | null {
  const text = texts.find((each) => each.trim() !== '')?.trim()
  if (text === undefined) return null
  const [line = ''] = text.split(/\r?\n/)
  const last = endOf(line, OPENING_MAX, 0)
  return [{ text: cut(line, 0, last) + (last < line.length ? '…' : ''), is_match: false }]
}

/** The offset at which the folded form of a line reaches a length: folding removes and adds characters. */
function offsetOf(line: string, folded: number): number {
  let [from, to] = [0, line.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (searchKey(line.slice(0, middle + 1)).length > folded) to = middle
    else from = middle + 1
  }
  return from
}

function around(line: string, from: number, to: number): ExcerptPart[] {
  const first = from <= BEFORE ? 0 : afterBlank(line, from - BEFORE, from)
  const last = endOf(line, Math.max(from + FROM, to), to)
  const before = cut(line, first, from).trimStart()
  const after = cut(line, to, last).trimEnd()
  return [
    { text: (first > 0 ? '…' : '') + before, is_match: false },
    { text: cut(line, from, to), is_match: true },
    { text: after + (last < line.length ? '…' : ''), is_match: false },
  ].filter(({ text }) => text !== '')
}

const cut = (line: string, from: number, to: number): string => line.slice(from, to).toWellFormed()

/** The end of the last word that ends between `least` and `end`; else `end`. */
function endOf(line: string, end: number, least: number): number {
  if (end >= line.length) return line.length
  const blank = line.lastIndexOf(' ', end)
  return blank > least ? blank : end
}

function afterBlank(line: string, from: number, to: number): number {
  const blank = line.indexOf(' ', from)
  return blank === -1 || blank >= to ? from : blank + 1
}

import type { ExcerptPart, SearchGroup, SearchHit, SearchKind } from '#contract/siteSearch.ts'
import plainLetters from './plainLetters.json' with { type: 'json' }

/* Folding, excerpts and marks of every search: on the server, on the site and offline. */

/** Characters that stand for plain ones without having a combining mark. */
const PLAIN_OF = new Map(
  Object.entries(plainLetters).flatMap(([plain, letters]) =>
    [...letters].map((one) => [one, plain]),
  ),
)
const NOT_PLAIN = new RegExp(`[${[...PLAIN_OF.keys()].join('')}]`, 'g')
const UNSEEN = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The folded form for search: no marks, no case, plain quotes and hyphens, single spaces. `Élan` -> `elan`, `Ægir’s
 * hall` -> `aegir's hall`. Databases store it: another result needs a migration.
 */
export const searchKey = (text: string): string =>
  decomposed(text.replace(UNSEEN, ''))
    .replace(UNSEEN, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (character) => PLAIN_OF.get(character) ?? character)
    .replace(/\s+/g, ' ')

/** The form in which a term is searched. */
export const termKey = (term: string): string => searchKey(term).trim()

/** How German umlauts are typed where a keyboard has none. */
const SPELLINGS = new Map([...'äöüÄÖÜ'].map((umlaut, at) => [umlaut, `${'aou'.charAt(at % 3)}e`]))
const UMLAUT = /[äöüÄÖÜ]|[aouAOU]\u0308/
const EACH_UMLAUT = new RegExp(UMLAUT, 'g')
/** Characters: of longer texts, only the words with umlauts are spelled. */
const SPELLED_MAX = 200

/** The folded text with its umlauts spelled: `Die Märchen` -> `die maerchen`; none for a text without umlauts. */
export function spelledKeys(text: string): string[] {
  if (!UMLAUT.test(text)) return []
  const words = text.split(/\s+/).filter((word) => UMLAUT.test(word))
  const part = text.length > SPELLED_MAX ? [...new Set(words)].join(' ') : text
  return [
    searchKey(
      part.replace(EACH_UMLAUT, (umlaut) => `${umlaut.charAt(0).normalize('NFD').charAt(0)}e`),
    ),
  ]
}

/** A character can become eighteen; in common text, letters become four at most. */
const GROWTH_MAX = 4
/** UTF-16 units: shorter texts, such as titles and search terms, are never truncated. */
const UNTRUNCATED_MAX = 8000
/** UTF-16 units decomposed at once: what will be truncated is not decomposed. */
const CHUNK = 4096

/** @param text without marks: ordering many of them takes quadratic time */
function decomposed(text: string): string {
  const room = Math.max(UNTRUNCATED_MAX, GROWTH_MAX * text.length)
  let parts = ''
  for (let index = 0; index < text.length && parts.length < room; ) {
    const isPair = (text.codePointAt(index + CHUNK - 1) ?? 0) > 0xffff
    const end = index + CHUNK + (isPair ? 1 : 0)
    parts += text.slice(index, end).normalize('NFKD')
    index = end
  }
  return parts.length <= room ? parts : parts.slice(0, room).toWellFormed()
}

/** Folded characters that were met before: the common ones of a few scripts. */
const CACHE_MAX = 5000
const cache = new Map<string, string>()

function foldedCharacter(character: string): string {
  const known = cache.get(character)
  if (known !== undefined) return known
  const folded = searchKey(character)
  if (cache.size < CACHE_MAX) cache.set(character, folded)
  return folded
}

/** A text in the form of `searchKey`, with the place of each of its units in the original. */
type Folded = {
  readonly text: string
  /** Offsets in the original of the character that each unit of the folded text comes from: its start and its end. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

/** @param isSpelled umlauts become two letters, as in `spelledKeys` */
export function fold(original: string, isSpelled = false): Folded {
  const starts: number[] = []
  const ends: number[] = []
  let text = ''
  let at = 0
  for (const character of original) {
    const end = at + character.length
    const units = (isSpelled ? SPELLINGS.get(character) : undefined) ?? foldedCharacter(character)
    // Marks and invisible characters belong to the character before them.
    if (units === '' && ends.length > 0) ends[ends.length - 1] = end
    for (const unit of units.split('')) {
      if (unit === ' ' && text.endsWith(' ')) continue
      text += unit
      starts.push(at)
      ends.push(end)
    }
    at = end
  }
  return { text, starts, ends }
}

/** A text in parts, with each match of the term as one: whole characters, also where the term ends within an `ß`. */
export function marked(text: string, term: string): ExcerptPart[] {
  const key = termKey(term)
  const parts: ExcerptPart[] = []
  let from = 0
  const add = (to: number, is_match: boolean) => {
    if (to <= from) return
    parts.push({ text: text.slice(from, to), is_match })
    from = to
  }
  const { text: folded, starts, ends } = foldFor(key === '' ? '' : text, key)
  for (let hit = folded.indexOf(key); hit !== -1 && key !== ''; ) {
    add(starts[hit] ?? from, false)
    add(ends[hit + key.length - 1] ?? from, true)
    hit = folded.indexOf(key, hit + key.length)
  }
  add(text.length, false)
  return parts
}

/** The form of a text in which it contains the key, if it has one. */
function foldFor(text: string, key: string): Folded {
  const plain = fold(text)
  return plain.text.includes(key) || !UMLAUT.test(text) ? plain : fold(text, true)
}

/** Characters that are shown before the match, and from its beginning on. */
const [BEFORE, FROM] = [50, 110]
/** Characters of the beginning of a text without a match. */
const OPENING_MAX = 160

/**
 * The text around the first match of the term; null if no single line contains it.
 * @param key of the term, by `termKey`
 */
export function excerptOf(texts: readonly string[], key: string): ExcerptPart[] | null {
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      if (!searchKey(line).includes(key) && !UMLAUT.test(line)) continue
      const { text: folded, starts, ends } = foldFor(line, key)
      const hit = folded.indexOf(key)
      if (hit === -1) continue
      return around(line, starts[hit] ?? 0, ends[hit + key.length - 1] ?? line.length)
    }
  return null
}

/** The first line that is not blank, cut between two words; null for blank texts. */
function openingOf(texts: readonly string[]): ExcerptPart[] | null {
  const text = texts.find((each) => each.trim() !== '')?.trim()
  if (text === undefined) return null
  const [line = ''] = text.split(/\r?\n/)
  const last = endOf(line, OPENING_MAX, 0)
  return [{ text: cut(line, 0, last) + (last < line.length ? '…' : ''), is_match: false }]
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

/**
 * The text around the term, else the beginning; no excerpt of blank texts.
 * @param key of the term, by `termKey`
 */
export const excerptIn = (texts: readonly string[], key: string): Pick<SearchHit, 'excerpt'> => {
  const excerpt = excerptOf(texts, key) ?? openingOf(texts)
  return excerpt ? { excerpt } : {}
}

/** @param rows up to `limit` + 1 rows: the extra one shows that there are more */
export const groupOf = <Row>(
  kind: SearchKind,
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => SearchHit,
): SearchGroup => ({
  kind,
  hits: rows.slice(0, limit).map(present),
  has_more: rows.length > limit,
})

import type { ExcerptPart } from '#contract/schemas/search.ts'

/* As the search of our server folds texts, for lists that are searched in the page. */

/** Characters that stand for plain ones without having a combining mark. */
const PLAIN: Readonly<Record<string, string>> = {
  ...{ '‘': "'", '’': "'", ʼ: "'", '“': '"', '”': '"', '„': '"', '‐': '-', '–': '-', '—': '-' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ð: 'd', đ: 'd', þ: 'th', ł: 'l', ı: 'i' },
}
const EACH_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** Whatever the case, the accents, the quotes and the number of spaces. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(EACH_PLAIN, (character) => PLAIN[character] ?? character)
    .replace(/\s+/g, ' ')

/** Characters that are shown before the match, and from its beginning on. */
const [BEFORE, FROM] = [50, 110]
const OPENING_MAX = 160

/** The line with the first match of the term around it, else the beginning of the text. */
export function excerptOf(texts: readonly string[], term: string): ExcerptPart[] {
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      const hit = foldText(line).indexOf(term)
      if (hit !== -1) return around(line, hit, term.length)
    }
  const opening = texts.find((text) => text.trim() !== '')?.trim() ?? ''
  const [line = ''] = opening.split(/\r?\n/)
  return line === '' ? [] : [{ text: shortened(line, OPENING_MAX), is_match: false }]
}

function around(line: string, hit: number, length: number): ExcerptPart[] {
  const starts = startsIn(line)
  const from = starts[hit] ?? 0
  const to = starts[hit + length] ?? line.length
  const blank = from > BEFORE ? line.indexOf(' ', from - BEFORE) : -1
  const first = blank === -1 ? Math.max(0, from - BEFORE) : Math.min(blank + 1, from)
  return [
    { text: (first > 0 ? '…' : '') + line.slice(first, from).trimStart(), is_match: false },
    { text: line.slice(from, to), is_match: true },
    { text: shortened(line.slice(to), Math.max(FROM - (to - from), 0)), is_match: false },
  ].filter(({ text }) => text !== '')
}

/** Folding changes lengths: for each folded character the index of its source in the line. */
function startsIn(line: string): number[] {
  const starts: number[] = []
  let [index, folded] = [0, '']
  for (const character of line) {
    const own = foldText(character)
    // Several spaces are one.
    if (!(own === ' ' && folded.endsWith(' ')))
      for (let count = 0; count < own.length; count++) starts.push(index)
    folded += own
    index += character.length
  }
  return starts
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const blank = text.lastIndexOf(' ', length)
  return `${text.slice(0, blank > 0 ? blank : length).trimEnd()}…`
}

import { searchKey } from '../../text/keys.ts'

/** Characters that are shown before the match, and from its beginning on. */
const [BEFORE, FROM] = [50, 110]

/**
 * The text around the first match of the term; null if no single line contains it.
 * @param term folded by `searchKey`
 */
export function foundText(texts: readonly string[], term: string): string | null {
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      const hit = searchKey(line).indexOf(term)
      if (hit !== -1) return around(line, offsetOf(line, hit))
    }
  return null
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

function around(line: string, offset: number): string {
  const first = offset <= BEFORE ? 0 : afterBlank(line, offset - BEFORE, offset)
  const end = offset + FROM
  const last = end >= line.length ? line.length : Math.max(line.lastIndexOf(' ', end), offset + 1)
  const part = line.slice(first, last).toWellFormed().trim()
  return `${first > 0 ? '…' : ''}${part}${last < line.length ? '…' : ''}`
}

function afterBlank(line: string, from: number, to: number): number {
  const blank = line.indexOf(' ', from)
  return blank === -1 || blank >= to ? from : blank + 1
}

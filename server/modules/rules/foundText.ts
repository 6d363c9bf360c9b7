import { searchKey } from '../../text/keys.ts'

/** What is shown before the hit and from it on. Characters. */
const [BEFORE, FROM] = [50, 110]

/**
 * The part of some texts around the first place that holds the term; null where none does in one line.
 * @param term folded by `searchKey`
 */
export function foundText(texts: readonly string[], term: string): string | null {
  for (const text of texts)
    for (const line of text.split(/\r?\n/)) {
      const hit = searchKey(line).indexOf(term)
      if (hit !== -1) return around(line, placeOf(line, hit))
    }
  return null
}

/** Where in a text its folded form reaches a length: folding drops and adds characters. */
function placeOf(line: string, folded: number): number {
  let [from, to] = [0, line.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (searchKey(line.slice(0, middle + 1)).length > folded) to = middle
    else from = middle + 1
  }
  return from
}

function around(line: string, place: number): string {
  const first = place <= BEFORE ? 0 : afterBlank(line, place - BEFORE, place)
  const end = place + FROM
  const last = end >= line.length ? line.length : Math.max(line.lastIndexOf(' ', end), place + 1)
  const part = line.slice(first, last).toWellFormed().trim()
  return `${first > 0 ? '…' : ''}${part}${last < line.length ? '…' : ''}`
}

function afterBlank(line: string, from: number, to: number): number {
  const blank = line.indexOf(' ', from)
  return blank === -1 || blank >= to ? from : blank + 1
}

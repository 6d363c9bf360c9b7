/** Trigrams in one bucket are distinguished by comparison. */
const BUCKETS = 2 ** 16
const WIDTH = 3

/**
 * Indexes texts in memory: a term is compared only at the positions of its rarest trigram. Takes six bytes a character, and eight if any is beyond Latin-1.
 * @returns a function that finds the ids of the texts with a term
 */
export function textIndex(texts: ReadonlyMap<number, string>): (term: string) => number[] {
  const all = [...texts.values()].join('\n')
  const { positions, starts } = positionsIn(all)
  const listAt = (term: string, at: number) => {
    const bucket = bucketOf(term, at)
    return positions.subarray(starts[bucket], starts[bucket + 1])
  }
  const ids = [...texts.keys()]
  let length = 0
  const ends = Array.from(texts.values(), (text) => (length += text.length + 1))
  return (term) => {
    if (term.length < WIDTH) return ids.filter((id) => texts.get(id)?.includes(term))
    let rarest = 0
    for (let at = 1; at <= term.length - WIDTH; at++)
      if (listAt(term, at).length < listAt(term, rarest).length) rarest = at
    const found: number[] = []
    let [text, end] = [-1, 0]
    for (const position of listAt(term, rarest)) {
      if (position - rarest < end || !all.startsWith(term, position - rarest)) continue
      while (end <= position) end = ends[++text] as number
      found.push(ids[text] as number)
    }
    return found
  }
}

/** The positions of all trigrams by bucket, and where those of each bucket begin. */
function positionsIn(text: string) {
  const length = Math.max(0, text.length - WIDTH + 1)
  const starts = new Uint32Array(BUCKETS + 1)
  const add = (bucket: number, change: number) => {
    const start = (starts[bucket] as number) + change
    starts[bucket] = start
    return start
  }
  for (let at = 0; at < length; at++) add(bucketOf(text, at), 1)
  for (let bucket = 1; bucket <= BUCKETS; bucket++) add(bucket, starts[bucket - 1] as number)
  const positions = new Uint32Array(length)
  // The text is read backwards: each start moves from the end of its bucket to its beginning.
  for (let at = length - 1; at >= 0; at--) positions[add(bucketOf(text, at), -1)] = at
  return { positions, starts }
}

const bucketOf = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35)) >>>
  16

import { setImmediate } from 'node:timers/promises'

/** Texts, and an index of the positions of their trigrams. */
export type TextIndex = {
  /** Indexes of the texts that contain the term, ascending. */
  readonly find: (term: string) => number[]
  /** All texts, joined. */
  readonly all: string
}

/** Characters that one step reads in a few milliseconds; other requests are served between two steps. */
const CHUNK = 100_000
/** Trigrams in one bucket are distinguished by comparison. */
const BUCKETS = 2 ** 16
const WIDTH = 3

/**
 * Scanning all texts takes a millisecond for four million characters, most of it for characters where no match begins.
 * So the positions of all trigrams are stored, four bytes for each character: a term is compared only at the positions
 * of its rarest trigram.
 * @param old is returned when the texts are the same
 */
export async function textIndex(texts: readonly string[], old?: TextIndex): Promise<TextIndex> {
  const all = texts.join('\n')
  if (old?.all === all) return old
  const ends: number[] = []
  for (const { length } of texts) ends.push((ends.at(-1) ?? -1) + length + 1)

  const length = Math.max(0, all.length - WIDTH + 1)
  // The offset of each bucket in `positions`; `fill` advances a copy.
  const starts = new Uint32Array(BUCKETS + 1)
  for (let from = 0; from < length; from += CHUNK) {
    count(starts, all, from, Math.min(from + CHUNK, length))
    await setImmediate()
  }
  for (let index = 1; index <= BUCKETS; index++)
    starts[index] = (starts[index] ?? 0) + (starts[index - 1] ?? 0)
  const free = starts.slice()
  const positions = new Uint32Array(length)
  for (let from = 0; from < length; from += CHUNK) {
    fill(positions, free, all, from, Math.min(from + CHUNK, length))
    await setImmediate()
  }

  /** The offset of the rarest trigram in the term, and all its positions. */
  function rarest(term: string): { readonly index: number; readonly positions: Uint32Array } {
    let [best, from, to] = [0, 0, positions.length]
    for (let index = 0; index + WIDTH <= term.length; index++) {
      const bucket = bucketOf(term, index)
      const [begin, end] = [starts[bucket] ?? 0, starts[bucket + 1] ?? 0]
      if (end - begin <= to - from) [best, from, to] = [index, begin, end]
    }
    return { index: best, positions: positions.subarray(from, to) }
  }

  return {
    all,
    find(term) {
      const found: number[] = []
      let [number, begin] = [0, 0]
      const add = (position: number) => {
        while ((ends[number] ?? Infinity) <= position) number++
        found.push(number)
        // One match per text is enough.
        begin = ends[number] ?? Infinity
      }
      if (term.length < WIDTH) {
        for (let index = all.indexOf(term); index !== -1; index = all.indexOf(term, begin))
          add(index)
        return found
      }
      const { index, positions: hits } = rarest(term)
      for (const position of hits)
        if (position >= begin && all.startsWith(term, position - index)) add(position - index)
      return found
    },
  }
}

function count(starts: Uint32Array, all: string, from: number, to: number): void {
  for (let index = from; index < to; index++) {
    const next = bucketOf(all, index) + 1
    starts[next] = (starts[next] as number) + 1
  }
}

function fill(
  positions: Uint32Array,
  free: Uint32Array,
  all: string,
  from: number,
  to: number,
): void {
  for (let index = from; index < to; index++) {
    const bucket = bucketOf(all, index)
    const position = free[bucket] as number
    positions[position] = index
    free[bucket] = position + 1
  }
}

const bucketOf = (text: string, index: number): number =>
  (Math.imul(text.charCodeAt(index), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(index + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(index + 2), 0xc2b2ae35)) >>>
  16

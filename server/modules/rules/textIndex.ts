import { setImmediate } from 'node:timers/promises'

/** All texts, searched by where three characters of a term stand. */
export type TextIndex = {
  /** Numbers of the texts that hold the term, in rising order. */
  readonly find: (term: string) => number[]
  /** All texts in one. */
  readonly all: string
}

/** Characters that one step looks at, a few milliseconds; between two steps others get their turn. */
const CHUNK = 100_000
/** Three characters that fall into one bucket are told apart by comparing. */
const BUCKETS = 2 ** 16
const WIDTH = 3

/**
 * Looking through all texts takes a millisecond for four million characters, and most of it is lost on
 * characters that begin no hit. So the places of all three characters in a row are kept, four bytes for each
 * character of the texts: a term is compared only where its rarest three stand.
 * @param old is given back when the texts are still the same
 */
export async function textIndex(texts: readonly string[], old?: TextIndex): Promise<TextIndex> {
  const all = texts.join('\n')
  if (old?.all === all) return old
  const ends: number[] = []
  for (const { length } of texts) ends.push((ends.at(-1) ?? -1) + length + 1)

  const length = Math.max(0, all.length - WIDTH + 1)
  // Of each bucket, where its places begin; moved on while they are filled in.
  const starts = new Uint32Array(BUCKETS + 1)
  for (let from = 0; from < length; from += CHUNK) {
    count(starts, all, from, Math.min(from + CHUNK, length))
    await setImmediate()
  }
  for (let at = 1; at <= BUCKETS; at++) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0)
  const free = starts.slice()
  const places = new Uint32Array(length)
  for (let from = 0; from < length; from += CHUNK) {
    fill(places, free, all, from, Math.min(from + CHUNK, length))
    await setImmediate()
  }

  /** Where in the term its rarest three characters stand, and all their places. */
  function rarest(term: string): { readonly at: number; readonly places: Uint32Array } {
    let [best, from, to] = [0, 0, places.length]
    for (let at = 0; at + WIDTH <= term.length; at++) {
      const bucket = bucketAt(term, at)
      const [begin, end] = [starts[bucket] ?? 0, starts[bucket + 1] ?? 0]
      if (end - begin <= to - from) [best, from, to] = [at, begin, end]
    }
    return { at: best, places: places.subarray(from, to) }
  }

  return {
    all,
    find(term) {
      const found: number[] = []
      let [number, begin] = [0, 0]
      const add = (place: number) => {
        while ((ends[number] ?? Infinity) <= place) number++
        found.push(number)
        // The rest of a text that is found says nothing more.
        begin = ends[number] ?? Infinity
      }
      if (term.length < WIDTH) {
        for (let at = all.indexOf(term); at !== -1; at = all.indexOf(term, begin)) add(at)
        return found
      }
      const { at, places: hits } = rarest(term)
      for (const place of hits)
        if (place >= begin && all.startsWith(term, place - at)) add(place - at)
      return found
    },
  }
}

function count(starts: Uint32Array, all: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const next = bucketAt(all, at) + 1
    starts[next] = (starts[next] as number) + 1
  }
}

function fill(places: Uint32Array, free: Uint32Array, all: string, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const bucket = bucketAt(all, at)
    const place = free[bucket] as number
    places[place] = at
    free[bucket] = place + 1
  }
}

const bucketAt = (text: string, at: number): number =>
  (Math.imul(text.charCodeAt(at), 0x9e3779b1) ^
    Math.imul(text.charCodeAt(at + 1), 0x85ebca6b) ^
    Math.imul(text.charCodeAt(at + 2), 0xc2b2ae35)) >>>
  16

import { CompiledQuery, type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DB } from './schema.ts'
import { beginningOf, quoted, type TextPlace, textPlaces, trigramsIn } from './search.ts'
import { waitingPlaces } from './waitingTexts.ts'

/** Number of texts; a more common trigram hardly narrows a search. */
const LIST_MAX = 4096
/** The lists of 10,000 entries take some 10 MB. */
const LISTS_BYTES_MAX = 16 * 1024 * 1024
/** Cached trigrams of more than `LIST_MAX` texts. */
const COMMON_MAX = 20_000
const COMMON_MS = 10 * 60_000
/** Lists that one search reads; similar searches read the others. */
const READS_MAX = 4
/** Number of texts that are few enough to be compared with the term. */
const ENOUGH = 8
/** Number of texts above which the index is faster. */
const CANDIDATES_MAX = 200

const VERSION = CompiledQuery.raw('select data_version as version from pragma_data_version')

/**
 * Caches which texts contain a trigram until the database changes. SQLite merges the positions of all trigrams for
 * each search, a millisecond for a name among 10,000 entries; intersecting a few lists excludes nearly as many in a
 * hundredth of that.
 */
export class TrigramLists {
  readonly #lists = new LRUCache<string, Float64Array>({
    maxSize: LISTS_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength + 100,
  })
  readonly #common = new LRUCache<string, true>({ max: COMMON_MAX, ttl: COMMON_MS })
  #version: number | null = null
  /** Texts that the index does not have yet. */
  #waiting: readonly TextPlace[] = []

  /**
   * Row ids of all texts that may contain the term, and of some others; null for too many.
   * @param term of at least `TRIGRAM` characters
   */
  async candidates(
    db: Kysely<DB>,
    term: string,
    { after, upTo }: ReturnType<typeof textPlaces>,
  ): Promise<readonly TextPlace[] | null> {
    // A transaction sees the `data_version` of another connection.
    if (db.isTransaction) return null
    await this.#refresh(db)
    const found = await this.#textsWith(db, trigramsIn(beginningOf(term)))
    if (found === null) return null
    const isWithin = (place: TextPlace) => place > after && place <= upTo
    const places = [...found.filter(isWithin)]
    return places.length <= CANDIDATES_MAX ? [...places, ...this.#waiting.filter(isWithin)] : null
  }

  /** `data_version` changes with every write of another connection, and all reads share one connection. */
  async #refresh(db: Kysely<DB>): Promise<void> {
    const { rows } = await db.executeQuery<{ version: number }>(VERSION)
    const now = rows[0]?.version ?? null
    if (now === this.#version) return
    this.#lists.clear()
    this.#waiting = await waitingPlaces(db, textPlaces(null))
    this.#version = now
  }

  /** The intersection of the cached lists, shortest first, and of a few more; null if all trigrams are common. */
  async #textsWith(db: Kysely<DB>, trigrams: Iterable<string>): Promise<Float64Array | null> {
    const cached: Float64Array[] = []
    const unknown: string[] = []
    for (const trigram of trigrams) {
      const list = this.#lists.get(trigram)
      if (list !== undefined) cached.push(list)
      else if (!this.#common.has(trigram)) unknown.push(trigram)
    }
    cached.sort((a, b) => a.length - b.length)
    let found: Float64Array | null = null
    for (const list of cached) {
      if (found !== null && found.length <= ENOUGH) return found
      found = found === null ? list : inBoth(found, list)
    }
    for (const trigram of unknown.slice(0, READS_MAX)) {
      if (found !== null && found.length <= ENOUGH) return found
      const list = await this.#read(db, trigram)
      if (list !== null) found = found === null ? list : inBoth(found, list)
    }
    return found
  }

  async #read(db: Kysely<DB>, trigram: string): Promise<Float64Array | null> {
    const { rows } = await sql<{ places: string }>`select json_group_array(rowid) as places from
      (select rowid from glossary_texts_fts where glossary_texts_fts match ${quoted(trigram)}
      limit ${LIST_MAX + 1})`.execute(db)
    const places = Float64Array.from(JSON.parse(rows[0]?.places ?? '[]') as number[])
    if (places.length > LIST_MAX) {
      this.#common.set(trigram, true)
      return null
    }
    this.#lists.set(trigram, places)
    return places
  }
}

/** Both ascending, as the result. One is often a hundred times as long: it is searched, not read. */
function inBoth(shorter: Float64Array, longer: Float64Array): Float64Array {
  if (shorter.length > longer.length) return inBoth(longer, shorter)
  const both = new Float64Array(shorter.length)
  let [length, from] = [0, 0]
  for (const value of shorter) {
    from = placeOf(value, longer, from)
    if (longer[from] === value) both[length++] = value
  }
  return both.subarray(0, length)
}

/** Index of the first element from `low` on that is not below the value. */
function placeOf(value: number, list: Float64Array, low: number): number {
  // The step doubles: the place is near if both lists are about as long.
  let step = 1
  while (low + step < list.length && (list[low + step] as number) < value) step *= 2
  let [first, end] = [low + (step >> 1), Math.min(low + step, list.length)]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((list[middle] as number) < value) first = middle + 1
    else end = middle
  }
  return first
}

import { CompiledQuery, type Kysely, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { DB } from './schema.ts'
import { beginningOf, quoted, type TextPlace, type textPlaces, trigramsIn } from './search.ts'

/** Texts; a more common trigram hardly narrows a search. */
const LIST_MAX = 4096
/** The lists of 10,000 entries take some 10 MB. */
const LISTS_BYTES_MAX = 16 * 1024 * 1024
/** Cached trigrams of more than `LIST_MAX` texts. */
const COMMON_MAX = 20_000
const COMMON_MS = 10 * 60_000
/** Lists that one search reads; similar searches read the others. */
const READS_MAX = 4
/** Texts; so few are compared with the term at once. */
const ENOUGH = 8
/** Beyond it, the index is faster. */
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

  /**
   * Row ids of all texts that may contain the term, and of some others; null for too many.
   * @param term of at least `TRIGRAM` characters
   */
  async candidates(
    db: Kysely<DB>,
    term: string,
    { after, upTo }: ReturnType<typeof textPlaces>,
  ): Promise<readonly TextPlace[] | null> {
    // Within a transaction, `data_version` is that of another connection.
    if (db.isTransaction) return null
    await this.#refresh(db)
    const found = await this.#textsWith(db, trigramsIn(beginningOf(term)))
    if (found === null) return null
    const places = [...found.filter((place) => place > after && place <= upTo)]
    return places.length <= CANDIDATES_MAX ? places : null
  }

  /** `data_version` changes with every write of another connection, and all reads share one connection. */
  async #refresh(db: Kysely<DB>): Promise<void> {
    const { rows } = await db.executeQuery<{ version: number }>(VERSION)
    const now = rows[0]?.version ?? null
    if (now !== this.#version) this.#lists.clear()
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

/** Both ascending, as the result. */
function inBoth(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(Math.min(a.length, b.length))
  let [length, i, j] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i] as number, b[j] as number]
    if (left === right) both[length++] = left
    if (left <= right) i++
    if (right <= left) j++
  }
  return both.subarray(0, length)
}

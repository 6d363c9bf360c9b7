import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is written together and therefore forgotten together. */
export type Area = 'contents' | 'downloads' | 'rules' | 'glossary' | 'countries'
export type Encoding = 'br' | 'gzip'

/** An answer that is the same for everybody, ready to be sent. */
export type Answer = {
  readonly mediaType: string
  /** Further headers, such as the address of the next page. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the content, whatever its encoding on the way; without `W/`, with its quotes. */
  readonly tag: string
  readonly bytes: Buffer
  /** Compressed at the first request for it; undefined where that is not worth it. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer> | undefined
}
/** What a query has made of the database: JSON by itself, or a document with its own type. */
export type Content = {
  readonly mediaType: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
  /** The moment from which on it is no longer true by itself, such as the next publication. Epoch milliseconds. */
  readonly until?: number
}

export type Answers = {
  /**
   * The kept answer, or a new one. Callers that come while it is made wait for the same one.
   * @param make must not depend on who asks; what it throws is not kept
   */
  readonly get: (area: Area, key: string, make: () => Promise<Content>) => Promise<Answer>
  /** May this answer be given once more, without asking for it by its key? */
  readonly isFresh: (answer: Answer) => boolean
  /** Call after the commit of every write to the area. */
  readonly clear: (area: Area) => void
}

/** An answer is asked of the database again after this time at the latest: another process may have written. Milliseconds. */
const AGE_MAX = 5000
/** Answers per area; keys hold ids, and ids are many. */
const KEPT_MAX = 1000
/** Below this, compressing saves no packet. Bytes. */
const WORTH_COMPRESSING = 1400

/** Good before `until`. Epoch milliseconds. */
type Entry = { until: number; readonly made: Promise<Made> }
type Made = { readonly answer: Answer; readonly until: number }
type Shelf = { readonly entries: Map<string, Entry>; cleared: number }
type Birth = { readonly until: number; readonly shelf: Shelf; readonly cleared: number }

/**
 * One for each process, shared by every application in it.
 * @param clock epoch milliseconds
 */
export function makeAnswers(clock: () => number): Answers {
  const shelves = new Map<Area, Shelf>()
  const births = new WeakMap<Answer, Birth>()
  const shelfOf = (area: Area): Shelf => {
    const shelf = shelves.get(area) ?? { entries: new Map(), cleared: 0 }
    shelves.set(area, shelf)
    return shelf
  }

  return {
    async get(area, key, make) {
      const shelf = shelfOf(area)
      const { entries, cleared } = shelf
      const known = entries.get(key)
      // The age counts from before the query, so that no answer is older than it says.
      const since = clock()
      if (known && since < known.until) return (await known.made).answer
      const made = renewed(make, known?.made)
      const entry: Entry = { until: since + AGE_MAX, made }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > KEPT_MAX) entries.delete(entries.keys().next().value ?? key)
      try {
        const { answer, until } = await made
        entry.until = Math.min(entry.until, until)
        births.set(answer, { until: entry.until, shelf, cleared })
        return answer
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    isFresh(answer) {
      const birth = births.get(answer)
      return birth !== undefined && birth.cleared === birth.shelf.cleared && clock() < birth.until
    },
    // A query that is still running began before the write: its callers get it, and nobody after them.
    clear(area) {
      const shelf = shelfOf(area)
      shelf.entries.clear()
      shelf.cleared++
    },
  }
}

/** The old answer stands when nothing has changed: its compressed forms are worth keeping. */
async function renewed(make: () => Promise<Content>, old?: Promise<Made>): Promise<Made> {
  const { mediaType, text, headers = {}, until = Infinity } = await make()
  const bytes = Buffer.from(text)
  // Together with the headers: a page that stays the same may still get another next one.
  const digest = createHash('sha256').update(JSON.stringify(headers)).update(bytes)
  const tag = `"${digest.digest('base64url').slice(0, 27)}"`
  const before = (await old?.catch(() => undefined))?.answer
  const answer = before?.tag === tag ? before : ready(mediaType, headers, tag, bytes)
  return { answer, until }
}

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes) => promisify(gzip)(bytes),
}

function ready(mediaType: string, headers: Answer['headers'], tag: string, bytes: Buffer): Answer {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    mediaType,
    headers,
    tag,
    bytes,
    encoded(encoding) {
      if (bytes.length < WORTH_COMPRESSING) return undefined
      const one = made.get(encoding) ?? compress[encoding](bytes)
      made.set(encoding, one)
      return one
    },
  }
}

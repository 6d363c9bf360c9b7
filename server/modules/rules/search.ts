import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { RuleEntryId } from '#contract/ids.ts'
import type { RuleKind } from '#contract/sets.ts'
import type { Stamp } from '../../http/cache/responseCache.ts'
import type { Deps } from '../../http/deps.ts'
import type { Titled } from '../../text/nearTitles.ts'
import { foundText } from './foundText.ts'
import { presentBasic, presentQuick } from './present.ts'
import {
  type EntryRow,
  listEntries,
  listIdsHolding,
  listSearchTexts,
  listSections,
  textLength,
} from './repository.ts'
import { type TextIndex, textIndex } from './textIndex.ts'

export type RuleFilters = {
  /** Folded by `searchKey`; empty finds everything. */
  readonly term: string
  readonly category: number | null
  readonly subcategory: number | null
}
export type RuleSearch = {
  /** JSON of the entries that are found, in reading order. */
  readonly find: (kind: RuleKind, filters: RuleFilters) => Promise<Found>
  /** For `nearTitles`. */
  readonly titles: (kind: RuleKind) => Promise<readonly Titled[]>
}

export type Found = { readonly count: number; readonly json: Buffer }

/** All entries of a kind, in reading order. */
type Index = {
  readonly entries: readonly Indexed[]
  readonly titles: readonly Titled[]
  /** The JSON of all entries, each after a comma: long lists are copied together, not written anew. */
  readonly json: Buffer
  /** Null when all texts together are too long to be kept. */
  readonly text: TextIndex | null
  /** The texts of each entry as they were written; null where `text` is. */
  readonly sections: Sections | null
  /** Ready lists by what is in them: different terms often find the same entries. */
  readonly lists: LRUCache<string, Buffer>
}
type Sections = ReadonlyMap<RuleEntryId, readonly string[]>
type Indexed = {
  readonly id: RuleEntryId
  readonly title_key: string
  readonly category: number | null
  readonly subcategory: number | null
  /** Where its JSON ends; it begins where that of the entry before it ends. */
  readonly end: number
}

/**
 * Of each kind; each takes five bytes in memory, or six. A book of 2,000 rules has 2-6 million; longer ones are
 * searched by the database. Characters.
 */
export const TEXTS_MAX = 8_000_000
/** Of the lists kept ready, of each kind. The longest of 2,000 rules takes 0.3 MB. Bytes. */
const LISTS_BYTES_MAX = 8 * 1024 * 1024
/** Longer lists do not say where the term was found: whoever reads on will narrow the search. Entries. */
const EXPLAINED_MAX = 60
/** Texts that one step reads; between two steps others get their turn. */
const CHUNK = 250

/**
 * Rules are few, change seldom and are searched with every key that somebody types. So they are kept ready in
 * memory, as long as an answer would be: a search asks the database nothing and writes nothing anew.
 */
export function ruleSearch(
  { db, responseCache }: Pick<Deps, 'db' | 'responseCache'>,
  textsMax: number = TEXTS_MAX,
): RuleSearch {
  const kept = new Map<RuleKind, { readonly stamp: Stamp; readonly index: Promise<Index> }>()

  function indexOf(kind: RuleKind): Promise<Index> {
    const known = kept.get(kind)
    if (known !== undefined && responseCache.isCurrent(known.stamp)) return known.index
    const entry = { stamp: responseCache.stamp('rules'), index: load(kind, known?.index) }
    kept.set(kind, entry)
    entry.index.catch(() => {
      if (kept.get(kind) === entry) kept.delete(kind)
    })
    return entry.index
  }

  /** @param before is given back when nothing has changed since: its parts are worth keeping */
  async function load(kind: RuleKind, before?: Promise<Index>): Promise<Index> {
    const rows = await listEntries(db, kind)
    const isKept = (await textLength(db, kind)) <= textsMax
    const texts = isKept ? await textsOf(kind) : null
    const sections = isKept ? await sectionsOf(rows.map(({ id }) => id)) : null
    const old = await before?.catch(() => undefined)
    const parts = rows.map((row, at) => jsonOf(kind, row, rows[at + 1]?.id ?? null))
    const json = Buffer.concat(parts)
    const inOrder = texts && rows.map(({ id }) => texts.get(id) ?? '')
    const text = inOrder && (await textIndex(inOrder, old?.text ?? undefined))
    if (old?.text === text && old.json.equals(json) && isDeepStrictEqual(old.sections, sections))
      return old
    let end = 0
    return {
      entries: rows.map((row, at) => {
        end += parts[at]?.length ?? 0
        return { ...placeOf(kind, row), title_key: row.title_key, end }
      }),
      titles: rows.toSorted((a, b) => (a.title_key < b.title_key ? -1 : 1)),
      json,
      text,
      sections,
      lists: new LRUCache({
        maxSize: LISTS_BYTES_MAX,
        sizeCalculation: ({ length }, key) => length + key.length + 100,
      }),
    }
  }

  async function textsOf(kind: RuleKind): Promise<Map<RuleEntryId, string>> {
    const texts = new Map<RuleEntryId, string>()
    for (let after = 0; ; await setImmediate()) {
      const rows = await listSearchTexts(db, kind, after, CHUNK)
      for (const { id, search_text } of rows) texts.set(id, search_text)
      if (rows.length < CHUNK) return texts
      after = rows.at(-1)?.id ?? after
    }
  }

  async function sectionsOf(ids: readonly RuleEntryId[]): Promise<Sections> {
    const sections = new Map<RuleEntryId, string[]>()
    for (let from = 0; from < ids.length; from += CHUNK) {
      for (const row of await listSections(db, ids.slice(from, from + CHUNK))) {
        const own = sections.get(row.entry_id) ?? []
        own.push(row.title, row.content)
        sections.set(row.entry_id, own)
      }
      await setImmediate()
    }
    return sections
  }

  /** Numbers of the entries whose texts hold the term, in their order. */
  async function holding({ entries, text }: Index, kind: RuleKind, term: string) {
    if (term === '') return entries.map((_, number) => number)
    if (text !== null) return text.find(term)
    const ids = new Set(await listIdsHolding(db, kind, term))
    return entries.flatMap(({ id }, number) => (ids.has(id) ? [number] : []))
  }

  /** Where the term stands in the entries whose titles do not hold it, by their numbers. */
  async function foundTexts({ entries, sections }: Index, found: readonly number[], term: string) {
    const texts = new Map<number, string>()
    if (term === '' || found.length > EXPLAINED_MAX) return texts
    const untitled = found.flatMap((number) => {
      const entry = entries[number]
      return entry === undefined || entry.title_key.includes(term) ? [] : [{ number, id: entry.id }]
    })
    const known = sections ?? (await sectionsOf(untitled.map(({ id }) => id)))
    for (const { number, id } of untitled) {
      const text = foundText(known.get(id) ?? [], term)
      if (text !== null) texts.set(number, text)
    }
    return texts
  }

  return {
    async find(kind, { term, category, subcategory }) {
      const index = await indexOf(kind)
      const found = (await holding(index, kind, term)).filter((number) => {
        const entry = index.entries[number]
        return (
          (category === null || entry?.category === category) &&
          (subcategory === null || entry?.subcategory === subcategory)
        )
      })
      const texts = await foundTexts(index, found, term)
      const json = texts.size === 0 ? listOf(index, found) : explained(index, found, texts)
      return { count: found.length, json }
    },
    titles: async (kind) => (await indexOf(kind)).titles,
  }
}

const [BEGIN, END] = [Buffer.from('['), Buffer.from(']')]
const NOTHING = Buffer.concat([BEGIN, END])

/** A JSON array, copied from ready bytes. */
function listOf({ entries, json, lists }: Index, found: readonly number[]): Buffer {
  if (found.length === 0) return NOTHING
  const bits = Buffer.alloc(Math.ceil(entries.length / 8))
  for (const number of found) bits[number >> 3] = (bits[number >> 3] ?? 0) | (1 << (number & 7))
  const key = bits.toString('latin1')
  const known = lists.get(key)
  if (known !== undefined) return known
  const parts: Buffer[] = [BEGIN]
  for (let at = 0; at < found.length; at++) {
    const first = found[at] ?? 0
    // The comma before the first entry of all is not sent.
    const begin = (entries[first - 1]?.end ?? 0) + (parts.length === 1 ? 1 : 0)
    // Neighbours are copied in one go.
    while (found[at + 1] === (found[at] ?? 0) + 1) at++
    parts.push(json.subarray(begin, entries[found[at] ?? 0]?.end))
  }
  parts.push(END)
  // Not from the pool of short buffers, of which one would keep 8 kB alive.
  const list = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) end += part.copy(list, end)
  lists.set(key, list)
  return list
}

/** The list with what was found, written into the ready entries. */
function explained(
  { entries, json, lists }: Index,
  found: readonly number[],
  texts: ReadonlyMap<number, string>,
): Buffer {
  const key = JSON.stringify([found, [...texts]])
  const known = lists.get(key)
  if (known !== undefined) return known
  const parts = found.map((number) => {
    const ready = json.toString('utf8', (entries[number - 1]?.end ?? 0) + 1, entries[number]?.end)
    const text = texts.get(number)
    return text === undefined ? ready : `${ready.slice(0, -1)},"found":${JSON.stringify(text)}}`
  })
  const list = Buffer.from(`[${parts.join(',')}]`)
  lists.set(key, list)
  return list
}

const jsonOf = (kind: RuleKind, row: EntryRow, nextId: RuleEntryId | null): Buffer =>
  Buffer.from(
    `,${JSON.stringify(kind === 'basic' ? presentBasic(row, nextId) : presentQuick(row, nextId))}`,
  )

/** Quick entries have no category, so none of them is in one that is asked for. */
const placeOf = (kind: RuleKind, row: EntryRow) =>
  kind === 'basic'
    ? { id: row.id, category: row.category_id, subcategory: row.subcategory_id }
    : { id: row.id, category: null, subcategory: row.quick_subcategory_id }

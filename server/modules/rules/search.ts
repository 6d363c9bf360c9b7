import type { RuleKind } from '#contract/sets.ts'
import type { SearchGroup } from '#contract/siteSearch.ts'
import { excerptOf } from '#shared/search.ts'
import type { HasDb } from '../../db/schema.ts'
import type { Stamp } from '../../http/cache/responseCache.ts'
import type { Deps } from '../../http/deps.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { ruleHits } from './ruleHits.ts'
import { holding, type Index, loadIndex, sectionsOf } from './ruleIndex.ts'

export type RuleFilters = {
  /** Folded by `termKey`; empty finds everything. */
  readonly term: string
  readonly category: number | null
  readonly subcategory: number | null
}
export type RuleSearch = ReturnType<typeof ruleSearch>

export type Found = { readonly count: number; readonly json: Buffer }

/**
 * Characters of each kind; one takes five or six bytes in memory. A book of 2,000 rules has 2-6 million; longer ones
 * are searched by the database.
 */
export const TEXTS_MAX = 8_000_000
/** Entries; longer lists do not say where the term was found. */
const EXPLAINED_MAX = 60

/**
 * Rules are few, change seldom and are searched with every key that a visitor types. So they are cached in memory, for
 * as long as a response: a search needs no query and serializes nothing.
 */
export function ruleSearch(
  { db, responseCache, kit }: Pick<Deps, 'db' | 'responseCache' | 'kit'>,
  textsMax: number = TEXTS_MAX,
) {
  const cache = new Map<RuleKind, { readonly stamp: Stamp; readonly index: Promise<Index> }>()

  function indexOf(kind: RuleKind): Promise<Index> {
    const known = cache.get(kind)
    if (known !== undefined && responseCache.isCurrent(known.stamp)) return known.index
    const entry = {
      stamp: responseCache.stamp('rules'),
      index: loadIndex({ db }, kind, textsMax, kit.current(), known?.index),
    }
    cache.set(kind, entry)
    entry.index.catch(() => {
      if (cache.get(kind) === entry) cache.delete(kind)
    })
    return entry.index
  }

  return {
    /** JSON of the entries that are found, in reading order. */
    find: async (kind: RuleKind, filters: RuleFilters): Promise<Found> =>
      findIn({ db }, await indexOf(kind), kind, filters),
    /** Titles for `nearTitles`. */
    titles: async (kind: RuleKind) => (await indexOf(kind)).titles,
    /** Hits for the search of the whole site. */
    hits: async (kind: RuleKind, term: string, limit: number): Promise<SearchGroup> =>
      ruleHits({ db }, await indexOf(kind), kind, term, limit),
  }
}

async function findIn(
  w: HasDb,
  index: Index,
  kind: RuleKind,
  { term, category, subcategory }: RuleFilters,
): Promise<Found> {
  const found = (await holding(w, index, kind, term)).filter((number) => {
    const entry = index.entries[number]
    return (
      (category === null || entry?.category === category) &&
      (subcategory === null || entry?.subcategory === subcategory)
    )
  })
  const texts = await foundTexts(w, index, found, term)
  const json = texts.size === 0 ? listOf(index, found) : explained(index, found, texts)
  return { count: found.length, json }
}

/** The text around the term in the entries whose titles do not contain it, by index. */
async function foundTexts(
  w: HasDb,
  { entries, sections }: Index,
  found: readonly number[],
  term: string,
) {
  const texts = new Map<number, string>()
  if (term === '' || found.length > EXPLAINED_MAX) return texts
  const untitled = found.flatMap((number) => {
    const entry = entries[number]
    return entry === undefined || entry.title_key.includes(term) ? [] : [{ number, id: entry.id }]
  })
  const known = sections ?? (await sectionsOf(w, untitled))
  for (const { number, id } of untitled) {
    const excerpt = excerptOf(known.get(id) ?? [], term)
    if (excerpt) texts.set(number, excerpt.map(({ text }) => text).join(''))
  }
  return texts
}

const [BEGIN, END] = [Buffer.from('['), Buffer.from(']')]
const NOTHING = Buffer.concat([BEGIN, END])

/** A JSON array, copied from the serialized entries. */
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
    // The comma before the very first entry is not sent.
    const begin = (entries[first - 1]?.end ?? 0) + (parts.length === 1 ? 1 : 0)
    // Neighbours are copied together.
    while (found[at + 1] === (found[at] ?? 0) + 1) at++
    parts.push(json.subarray(begin, entries[found[at] ?? 0]?.end))
  }
  parts.push(END)
  // Uses its own buffer, not the pool of short ones: one of them would keep 8 kB in memory.
  const list = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) end += part.copy(list, end)
  lists.set(key, list)
  return list
}

/** The list with the texts that were found, inserted into the serialized entries. */
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

/** Source of the search of the whole site. */
export const rulesSource = ({ hits, titles }: RuleSearch): SearchSource => ({
  find: async (term, limit) => [await hits('quick', term, limit), await hits('basic', term, limit)],
  titles: async () => [...(await titles('quick')), ...(await titles('basic'))],
})

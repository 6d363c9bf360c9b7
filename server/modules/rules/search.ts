import { setImmediate } from 'node:timers/promises'
import type { RuleEntryId } from '#contract/ids.ts'
import type { Stamp } from '../../cache/answers.ts'
import type { Deps } from '../../deps.ts'
import type { Titled } from '../../nearTitles.ts'
import { presentBasic, presentQuick } from './present.ts'
import { type EntryRow, type RuleKind, rulesRepository } from './repository.ts'

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
}
type Indexed = {
  readonly id: RuleEntryId
  readonly category: number | null
  readonly subcategory: number | null
  /** Bytes of its JSON after a comma: long lists are copied together, not written anew. */
  readonly json: Buffer
  /** What a search looks through; null when all texts together are too long to be kept. */
  readonly text: string | null
}

/** Of each kind. A book of 2,000 rules has 2-6 million; longer ones are searched by the database. Characters. */
export const TEXTS_MAX = 16_000_000
/** Texts that one step reads; between two steps others get their turn. */
const CHUNK = 250

/**
 * Rules are few, change seldom and are searched with every key that somebody types. So they are kept ready in
 * memory, as long as an answer would be: a search asks the database nothing and writes nothing anew.
 */
export function ruleSearch(
  { db, engine, answers }: Pick<Deps, 'db' | 'engine' | 'answers'>,
  textsMax: number = TEXTS_MAX,
): RuleSearch {
  const rules = rulesRepository({ engine })
  const kept = new Map<RuleKind, { readonly stamp: Stamp; readonly index: Promise<Index> }>()

  function indexOf(kind: RuleKind): Promise<Index> {
    const known = kept.get(kind)
    if (known !== undefined && answers.isCurrent(known.stamp)) return known.index
    const entry = { stamp: answers.stamp('rules'), index: load(kind) }
    kept.set(kind, entry)
    entry.index.catch(() => {
      if (kept.get(kind) === entry) kept.delete(kind)
    })
    return entry.index
  }

  async function load(kind: RuleKind): Promise<Index> {
    const rows = await rules.entries(db, kind)
    const isKept = (await rules.textLength(db, kind)) <= textsMax
    const texts = isKept ? await textsOf(kind) : null
    return {
      entries: rows.map((row, at) => ({
        ...indexed(kind, row, rows[at + 1]?.id ?? null),
        text: texts && (texts.get(row.id) ?? ''),
      })),
      titles: rows.toSorted((a, b) => (a.title_key < b.title_key ? -1 : 1)),
    }
  }

  async function textsOf(kind: RuleKind): Promise<Map<RuleEntryId, string>> {
    const texts = new Map<RuleEntryId, string>()
    for (let after: RuleEntryId | 0 = 0; ; await setImmediate()) {
      const rows = await rules.texts(db, kind, after, CHUNK)
      for (const { id, search_text } of rows) texts.set(id, search_text)
      if (rows.length < CHUNK) return texts
      after = rows.at(-1)?.id ?? after
    }
  }

  async function holding({ entries }: Index, kind: RuleKind, term: string) {
    if (entries[0]?.text !== null) return ({ text }: Indexed) => text?.includes(term) === true
    const ids = new Set(await rules.idsHolding(db, kind, term))
    return ({ id }: Indexed) => ids.has(id)
  }

  return {
    async find(kind, { term, category, subcategory }) {
      const index = await indexOf(kind)
      const isHit = term === '' ? () => true : await holding(index, kind, term)
      const found = index.entries.filter(
        (entry) =>
          (category === null || entry.category === category) &&
          (subcategory === null || entry.subcategory === subcategory) &&
          isHit(entry),
      )
      return { count: found.length, json: listOf(found) }
    },
    titles: async (kind) => (await indexOf(kind)).titles,
  }
}

const [BEGIN, END] = [Buffer.from('['), Buffer.from(']')]

/** A JSON array; the comma before the first entry gives way to its beginning. */
function listOf(entries: readonly Indexed[]): Buffer {
  if (entries.length === 0) return Buffer.concat([BEGIN, END])
  const bytes = Buffer.concat([...entries.map(({ json }) => json), END])
  BEGIN.copy(bytes)
  return bytes
}

/** Quick entries have no category, so none of them is in one that is asked for. */
const indexed = (kind: RuleKind, row: EntryRow, nextId: RuleEntryId | null) =>
  kind === 'basic'
    ? {
        id: row.id,
        category: row.category_id,
        subcategory: row.subcategory_id,
        json: Buffer.from(`,${JSON.stringify(presentBasic(row, nextId))}`),
      }
    : {
        id: row.id,
        category: null,
        subcategory: row.quick_subcategory_id,
        json: Buffer.from(`,${JSON.stringify(presentQuick(row, nextId))}`),
      }

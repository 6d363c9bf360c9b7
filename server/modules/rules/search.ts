import { setImmediate as breathe } from 'node:timers/promises'
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
  /** JSON of each entry that is found, in reading order. */
  readonly find: (kind: RuleKind, filters: RuleFilters) => Promise<string[]>
  /** For `nearTitles`. */
  readonly titles: (kind: RuleKind) => Promise<readonly Titled[]>
}

/** All entries of a kind, in reading order. */
type Index = {
  readonly entries: readonly Indexed[]
  readonly titles: readonly Titled[]
  /** What a search looks through; null when that is too long to be kept. */
  readonly texts: ReadonlyMap<RuleEntryId, string> | null
}
type Indexed = {
  readonly id: RuleEntryId
  readonly category: number | null
  readonly subcategory: number | null
  readonly json: string
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
    return {
      entries: rows.map((row, at) => indexed(kind, row, rows[at + 1]?.id ?? null)),
      titles: rows.toSorted((a, b) => (a.title_key < b.title_key ? -1 : 1)),
      texts: isKept ? await textsOf(kind) : null,
    }
  }

  async function textsOf(kind: RuleKind): Promise<Map<RuleEntryId, string>> {
    const texts = new Map<RuleEntryId, string>()
    for (let after: RuleEntryId | 0 = 0; ; await breathe()) {
      const rows = await rules.texts(db, kind, after, CHUNK)
      for (const { id, search_text } of rows) texts.set(id, search_text)
      if (rows.length < CHUNK) return texts
      after = rows.at(-1)?.id ?? after
    }
  }

  async function holding({ texts }: Index, kind: RuleKind, term: string) {
    if (texts !== null) return (id: RuleEntryId) => texts.get(id)?.includes(term) === true
    const ids = new Set(await rules.idsHolding(db, kind, term))
    return (id: RuleEntryId) => ids.has(id)
  }

  return {
    async find(kind, { term, category, subcategory }) {
      const index = await indexOf(kind)
      const isHit = term === '' ? () => true : await holding(index, kind, term)
      return index.entries
        .filter(
          (entry) =>
            (category === null || entry.category === category) &&
            (subcategory === null || entry.subcategory === subcategory) &&
            isHit(entry.id),
        )
        .map(({ json }) => json)
    },
    titles: async (kind) => (await indexOf(kind)).titles,
  }
}

/** Quick entries have no category, so none of them is in one that is asked for. */
const indexed = (kind: RuleKind, row: EntryRow, nextId: RuleEntryId | null): Indexed =>
  kind === 'basic'
    ? {
        id: row.id,
        category: row.category_id,
        subcategory: row.subcategory_id,
        json: JSON.stringify(presentBasic(row, nextId)),
      }
    : {
        id: row.id,
        category: null,
        subcategory: row.quick_subcategory_id,
        json: JSON.stringify(presentQuick(row, nextId)),
      }

import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { TOTAL_CAP } from '#contract/limits.ts'
import {
  beginsWith,
  holds,
  idsSharingTrigrams,
  indexedCount,
  isAfter,
  isIndexed,
  isOneOf,
  TRIGRAM,
} from '../../db/search.ts'
import type { Db, Deps } from '../../deps.ts'
import type { Titled } from '../../nearTitles.ts'

export type EntryFilters = {
  /** Everything of one author; null: what is approved, of everybody. */
  readonly author: MemberId | null
  /** Only entries of authors who are not staff now (SETTLED 55). */
  readonly isUserMade: boolean
  readonly type: GlossaryTypeId | null
  readonly subtype: GlossarySubtypeId | null
  /** Folded by `searchKey` and trimmed; empty finds everything. */
  readonly term: string
}
export type Order = {
  readonly column: 'title_key' | 'created_at'
  readonly direction: 'asc' | 'desc'
}
/** Where an entry stands in an order. */
export type Place = { readonly key: string | number; readonly id: GlossaryEntryId }

/** How a search is answered; see `textFilter`. */
type TextFilter = {
  readonly condition: RawBuilder<SqlBool> | null
  /** More than `TOTAL_CAP` rows, to be met on the way through the list. */
  readonly isCommon: boolean
}

/**
 * What one step reads on the way through the list, at first and at most, and in what range of ids one step
 * looks up. Rows, a few milliseconds each: SQLite works on the thread of all requests.
 */
const [WINDOW, WINDOW_MAX, RANGE] = [250, 1000, 50_000]
/** Up to so many titles are compared one by one; of more, only those with common trigrams. */
const TITLES_MAX = 2000

const FTS = 'glossary_fts'
const TITLES = { table: 'glossary_entries', column: 'title_key', fts: 'glossary_titles_fts' }

export type EntryRow = Awaited<ReturnType<ReturnType<typeof listRepository>['rows']>>[number]

/** The list of entries: filtered, searched, ordered, a page at a time. */
export const listRepository = ({ engine }: Pick<Deps, 'engine'>) => {
  const filtered = (db: Db, { author, isUserMade, type, subtype }: EntryFilters) =>
    db
      .selectFrom('glossary_entries as e')
      .$if(author === null, (q) => q.where('e.approved_at', 'is not', null))
      .$if(author !== null, (q) => q.where('e.created_by', '=', author))
      .$if(type !== null, (q) => q.where('e.type_id', '=', type))
      .$if(subtype !== null, (q) => q.where('e.subtype_id', '=', subtype))
      .$if(isUserMade, (q) =>
        q.where(
          'e.created_by',
          'not in',
          db.selectFrom('users').select('id').where('role', '<>', 'player'),
        ),
      )

  const ordered = (
    db: Db,
    filters: EntryFilters,
    { column, direction }: Order,
    after: Place | null,
  ) =>
    filtered(db, filters)
      .$if(after !== null, (q) =>
        after === null ? q : q.where(isAfter([`e.${column}`, 'e.id'], direction, after)),
      )
      .select(['e.id', `e.${column} as key`])
      .orderBy(`e.${column}`, direction)
      .orderBy('e.id', direction)

  const isShort = (term: string) => [...term].length < TRIGRAM
  const matches = (term: string) =>
    isShort(term) ? beginsWith('e.title_key', term) : holds(engine, 'e.search_text', term)

  /** Ids of the rows that hold the term, by the trigram table, a range at a time; more than `TOTAL_CAP` end it. */
  async function idsFound(db: Db, filters: EntryFilters): Promise<number[]> {
    const { last } = await db
      .selectFrom('glossary_entries')
      .select(({ fn }) => fn.max('id').as('last'))
      .executeTakeFirstOrThrow()
    const ids: number[] = []
    for (let after = 0; ids.length <= TOTAL_CAP && after < last; after += RANGE) {
      const range = { after, upTo: after + RANGE }
      const found = filtered(db, filters)
        .select('e.id')
        .where(isIndexed('e.id', FTS, filters.term, range))
        .limit(TOTAL_CAP + 1 - ids.length)
      ids.push(...(await found.execute()).map(({ id }) => id))
      await breathe()
    }
    return ids
  }

  /** Reads on in order, a window at a time, until enough rows hold the term. */
  async function scan(
    from: (after: Place | null) => ReturnType<typeof ordered>,
    after: Place | null,
    condition: RawBuilder<SqlBool>,
    limit: number,
  ): Promise<Place[]> {
    const found: Place[] = []
    for (let [place, size] = [after, WINDOW]; ; await breathe()) {
      const window = await from(place)
        .select(sql<number>`case when ${condition} then 1 else 0 end`.as('hit'))
        .limit(size)
        .execute()
      found.push(...window.filter(({ hit }) => hit === 1).map(({ id, key }) => ({ id, key })))
      if (window.length < size || found.length >= limit) return found.slice(0, limit)
      place = window.at(-1) ?? null
      size = Math.min(2 * size, WINDOW_MAX)
    }
  }

  async function countUpTo(db: Db, filters: EntryFilters, condition: RawBuilder<SqlBool> | null) {
    const found = filtered(db, filters)
      .$if(condition !== null, (q) => (condition === null ? q : q.where(condition)))
      .select('e.id')
      .limit(TOTAL_CAP + 1)
    const { n } = await db
      .selectFrom(found.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  return {
    /**
     * PostgreSQL plans by its statistics, and one author's entries are few. SQLite has neither: few matches are
     * looked up first, and many are met soon enough on the way through the list.
     */
    async textFilter(db: Db, filters: EntryFilters, order: Order): Promise<TextFilter> {
      const { term, author } = filters
      if (term === '') return { condition: null, isCommon: false }
      const condition =
        author === null || isShort(term)
          ? matches(term)
          : sql<SqlBool>`(${matches(term)} or ${holds(engine, 'e.pending_text', term)})`
      // In the order of the titles, those with one beginning stand together.
      const standTogether = isShort(term) && order.column === 'title_key'
      if (engine === 'postgres' || author !== null || standTogether)
        return { condition, isCommon: false }
      if (isShort(term))
        return { condition, isCommon: (await countUpTo(db, filters, condition)) > TOTAL_CAP }
      if ((await indexedCount(db, FTS, term, TOTAL_CAP + 1)) <= TOTAL_CAP)
        return { condition: isIndexed('e.id', FTS, term), isCommon: false }
      const ids = await idsFound(db, filters)
      return ids.length > TOTAL_CAP
        ? { condition, isCommon: true }
        : { condition: isOneOf(engine, 'e.id', ids), isCommon: false }
    },

    /** The places after one, or from the beginning. */
    async places(
      db: Db,
      filters: EntryFilters,
      { condition, isCommon }: TextFilter,
      order: Order,
      after: Place | null,
      limit: number,
    ): Promise<Place[]> {
      const from = (place: Place | null) => ordered(db, filters, order, place)
      if (condition === null) return from(after).limit(limit).execute()
      if (isCommon) return scan(from, after, condition, limit)
      return from(after).where(condition).limit(limit).execute()
    },

    /** How many there are; any number above `TOTAL_CAP` says that there are more. */
    total: async (
      db: Db,
      filters: EntryFilters,
      { condition, isCommon }: TextFilter,
    ): Promise<number> => (isCommon ? TOTAL_CAP + 1 : countUpTo(db, filters, condition)),

    /** What `nearTitles` compares with the term, alphabetically. */
    async titles(db: Db, filters: EntryFilters): Promise<Titled[]> {
      const some = filtered(db, filters).select(['e.title', 'e.title_key']).orderBy('e.title_key')
      const first = await some.limit(TITLES_MAX + 1).execute()
      if (first.length <= TITLES_MAX) return first
      const ids = await idsSharingTrigrams(engine, db, TITLES, filters.term)
      return some.where(isOneOf(engine, 'e.id', ids)).execute()
    },

    /** In the order of the ids. */
    async rows(db: Db, ids: readonly GlossaryEntryId[]) {
      const rows = await db
        .selectFrom('glossary_entries as e')
        .innerJoin('users as u', 'u.id', 'e.created_by')
        .innerJoin('glossary_types as t', 't.id', 'e.type_id')
        .leftJoin('glossary_subtypes as s', 's.id', 'e.subtype_id')
        .select([
          'e.id',
          'e.title',
          'e.description',
          'e.picture',
          'e.type_id',
          't.name as type_name',
          't.icon as type_icon',
          'e.subtype_id',
          's.name as subtype_name',
          'u.username',
          'u.role',
          'e.approved_at',
          'e.rejected_at',
        ])
        .where(isOneOf(engine, 'e.id', ids))
        .execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
    },
  }
}

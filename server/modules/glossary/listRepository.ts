import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { TOTAL_CAP } from '#contract/limits.ts'
import { idsSharingTrigrams } from '../../db/nearRows.ts'
import type { Db } from '../../db/schema.ts'
import {
  beginsWith,
  entryAt,
  holds,
  isOfType,
  isOneOf,
  isWhollyIndexed,
  placesHolding,
  TRIGRAM,
  textPlaces,
} from '../../db/search.ts'
import { trigramLists } from '../../db/trigramLists.ts'
import type { Deps } from '../../http/deps.ts'
import { editsAllowed, type Titled } from '../../text/nearTitles.ts'
import type { EntryFilters, Order, Place, TextFilter } from './entryFilters.ts'
import { filtered, opening, ordered } from './placesRepository.ts'

/**
 * What one step reads on the way through the list, at first and at most, and what one step looks up. Rows, a
 * few milliseconds each: SQLite works on the thread of all requests.
 */
const [WINDOW, WINDOW_MAX, LOOKUP] = [250, 1000, 5000]
/** On SQLite, looking up so many matches takes no longer than meeting ten of them in a list of a million. */
const IDS_MAX = 4 * TOTAL_CAP
/** Up to so many titles are compared one by one; of more, only those with common trigrams. */
const TITLES_MAX = 2000

const TITLES = { table: 'glossary_entries', column: 'title_key', fts: 'glossary_titles_fts' }

export type EntryRow = Awaited<ReturnType<ReturnType<typeof listRepository>['page']>>[number]

/** The list of entries: filtered, searched, ordered, a page at a time. */
export const listRepository = ({ engine }: Pick<Deps, 'engine'>) => {
  const trigrams = trigramLists()
  const isShort = (term: string) => [...term].length < TRIGRAM
  const matches = (term: string) =>
    isShort(term) ? beginsWith('e.title_key', term) : holds(engine, 'e.search_text', term)

  /**
   * Ids of the rows that hold the term, looked up in the trigram index, of one type if the filters say so. Some
   * may be of rows that the filters, or the whole of the term, leave out.
   * @returns null when there are so many that the list soon meets enough of them by itself
   */
  async function idsFound(db: Db, filters: EntryFilters): Promise<GlossaryEntryId[] | null> {
    const { term, type } = filters
    if (engine === 'postgres') {
      // Filtered by type inside the trigram index alone: given a condition on `type_id`, the planner also scans a
      // second index with all entries of the type, which takes longer than the trigrams.
      const hits = filtered(db, { ...filters, type: null })
        .select('e.id')
        .where(matches(term))
        .$if(type !== null, (q) => q.where(isOfType('e.type_id', type ?? 0)))
      // Planned for all rows and read for some: else the planner would count on meeting enough of them by chance.
      const { rows } = await sql<{ id: GlossaryEntryId }>`with hits as materialized (${hits})
        select id from hits limit ${TOTAL_CAP + 1}`.execute(db)
      return rows.length > TOTAL_CAP ? null : rows.map(({ id }) => id)
    }
    const few = await trigrams.candidates(db, term, textPlaces(type))
    if (few !== null) return few.map(entryAt<GlossaryEntryId>)
    const { after: first, upTo } = textPlaces(type)
    const places = await placesHolding(db, term, { after: first, upTo }, IDS_MAX + 1)
    // The list looks at each of them anyway.
    if (places.length <= IDS_MAX) return places.map(entryAt<GlossaryEntryId>)
    const ids: GlossaryEntryId[] = []
    for (let after = first, limit = TOTAL_CAP + 1; ids.length <= TOTAL_CAP; limit = LOOKUP) {
      const next = await placesHolding(db, term, { after, upTo }, limit)
      ids.push(...(await confirmed(db, filters, next.map(entryAt<GlossaryEntryId>))))
      if (next.length < limit) return ids
      after = next.at(-1) ?? upTo
      await setImmediate()
    }
    return null
  }

  /** Those that the other filters let through and whose text holds all of the term. */
  async function confirmed(db: Db, filters: EntryFilters, ids: readonly GlossaryEntryId[]) {
    if (ids.length === 0) return []
    const rows = await filtered(db, filters)
      .select('e.id')
      .where(isOneOf(engine, 'e.id', ids))
      .$if(!isWhollyIndexed(filters.term), (q) => q.where(matches(filters.term)))
      .execute()
    return rows.map(({ id }) => id)
  }

  /** All that is said of the entries at some places, in one statement with finding them. */
  const worded = (db: Db, places: ReturnType<typeof ordered>, { direction }: Order) =>
    db
      .selectFrom(places.as('p'))
      .innerJoin('glossary_entries as e', 'e.id', 'p.id')
      .innerJoin('users as u', 'u.id', 'e.created_by')
      .innerJoin('glossary_types as t', 't.id', 'e.type_id')
      .leftJoin('glossary_subtypes as s', 's.id', 'e.subtype_id')
      .select([
        'p.key',
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
        'e.rejection_reason',
        opening.as('opening'),
      ])
      .orderBy('p.key', direction)
      .orderBy('p.id', direction)
      .execute()

  /** Reads on in order, a window at a time, until enough rows hold the term. */
  async function scan(
    from: (after: Place | null) => ReturnType<typeof ordered>,
    after: Place | null,
    condition: RawBuilder<SqlBool>,
    limit: number,
  ): Promise<Place[]> {
    const found: Place[] = []
    for (let [place, size] = [after, WINDOW]; ; await setImmediate()) {
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

  /** How many there are; counting ends above the limit. */
  async function countUpTo(
    db: Db,
    filters: EntryFilters,
    condition: RawBuilder<SqlBool> | null,
    limit: number = TOTAL_CAP,
  ) {
    const found = filtered(db, filters)
      .$if(condition !== null, (q) => (condition === null ? q : q.where(condition)))
      .select('e.id')
      .limit(limit + 1)
    const { n } = await db
      .selectFrom(found.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  }

  return {
    /**
     * Few matches are looked up first, and many are met soon enough on the way through the list. PostgreSQL
     * decides that by its statistics, which say nothing of a word together with a type; one author's entries
     * are few.
     */
    async textFilter(db: Db, filters: EntryFilters, order: Order): Promise<TextFilter> {
      const { term, author, type } = filters
      if (term === '') return { condition: null, isCommon: false }
      const condition =
        author === null || isShort(term)
          ? matches(term)
          : sql<SqlBool>`(${matches(term)} or ${holds(engine, 'e.pending_text', term)})`
      // In the order of the titles, those with one beginning stand together.
      const standTogether = isShort(term) && order.column === 'title_key'
      const isPlanned = engine === 'postgres' && (isShort(term) || type === null)
      if (isPlanned || author !== null || standTogether) return { condition, isCommon: false }
      if (isShort(term))
        return { condition, isCommon: (await countUpTo(db, filters, condition)) > TOTAL_CAP }
      const ids = await idsFound(db, filters)
      return ids === null
        ? { condition, isCommon: true }
        : {
            condition: sql`(${isOneOf(engine, 'e.id', ids)} and ${condition})`,
            isCommon: false,
            isNothing: ids.length === 0,
          }
    },

    /** The entries after a place, or from the beginning, each with its place. */
    async page(
      db: Db,
      filters: EntryFilters,
      { condition, isCommon, isNothing }: TextFilter,
      order: Order,
      after: Place | null,
      limit: number,
    ) {
      if (isNothing) return []
      const from = (place: Place | null) => ordered(db, filters, order, place)
      if (condition !== null && isCommon) {
        const places = await scan(from, after, condition, limit)
        const ids = places.map(({ id }) => id)
        return worded(db, from(null).where(isOneOf(engine, 'e.id', ids)), order)
      }
      const some = from(after).$if(condition !== null, (q) =>
        condition === null ? q : q.where(condition),
      )
      return worded(db, some.limit(limit), order)
    },

    /** How many there are; any number above `TOTAL_CAP` says that there are more. */
    total: async (
      db: Db,
      filters: EntryFilters,
      { condition, isCommon }: TextFilter,
    ): Promise<number> => (isCommon ? TOTAL_CAP + 1 : countUpTo(db, filters, condition)),

    /** What `nearTitles` compares with the term, alphabetically. */
    async titles(db: Db, filters: EntryFilters): Promise<Titled[]> {
      if (editsAllowed(filters.term) === 0) return []
      const some = filtered(db, filters).select(['e.title', 'e.title_key']).orderBy('e.title_key')
      if ((await countUpTo(db, filters, null, TITLES_MAX)) <= TITLES_MAX) return some.execute()
      const ids = await idsSharingTrigrams(engine, db, TITLES, filters.term)
      return some.where(isOneOf(engine, 'e.id', ids)).execute()
    },
  }
}

import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { TOTAL_CAP } from '#contract/lists.ts'
import { storedTrees } from '../../db/linkedTexts.ts'
import { idsSharingTrigrams } from '../../db/nearRows.ts'
import type { HasDb } from '../../db/schema.ts'
import {
  entryAt,
  hasStatistics,
  holds,
  isOfType,
  isOneOf,
  isWhollyIndexed,
  placesHolding,
  textPlaces,
} from '../../db/search.ts'
import type { TrigramLists } from '../../db/trigramLists.ts'
import { waitingPlaces } from '../../db/waitingTexts.ts'
import { soughtIn } from '../../text/keys.ts'
import { editsAllowed, type Titled } from '../../text/nearTitles.ts'
import {
  type Cursor,
  type EntryFilters,
  filtered,
  type Order,
  opening,
  ordered,
} from './orderRepository.ts'

/**
 * Rows that one step reads in order, at first and at most, and that one step looks up. Each step takes a few
 * milliseconds: SQLite works on the thread that serves all requests.
 */
const [WINDOW, WINDOW_MAX, LOOKUP] = [250, 1000, 5000]
/**
 * Number of matches up to which a look-up on SQLite takes no longer than meeting ten of them in a list of a million.
 */
const IDS_MAX = 4 * TOTAL_CAP
/** Number of titles up to which they are compared one by one; of more, only those that share trigrams. */
const TITLES_MAX = 2000

/** The search term of the filters as a condition. */
export type TextFilter = {
  readonly condition: RawBuilder<SqlBool> | null
  /** More than `TOTAL_CAP` rows match: reading the list in order finds them soon enough. */
  readonly isCommon: boolean
  readonly isNothing: boolean
}

export type EntryRow = Awaited<ReturnType<typeof listPage>>[number]

const matches = (w: HasDb, term: string): RawBuilder<SqlBool> =>
  holds(w.db, 'e.search_text', soughtIn(term))

/**
 * Few matches are looked up first; many are met soon enough when reading the list in order. PostgreSQL decides that by
 * its statistics, which do not cover a word together with a type. One author has few entries.
 */
export async function textFilter(
  w: HasDb,
  trigrams: TrigramLists,
  filters: EntryFilters,
): Promise<TextFilter> {
  const { term, author, type } = filters
  if (term === '') return { condition: null, isCommon: false, isNothing: false }
  const condition =
    author === null
      ? matches(w, term)
      : sql<SqlBool>`(${matches(w, term)} or ${holds(w.db, 'e.pending_text', soughtIn(term))})`
  const isPlanned = hasStatistics(w.db) && type === null
  if (isPlanned || author !== null) return { condition, isCommon: false, isNothing: false }
  const ids = await (hasStatistics(w.db) ? idsByPlan(w, filters) : idsByIndex(w, trigrams, filters))
  if (ids === null) return { condition, isCommon: true, isNothing: false }
  const few = sql<SqlBool>`(${isOneOf(w.db, 'e.id', ids)} and ${condition})`
  return { condition: few, isCommon: false, isNothing: ids.length === 0 }
}

/**
 * Ids of the rows that contain the term, from the trigram index. Some may be of rows that other filters, or the
 * whole of the term, leave out. Null: more than `TOTAL_CAP`.
 */
async function idsByPlan(w: HasDb, filters: EntryFilters): Promise<GlossaryEntryId[] | null> {
  const { term, type } = filters
  // Filters by type inside the trigram index alone: given a condition on `type_id`, the planner also scans a second
  // index with all entries of the type, which takes longer than the trigrams.
  const hits = filtered(w, { ...filters, type: null })
    .select('e.id')
    .where(matches(w, term))
    .$if(type !== null, (q) => q.where(isOfType('e.type_id', type ?? 0)))
  // Materialized, because the planner would otherwise count on meeting enough of them by chance.
  const { rows } = await sql<{ id: GlossaryEntryId }>`with hits as materialized (${hits})
    select id from hits limit ${TOTAL_CAP + 1}`.execute(w.db)
  return rows.length > TOTAL_CAP ? null : rows.map(({ id }) => id)
}

/** `idsByPlan` for SQLite, whose index finds candidates. */
async function idsByIndex(
  w: HasDb,
  trigrams: TrigramLists,
  filters: EntryFilters,
): Promise<GlossaryEntryId[] | null> {
  const { type } = filters
  const term = soughtIn(filters.term)
  const few = await trigrams.candidates(w.db, term, textPlaces(type))
  if (few !== null) return few.map(entryAt<GlossaryEntryId>)
  const waiting = await waitingPlaces(w.db, textPlaces(type))
  const { after: first, upTo } = textPlaces(type)
  const candidates = await placesHolding(w.db, term, { after: first, upTo }, IDS_MAX + 1)
  // Reading the list looks at each of them anyway.
  if (candidates.length <= IDS_MAX) return [...candidates, ...waiting].map(entryAt<GlossaryEntryId>)
  // Too many to count while the index is behind.
  if (waiting.length > 0) return null
  const ids: GlossaryEntryId[] = []
  for (let after = first, limit = TOTAL_CAP + 1; ids.length <= TOTAL_CAP; limit = LOOKUP) {
    const next = await placesHolding(w.db, term, { after, upTo }, limit)
    ids.push(...(await confirmed(w, filters, next.map(entryAt<GlossaryEntryId>))))
    if (next.length < limit) return ids
    after = next.at(-1) ?? upTo
    await setImmediate()
  }
  return null
}

/** Subset that matches the other filters and contains the whole term. */
async function confirmed(w: HasDb, filters: EntryFilters, ids: readonly GlossaryEntryId[]) {
  if (ids.length === 0) return []
  const rows = await filtered(w, filters)
    .select('e.id')
    .where(isOneOf(w.db, 'e.id', ids))
    .$if(!isWhollyIndexed(soughtIn(filters.term)), (q) => q.where(matches(w, filters.term)))
    .execute()
  return rows.map(({ id }) => id)
}

/** The entries after a cursor, or from the beginning, each with the key of its cursor. */
export async function listPage(
  w: HasDb,
  filters: EntryFilters,
  { condition, isCommon, isNothing }: TextFilter,
  order: Order,
  after: Cursor | null,
  limit: number,
) {
  if (isNothing) return []
  if (condition !== null && isCommon) {
    const found = await scan(w, filters, condition, order, after, limit)
    const ids = found.map(({ id }) => id)
    return detailsOf(w, filters, order, isOneOf(w.db, 'e.id', ids))
  }
  const page = ordered(w, filters, order, after).$if(condition !== null, (q) =>
    condition === null ? q : q.where(condition),
  )
  return withDetails(w, page.limit(limit), order)
}

/** Entries that match the filters and a condition, in an order. */
export const detailsOf = (
  w: HasDb,
  filters: EntryFilters,
  order: Order,
  condition: RawBuilder<SqlBool>,
) => withDetails(w, ordered(w, filters, order, null).where(condition), order)

/** Continues in order, a window at a time, until enough rows contain the term. */
async function scan(
  w: HasDb,
  filters: EntryFilters,
  condition: RawBuilder<SqlBool>,
  order: Order,
  after: Cursor | null,
  limit: number,
): Promise<Cursor[]> {
  const found: Cursor[] = []
  for (let [last, size] = [after, WINDOW]; ; await setImmediate()) {
    const window = await ordered(w, filters, order, last)
      .select(sql<number>`case when ${condition} then 1 else 0 end`.as('hit'))
      .limit(size)
      .execute()
    found.push(...window.filter(({ hit }) => hit === 1).map(({ id, key }) => ({ id, key })))
    if (window.length < size || found.length >= limit) return found.slice(0, limit)
    last = window.at(-1) ?? null
    size = Math.min(2 * size, WINDOW_MAX)
  }
}

const withDetails = (w: HasDb, page: ReturnType<typeof ordered>, { direction }: Order) =>
  w.db
    .selectFrom(page.as('p'))
    .innerJoin('glossary_entries as e', 'e.id', 'p.id')
    .innerJoin('users as u', 'u.id', 'e.created_by')
    .innerJoin('glossary_types as t', 't.id', 'e.type_id')
    .leftJoin('glossary_subtypes as s', 's.id', 'e.subtype_id')
    .select(['p.key', 'e.id', 'e.title', 'e.description', 'e.picture', 'e.type_id', 'e.format'])
    .select('e.language')
    .select(['t.name as type_name', 't.icon as type_icon'])
    .select(['e.subtype_id', 's.name as subtype_name', 'u.username', 'u.role'])
    .select(['e.approved_at', 'e.rejected_at', 'e.rejection_reason', opening.as('opening')])
    .select(storedTrees('glossary', 'e.id').as('trees'))
    .orderBy('p.key', direction)
    .orderBy('p.id', direction)
    .execute()

/** The number of entries; any number above `TOTAL_CAP` means that there are more. */
export const countEntries = async (
  w: HasDb,
  filters: EntryFilters,
  { condition, isCommon }: TextFilter,
): Promise<number> => (isCommon ? TOTAL_CAP + 1 : countUpTo(w, filters, condition, TOTAL_CAP))

async function countUpTo(
  w: HasDb,
  filters: EntryFilters,
  condition: RawBuilder<SqlBool> | null,
  limit: number,
): Promise<number> {
  const found = filtered(w, filters)
    .$if(condition !== null, (q) => (condition === null ? q : q.where(condition)))
    .select('e.id')
    .limit(limit + 1)
  const { n } = await w.db
    .selectFrom(found.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** The titles that `nearTitles` compares with the term, alphabetically. */
export async function listTitles(w: HasDb, filters: EntryFilters): Promise<Titled[]> {
  if (editsAllowed(filters.term) === 0) return []
  const titles = filtered(w, filters).select(['e.title', 'e.title_key']).orderBy('e.title_key')
  if ((await countUpTo(w, filters, null, TITLES_MAX)) <= TITLES_MAX) return titles.execute()
  const ids = await idsSharingTrigrams(w.db, filters.term)
  return titles.where(isOneOf(w.db, 'e.id', ids)).execute()
}

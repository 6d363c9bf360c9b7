import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { TOTAL_CAP, UNPAGED_MAX } from '#contract/lists.ts'
import { engineOf } from '../../db/dialect.ts'
import { rowsNear } from '../../db/nearRows.ts'
import { threaded } from '../../db/readThreads.ts'
import { count } from '../../db/rows.ts'
import type { HasDb } from '../../db/schema.ts'
import { hitsOf, holds, type Searched } from '../../db/search.ts'
import { byKey, ORDERED_MAX, orderKeyIn } from '../../text/alphabet.ts'
import { soughtIn } from '../../text/keys.ts'
import { nearTitles } from '../../text/nearTitles.ts'
import {
  type Cursor,
  conditionOf,
  type EntryFilters,
  entriesOf,
  filtered,
  type Order,
  ordered,
} from './orderRepository.ts'
import { presentEntry } from './present.ts'

export const GLOSSARY: Searched = {
  table: 'glossary_entries',
  texts: 'glossary_texts_fts',
  titles: 'glossary_titles_fts',
  waiting: 'glossary_texts_fts_waiting',
  covering: 'glossary_found',
}

/** Rows that one step reads in order, at first and at most. Each step takes a few milliseconds. */
const [WINDOW, WINDOW_MAX] = [250, 1000]
/** Entries of one step; other requests are served between two steps. */
const CHUNK = 250

type Asked = {
  readonly filters: EntryFilters
  readonly order: Order
  /** Null: from the beginning. */
  readonly after: Cursor | null
  readonly limit: number | undefined
  /** The main language of the site. */
  readonly main: string
}
type Listed = {
  /** JSON. */
  readonly text: string
  /** Any number above `TOTAL_CAP` means that there are more. */
  readonly total: number
  /** The last entry, if there are more after it. */
  readonly next: Cursor | null
  /** Titles close to the term, when nothing was found. */
  readonly near: readonly string[]
}

/** A list of entries, on the thread that calls it: one without a term comes in order from an index. */
export async function listEntries(w: HasDb, asked: Asked): Promise<Listed> {
  const { filters, order, after, limit = UNPAGED_MAX, main } = asked
  const found = await placesOf(w, filters, order, main)
  const parts: string[] = []
  let [last, hasMore] = [after, true]
  while (hasMore && parts.length < limit) {
    const size = Math.min(CHUNK, limit - parts.length)
    const places = await pageOf(w, asked, found, last, size + 1)
    const page = places.slice(0, size)
    for (const row of await entriesOf(w, page)) parts.push(JSON.stringify(presentEntry(row, main)))
    hasMore = places.length > size
    last = page.at(-1) ?? last
    if (hasMore && parts.length < limit) await setImmediate()
  }
  const isWhole = after === null && !hasMore
  const isMissed = isWhole && parts.length === 0 && filters.term !== ''
  return {
    text: `[${parts.join(',')}]`,
    total: isWhole ? parts.length : (found?.length ?? (await countEntries(w, filters))),
    next: hasMore ? last : null,
    near: isMissed ? await listNear(w, filters) : [],
  }
}

/** The same in a thread, for a search. */
export const searchEntries = threaded(import.meta.url, 'searchEntries', listEntries)

const listNear = async (w: HasDb, filters: EntryFilters) =>
  nearTitles(
    filters.term,
    await rowsNear(w.db, {
      searched: GLOSSARY,
      term: filters.term,
      condition: conditionOf(filters),
    }),
  )

/**
 * All entries of a list in its order; null for too many, which are read in the order of the database. Where a language
 * has letters of its own, titles are ordered here, alike on both engines.
 */
async function placesOf(w: HasDb, filters: EntryFilters, order: Order, main: string) {
  const orderKey = order.column === 'title_key' ? orderKeyIn(main) : null
  const title = orderKey ? sql`e.title` : sql`''`
  const few = filters.term === '' ? null : await matches(w, filters, order, TOTAL_CAP, title)
  const rows = few ?? (orderKey && (await matches(w, filters, order, ORDERED_MAX, title)))
  if (rows === null) return null
  const places = rows.map(({ id, key, title }) => ({ id, key: orderKey ? orderKey(title) : key }))
  places.sort(order.direction === 'asc' ? byKey : (a, b) => byKey(b, a))
  return places
}

type Place = Cursor & { readonly title: string }

/** Entries that match the filters and contain the term, in any order; null for more than `max`. */
export async function matches(
  w: HasDb,
  filters: EntryFilters,
  { column }: Order,
  max: number,
  title = sql`''`,
): Promise<Place[] | null> {
  const { term, author, type, subtype } = filters
  const isIndexed = term !== '' && author === null
  const hits = isIndexed
    ? await hitsOf(w.db, GLOSSARY, { term: soughtIn(term), type })
    : { from: sql`glossary_entries as e`, holds: matching(w, filters) }
  const condition = conditionOf(isIndexed ? { ...filters, type: null } : filters)
  const limit = sql`limit ${max + 1}`
  // PostgreSQL has no statistics of a word together with a type: where its plan sees the limit, it counts on meeting
  // enough hits by chance, and reads the whole table when there are none. SQLite stops only at a limit inside.
  const isGuessed = isIndexed && (type ?? subtype) !== null && engineOf(w.db) === 'postgres'
  const { rows } = await sql<Place>`with hits as materialized (
      select e.id, ${title} as title, e.${sql.raw(column)} as key from ${hits.from}
      where ${hits.holds} and ${condition} ${isGuessed ? sql`` : limit})
    select id, title, key from hits ${limit}`.execute(w.db)
  if (rows.length > max) return null
  // A text that waits for its index may be found in its old place, too.
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Condition: the entry contains the term. Authors find the texts of their entries under review, too. */
function matching(w: HasDb, { term, author }: EntryFilters): RawBuilder<SqlBool> {
  if (term === '') return sql`1 = 1`
  const condition = holds(w.db, 'e.search_text', soughtIn(term))
  return author === null
    ? condition
    : sql`(${condition} or ${holds(w.db, 'e.pending_text', soughtIn(term))})`
}

async function pageOf(
  w: HasDb,
  { filters, order }: Pick<Asked, 'filters' | 'order'>,
  found: readonly Cursor[] | null,
  after: Cursor | null,
  limit: number,
): Promise<readonly Cursor[]> {
  if (found === null)
    return filters.term === ''
      ? ordered(w, filters, order, after).limit(limit).execute()
      : listInOrder(w, filters, order, after, limit)
  const isAfter = (place: Cursor) =>
    after === null || (order.direction === 'asc' ? byKey(place, after) : byKey(after, place)) > 0
  const from = found.findIndex(isAfter)
  return from === -1 ? [] : found.slice(from, from + limit)
}

/** Continues in order, a window at a time, until enough entries contain the term: many do. */
export async function listInOrder(
  w: HasDb,
  filters: EntryFilters,
  order: Order,
  after: Cursor | null,
  limit: number,
): Promise<Cursor[]> {
  const found: Cursor[] = []
  for (let [last, size] = [after, WINDOW]; ; await setImmediate()) {
    const window = await ordered(w, filters, order, last)
      .select(sql<number>`case when ${matching(w, filters)} then 1 else 0 end`.as('hit'))
      .limit(size)
      .execute()
    found.push(...window.filter(({ hit }) => hit === 1).map(({ id, key }) => ({ id, key })))
    if (window.length < size || found.length >= limit) return found.slice(0, limit)
    last = window.at(-1) ?? null
    size = Math.min(2 * size, WINDOW_MAX)
  }
}

async function countEntries(w: HasDb, filters: EntryFilters): Promise<number> {
  // They were too many to be listed.
  if (filters.term !== '') return TOTAL_CAP + 1
  const found = filtered(w, filters)
    .select('e.id')
    .limit(TOTAL_CAP + 1)
    .as('found')
  return count(w.db.selectFrom(found))
}

import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GlossaryEntry } from '#contract/glossary.ts'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { TOTAL_CAP, UNPAGED_MAX } from '#contract/lists.ts'
import { cutText } from '#shared/cutText.ts'
import { excerptIn, groupOf } from '#shared/search.ts'
import { isShort, ranked } from '#shared/words.ts'
import { engineOf } from '../../db/dialect.ts'
import { treesFrom } from '../../db/linkedTexts.ts'
import { rowsNear } from '../../db/nearRows.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { threaded } from '../../db/readThreads.ts'
import { count, type HasDb } from '../../db/rows.ts'
import {
  beginsWith,
  type Hits,
  hitsOf,
  holds,
  idList,
  inOrderOf,
  isInList,
  type Searched,
  titlesWith,
  trigramsIn,
} from '../../db/search.ts'
import { sectionsOf } from '../../desk/sections.ts'
import {
  pictureFields,
  publicUrlPath,
  readPicture,
  thumbnailUrls,
} from '../../files/pictureNames.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { byKey, ORDERED_MAX, orderKeyIn } from '../../text/alphabet.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { soughtIn } from '../../text/keys.ts'
import { plainText } from '../../text/light.ts'
import { nearTitles } from '../../text/nearTitles.ts'
import {
  type Asked,
  type Cursor,
  conditionOf,
  type EntryFilters,
  type EntryRow,
  entriesOf,
  filtered,
  ordered,
} from './repository.ts'

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

type List = Asked & {
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
export async function listEntries(w: HasDb, list: List): Promise<Listed> {
  const { filters, after, limit = UNPAGED_MAX, main } = list
  const found = await placesOf(w, list)
  const parts: string[] = []
  let [last, hasMore] = [after, true]
  while (hasMore && parts.length < limit) {
    const size = Math.min(CHUNK, limit - parts.length)
    const places = await pageOf(w, { ...list, after: last, limit: size + 1 }, found)
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
  nearTitles(filters.term, await rowsNear(w, nearOf(filters)))

const nearOf = (filters: EntryFilters) => ({
  searched: GLOSSARY,
  term: filters.term,
  condition: conditionOf(filters),
})

/** Characters; a line in a wide window has some 120. */
const EXCERPT_MAX = 160

/**
 * A rejected entry is listed as pending and rejected (ruling 34).
 * @param main the main language of the site
 */
function presentEntry(row: EntryRow, main: string): GlossaryEntry {
  const picture = readPicture(row.picture)
  const first = row.opening ?? (row.format === 'light' ? row.description : null)
  const excerpt = excerptOf(first && plainText(row.format, first))
  const description_rich = treesFrom(row.trees)(row.id, row.format, row.description)
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    image: picture && publicUrlPath(picture.key),
    entry_type: row.type_id,
    entry_type_detail: { name: row.type_name, icon: row.type_icon },
    entry_subtype: row.subtype_id,
    entry_subtype_name: row.subtype_name,
    created_by: { username: row.username, is_staff: row.role !== 'player' },
    pending: row.approved_at === null,
    is_rejected: row.rejected_at !== null,
    // Sent to the author only, who alone can see a rejected entry.
    ...(row.rejection_reason?.trim() && { rejection_reason: row.rejection_reason }),
    ...(row.rejected_at !== null && row.format !== 'plain' && { format: row.format }),
    ...(excerpt !== null && { excerpt }),
    ...(description_rich && { description_rich }),
    ...languageOf(row.language, main),
    ...(picture && {
      ...pictureFields(picture),
      thumbnails: thumbnailUrls(picture),
    }),
  }
}

/** The first line of a text that is not blank, cut between two words; null for a blank text. */
function excerptOf(text: string | null): string | null {
  const line = text
    ?.split(/\r?\n/)
    .find((each) => each.trim() !== '')
    ?.trim()
  if (line === undefined) return null
  const characters = [...line]
  if (characters.length <= EXCERPT_MAX) return line
  const cut = cutText(line, characters.slice(0, EXCERPT_MAX).join('').length)
  return `${cutText(cut, Math.max(cut.lastIndexOf(' '), EXCERPT_MAX / 2)).replace(/[\s.,;:]+$/, '')}…`
}

/**
 * All entries of a list in its order; null for too many, which are read in the order of the database. Where a language
 * has letters of its own, titles are ordered here, alike on both engines.
 */
async function placesOf(w: HasDb, list: List) {
  const { filters, order, main } = list
  const orderKey = order.column === 'title_key' ? orderKeyIn(main) : null
  const title = orderKey ? sql`e.title` : sql`''`
  const few = filters.term === '' ? null : await matches(w, list, { max: TOTAL_CAP, title })
  const rows = few ?? (orderKey && (await matches(w, list, { max: ORDERED_MAX, title })))
  if (rows === null) return null
  const places = rows.map(({ id, key, title }) => ({ id, key: orderKey ? orderKey(title) : key }))
  places.sort(order.direction === 'asc' ? byKey : (a, b) => byKey(b, a))
  return places
}

type Place = Cursor & { readonly title: string }

/** Entries that match the filters and contain the term, in any order; null for more than `max`. */
async function matches(
  w: HasDb,
  { filters, order: { column } }: Pick<Asked, 'filters' | 'order'>,
  { max, title = sql`''` }: { readonly max: number; readonly title?: RawBuilder<unknown> },
): Promise<Place[] | null> {
  const { term, author, type, subtype } = filters
  const isIndexed = term !== '' && author === null
  const hits = isIndexed
    ? await hitsOf(w, { searched: GLOSSARY, term: soughtIn(term), type })
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

type Page = Asked & { readonly limit: number }

async function pageOf(
  w: HasDb,
  page: Page,
  found: readonly Cursor[] | null,
): Promise<readonly Cursor[]> {
  const { filters, order, after, limit } = page
  if (found === null)
    return filters.term === '' ? ordered(w, page).limit(limit).execute() : listInOrder(w, page)
  const isAfter = (place: Cursor) =>
    after === null || (order.direction === 'asc' ? byKey(place, after) : byKey(after, place)) > 0
  const from = found.findIndex(isAfter)
  return from === -1 ? [] : found.slice(from, from + limit)
}

/** Continues in order, a window at a time, until enough entries contain the term: many do. */
async function listInOrder(w: HasDb, { limit, ...asked }: Page): Promise<Cursor[]> {
  const found: Cursor[] = []
  for (let [last, size] = [asked.after, WINDOW]; ; await setImmediate()) {
    const window = await ordered(w, { ...asked, after: last })
      .select(sql<number>`case when ${matching(w, asked.filters)} then 1 else 0 end`.as('hit'))
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

const ORDER = { column: 'title_key', direction: 'asc' } as const
/** Titles that one search orders: a part of a word may be in nearly all of them. */
const TITLES_MAX = 1000

/** Approved entries, matches in titles first, then alphabetically. */
export const source: SearchSource = {
  async find(w, { term, limit, main }) {
    const ids = await listBest(w, term, limit + 1)
    const found = ids.length === 0 ? [] : await rowsOf(w.db, { ids: idList(w.db, ids) })
    const places = ids.map((id) => ({ id }))
    const rows = inOrderOf(places, found)
    const sections = await sectionsOf(w, 'glossary_sub_entries', rows.slice(0, limit))
    return [
      groupOf('entry', rows, limit, ({ id, title, language, format, description }) => {
        const parts = sections(id).flatMap((one) => [one.title, plainText(format, one.content)])
        const excerpt = excerptIn([plainText(format, description), ...parts], term)
        return { id, title, ...languageOf(language, main), ...excerpt }
      }),
    ]
  },
  near: (w, { term }) => rowsNear(w, nearOf(approved(term))),
}

const approved = (term: string): EntryFilters => ({
  id: null,
  author: null,
  isUserMade: false,
  type: null,
  subtype: null,
  term,
})

const rowsOf = prepared((db, { ids }: Placeholders<{ readonly ids: unknown }>) =>
  db
    .selectFrom('glossary_entries')
    .select(['id', 'title', 'language', 'format', 'description'])
    .where(isInList(db, 'id', ids)),
)

/** Ids of the best entries. Of a common term, titles are found first: each query costs more than the one before. */
async function listBest(w: HasDb, term: string, limit: number): Promise<GlossaryEntryId[]> {
  const asked = { filters: approved(term), order: ORDER, after: null, limit }
  const few = await matches(w, asked, { max: TOTAL_CAP })
  if (few !== null) {
    const rows = few.map(({ id, key }) => ({ id, title_key: String(key) }))
    rows.sort((a, b) => (a.title_key < b.title_key ? -1 : 1))
    return idsOf(ranked(rows, term), limit)
  }
  const begin = { from: sql`glossary_entries as e`, holds: beginsWith('e.title_key', term) }
  const titled = await listTitled(w, asked, begin)
  if (titled.length >= limit || isShort(term)) return idsOf(titled, limit)
  const trigrams = [...new Set(trigramsIn(term))]
  const { from, holds: hold } = titlesWith(w, GLOSSARY, { all: trigrams })
  const contain = { from, holds: sql<SqlBool>`${hold} and ${holds(w.db, 'e.title_key', term)}` }
  const withTitle = await listTitled(w, asked, contain)
  const byTitle = idsOf([...titled, ...ranked(withTitle, term)], limit)
  if (byTitle.length >= limit) return byTitle
  const others = await listInOrder(w, { ...asked, limit: limit + byTitle.length })
  return idsOf([...byTitle.map((id) => ({ id })), ...others], limit)
}

type TitleRow = { readonly id: GlossaryEntryId; readonly title_key: string }

async function listTitled(
  w: HasDb,
  { filters, limit }: Pick<Page, 'filters' | 'limit'>,
  { from, holds }: Hits,
): Promise<TitleRow[]> {
  const { rows } = await sql<TitleRow>`select id, title_key from (
    select e.id, e.title_key from ${from} where ${holds} and ${conditionOf(filters)}
    limit ${TITLES_MAX}) as t order by title_key, id limit ${limit}`.execute(w.db)
  return rows
}

const idsOf = (rows: readonly { readonly id: GlossaryEntryId }[], limit: number) =>
  [...new Set(rows.map(({ id }) => id))].slice(0, limit)

import { type SqlBool, sql } from 'kysely'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { TOTAL_CAP } from '#contract/lists.ts'
import { excerptIn, groupOf } from '#shared/search.ts'
import { isShort, ranked } from '#shared/words.ts'
import { rowsNear } from '../../db/nearRows.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { HasDb } from '../../db/schema.ts'
import {
  beginsWith,
  type Hits,
  holds,
  idList,
  inOrderOf,
  isInList,
  titlesWith,
  trigramsIn,
} from '../../db/search.ts'
import { sectionsOf } from '../../desk/sections.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { conditionOf, type EntryFilters } from './orderRepository.ts'
import { GLOSSARY, listInOrder, matches } from './search.ts'

const ORDER = { column: 'title_key', direction: 'asc' } as const
/** Titles that one search orders: a part of a word may be in nearly all of them. */
const TITLES_MAX = 1000

/** Approved entries, matches in titles first, then alphabetically. */
export const source: SearchSource = {
  async find(w, { term, limit, main }) {
    const ids = await listBest(w, term, limit + 1)
    const found = ids.length === 0 ? [] : await rowsOf(w.db, { ids: idList(w.db, ids) })
    const rows = inOrderOf(
      ids.map((id) => ({ id })),
      found,
    )
    const sections = await sectionsOf(w, 'glossary_sub_entries', rows.slice(0, limit))
    return [
      groupOf('entry', rows, limit, ({ id, title, language, format, description }) => {
        const parts = sections(id).flatMap((one) => [one.title, plainText(format, one.content)])
        const excerpt = excerptIn([plainText(format, description), ...parts], term)
        return { id, title, ...languageOf(language, main), ...excerpt }
      }),
    ]
  },
  near: (w, { term }) =>
    rowsNear(w.db, { searched: GLOSSARY, term, condition: conditionOf(approved(term)) }),
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
  const filters = approved(term)
  const few = await matches(w, filters, ORDER, TOTAL_CAP)
  if (few !== null) {
    const rows = few.map(({ id, key }) => ({ id, title_key: String(key) }))
    rows.sort((a, b) => (a.title_key < b.title_key ? -1 : 1))
    return idsOf(ranked(rows, term), limit)
  }
  const begin = { from: sql`glossary_entries as e`, holds: beginsWith('e.title_key', term) }
  const titled = await listTitled(w, filters, begin, limit)
  if (titled.length >= limit || isShort(term)) return idsOf(titled, limit)
  const trigrams = [...new Set(trigramsIn(term))]
  const { from, holds: hold } = titlesWith(w.db, GLOSSARY, { all: trigrams })
  const contain = { from, holds: sql<SqlBool>`${hold} and ${holds(w.db, 'e.title_key', term)}` }
  const withTitle = await listTitled(w, filters, contain, limit)
  const byTitle = idsOf([...titled, ...ranked(withTitle, term)], limit)
  if (byTitle.length >= limit) return byTitle
  const others = await listInOrder(w, filters, ORDER, null, limit + byTitle.length)
  return idsOf([...byTitle.map((id) => ({ id })), ...others], limit)
}

type TitleRow = { readonly id: GlossaryEntryId; readonly title_key: string }

async function listTitled(
  w: HasDb,
  filters: EntryFilters,
  { from, holds }: Hits,
  limit: number,
): Promise<TitleRow[]> {
  const { rows } = await sql<TitleRow>`select id, title_key from (
    select e.id, e.title_key from ${from} where ${holds} and ${conditionOf(filters)}
    limit ${TITLES_MAX}) as t order by title_key, id limit ${limit}`.execute(w.db)
  return rows
}

const idsOf = (rows: readonly { readonly id: GlossaryEntryId }[], limit: number) =>
  [...new Set(rows.map(({ id }) => id))].slice(0, limit)

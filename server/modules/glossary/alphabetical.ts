import type { GlossaryEntryId } from '#contract/ids.ts'
import type { HasDb } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import { byKey, ORDERED_MAX, type OrderKey } from '../../text/alphabet.ts'
import { type Cursor, type EntryFilters, filtered, type Order } from './orderRepository.ts'
import { detailsOf, type EntryRow, listPage, type TextFilter } from './search.ts'

type ListPage = (after: Cursor | null, limit: number) => Promise<EntryRow[]>

/**
 * Lists pages of the entries in an order. Databases know the order of folded titles; where a language has letters of its
 * own, all titles are ordered here, alike on both engines.
 * @param keyOf null: the folded titles
 */
export async function pagesOf(
  w: HasDb,
  filters: EntryFilters,
  text: TextFilter,
  order: Order,
  keyOf: OrderKey | null,
): Promise<ListPage> {
  const byDatabase: ListPage = (after, limit) => listPage(w, filters, text, order, after, limit)
  if (keyOf === null || order.column !== 'title_key' || text.isNothing) return byDatabase
  const { condition } = text
  const rows = await filtered(w, filters)
    .$if(condition !== null, (q) => (condition === null ? q : q.where(condition)))
    .select(['e.id', 'e.title'])
    .limit(ORDERED_MAX + 1)
    .execute()
  if (rows.length > ORDERED_MAX) return byDatabase
  const placed = rows.map(({ id, title }) => ({ id, key: keyOf(title) })).toSorted(byKey)
  return async (after, limit) => {
    const from = after === null ? 0 : placed.findIndex((place) => byKey(place, after) > 0)
    const page = from === -1 ? [] : placed.slice(from, from + limit)
    const found = await byId(w, filters, order, page)
    return page.flatMap(({ id, key }) => {
      const row = found.get(id)
      return row ? [{ ...row, key }] : []
    })
  }
}

async function byId(
  w: HasDb,
  filters: EntryFilters,
  order: Order,
  page: readonly { readonly id: GlossaryEntryId }[],
): Promise<ReadonlyMap<GlossaryEntryId, EntryRow>> {
  const ids = page.map(({ id }) => id)
  const rows = await detailsOf(w, filters, order, isOneOf(w.db, 'e.id', ids))
  return new Map(rows.map((row) => [row.id, row]))
}

import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { TEXT_MAX } from '#contract/limits.ts'
import type { GlossaryFilters } from '#contract/schemas/glossary.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { searchKey } from '../../text/keys.ts'
import { cursorAfter, orderOf, placeIn, sortOf } from './cursor.ts'
import type { EntryFilters, Order, Place } from './entryFilters.ts'

/** What a caller asks of the list; two requests that mean the same are equal. */
export type ListQuery = {
  readonly filters: EntryFilters
  readonly order: Order
  /** Null: from the beginning. */
  readonly after: Place | null
  /** Undefined: everything, up to the ceiling of a list without pages. */
  readonly limit: number | undefined
  /** Address of the page that begins after a place; null when no header could carry it. */
  readonly addressAfter: ((place: Place) => string) | null
}

/**
 * An address without its cursor, which adds at most 1,000 characters. A search term may take nine characters
 * for one of its own, and common proxies allow 4 kB for all headers of an answer.
 */
const ADDRESS_MAX = 1200

/** Flags come as text (ruling 39). */
const isOn = (flag: string | undefined): boolean => flag?.toLowerCase() === 'true'

/** @throws Refusal `invalid` for a cursor that the order has not given */
export function listQuery(
  { limit, cursor, ...given }: GlossaryFilters,
  viewerId: MemberId | null,
  path: string,
): ListQuery {
  const order = orderOf(given.sort)
  const filters: EntryFilters = {
    id: idFilter<GlossaryEntryId>(given.entry),
    // Without a token nobody has entries of their own, and the flag says nothing.
    author: isOn(given.showMyEntries) ? viewerId : null,
    isUserMade: isOn(given.showUserEntries),
    type: idFilter<GlossaryTypeId>(given.type),
    subtype: idFilter<GlossarySubtypeId>(given.subtype),
    term: searchKey(given.search ?? '').trim(),
  }
  const asked = {
    entry: filters.id,
    search: filters.term || null,
    type: filters.type,
    subtype: filters.subtype,
    showUserEntries: filters.isUserMade || null,
    showMyEntries: filters.author === null ? null : true,
    sort: sortOf(order),
    limit: limit ?? null,
  }
  const said = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
    if (value !== null) said.set(name, String(value))
  const address = `${path}?${said.toString()}`
  // Such a list comes whole, which every client takes for a list whose last page it is.
  const hasPages = address.length <= ADDRESS_MAX && filters.term.length <= TEXT_MAX
  return {
    filters,
    order,
    after: cursor === undefined ? null : placeIn(order, cursor),
    limit: hasPages ? limit : undefined,
    addressAfter: hasPages ? (place) => `${address}&cursor=${cursorAfter(order, place)}` : null,
  }
}

/** The same for all requests with the same answer. */
export const cacheKey = ({ filters, order, after, limit }: ListQuery): unknown =>
  isUnknown(filters.type) || isUnknown(filters.subtype)
    ? 'nothing'
    : [
        filters.term,
        filters.type,
        filters.subtype,
        filters.isUserMade,
        order.column,
        order.direction,
        limit,
        after?.key,
        after?.id,
      ]

import { ID_MAX, TEXT_MAX } from '#contract/fields.ts'
import { GLOSSARY_SORTS, type GlossaryFilters, type GlossarySort } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { termKey } from '#shared/search.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import type { Cursor, EntryFilters, Order } from './orderRepository.ts'

const ORDERS: Readonly<Record<GlossarySort, Order>> = {
  'Newest First': { column: 'created_at', direction: 'desc' },
  'Oldest First': { column: 'created_at', direction: 'asc' },
  Alphabetical: { column: 'title_key', direction: 'asc' },
}

/** An unknown label is alphabetical (ruling 37). */
function orderOf(label: string | undefined): Order {
  const sort = GLOSSARY_SORTS.find((known) => known === label)
  return ORDERS[sort ?? 'Alphabetical']
}

/** The label of an order; null for the default one. */
const sortOf = (order: Order): GlossarySort | null =>
  GLOSSARY_SORTS.find((label) => ORDERS[label] === order && label !== 'Alphabetical') ?? null

/** Opaque to clients. */
const encodeCursor = (order: Order, { key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order.column, key, id])).toString('base64url')

/** @throws Refusal `invalid` for a cursor of another order */
function decodeCursor(order: Order, text: string): Cursor {
  const [column, key, id] = parsed(text)
  const isKey =
    order.column === 'title_key'
      ? typeof key === 'string' && key.isWellFormed() && !key.includes('\0')
      : Number.isSafeInteger(key)
  const isId = Number.isInteger(id) && Number(id) >= 0 && Number(id) <= ID_MAX
  if (column !== order.column || !isKey || !isId) throw errors.invalid('cursor')
  return { key: key as Cursor['key'], id: id as GlossaryEntryId }
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Two requests with the same meaning have equal queries. */
export type ListQuery = {
  readonly filters: EntryFilters
  readonly order: Order
  /** Null: from the beginning. */
  readonly after: Cursor | null
  /** Undefined: all entries, up to `UNPAGED_MAX`. */
  readonly limit: number | undefined
  /** URL of the page after a cursor; null when it is too long for a header. */
  readonly urlAfter: ((cursor: Cursor) => string) | null
}

/**
 * Characters of a URL without its cursor, which adds at most 1,000. Percent-encoding may take nine characters for
 * one, and common proxies allow 4 kB for all headers of a response.
 */
const URL_MAX = 1200

/** Flags come as text (ruling 39). */
const isOn = (flag: string | undefined): boolean => flag?.toLowerCase() === 'true'

/** @throws Refusal `invalid` for a cursor of another order */
export function listQuery(
  { limit, cursor, ...given }: GlossaryFilters,
  viewerId: MemberId | null,
  path: string,
): ListQuery {
  const order = orderOf(given.sort)
  const filters: EntryFilters = {
    id: idFilter<GlossaryEntryId>(given.entry),
    // The flag has no effect without a token.
    author: isOn(given.showMyEntries) ? viewerId : null,
    isUserMade: isOn(given.showUserEntries),
    type: idFilter<GlossaryTypeId>(given.type),
    subtype: idFilter<GlossarySubtypeId>(given.subtype),
    term: termKey(given.search ?? ''),
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
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
    if (value !== null) params.set(name, String(value))
  const url = `${path}?${params.toString()}`
  // A list with a longer URL is sent as a whole: to clients it looks like one with a single page.
  const hasPages = url.length <= URL_MAX && filters.term.length <= TEXT_MAX
  return {
    filters,
    order,
    after: cursor === undefined ? null : decodeCursor(order, cursor),
    limit: hasPages ? limit : undefined,
    urlAfter: hasPages ? (last) => `${url}&cursor=${encodeCursor(order, last)}` : null,
  }
}

/** Equal for all requests with the same response. */
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

import type { GlossaryEntryId } from '#contract/ids.ts'
import { GLOSSARY_SORTS, ID_MAX } from '#contract/limits.ts'
import type { GlossarySort } from '#contract/schemas/glossary.ts'
import { errors } from '../../http/errors.ts'
import type { Cursor, Order } from './orderRepository.ts'

const ORDERS: Readonly<Record<GlossarySort, Order>> = {
  'Newest First': { column: 'created_at', direction: 'desc' },
  'Oldest First': { column: 'created_at', direction: 'asc' },
  Alphabetical: { column: 'title_key', direction: 'asc' },
}

/** An unknown label is alphabetical (ruling 37). */
export function orderOf(label: string | undefined): Order {
  const sort = GLOSSARY_SORTS.find((known) => known === label)
  return ORDERS[sort ?? 'Alphabetical']
}

/** The label of an order; null for the default one. */
export const sortOf = (order: Order): GlossarySort | null =>
  GLOSSARY_SORTS.find((label) => ORDERS[label] === order && label !== 'Alphabetical') ?? null

/** Opaque to clients. */
export const encodeCursor = (order: Order, { key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order.column, key, id])).toString('base64url')

/** @throws Refusal `invalid` for a cursor of another order */
export function decodeCursor(order: Order, text: string): Cursor {
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

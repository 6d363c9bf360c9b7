import { ID_MAX } from '#contract/fields.ts'
import { lockTable } from '../db/dialect.ts'
import { findRow, type OrderWithin, positionsOf, setPosition, type TableName } from '../db/rows.ts'
import type { HasDb } from '../db/schema.ts'
import type { Change } from './audit.ts'
import { deskErrors } from './errors.ts'

/** The values that rows of one order have in common. */
const partitionOf = (orderWithin: object, row: object): Readonly<Record<string, unknown>> => {
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.keys(orderWithin).map((name) => [name, values.get(name) ?? null]),
  )
}

/** The position of a new row: last in its order, unless its columns have one. */
export async function positionOf<T extends TableName>(
  w: HasDb,
  table: T,
  orderWithin: OrderWithin<T> | undefined,
  columns: { readonly position?: number },
): Promise<{ readonly position?: number }> {
  if (orderWithin === undefined || columns.position !== undefined) return {}
  // Two rows that are added at the same time must not get the same position.
  await lockTable(w.db, table)
  const rows = await positionsOf(w.db, table, partitionOf(orderWithin, columns))
  const last = rows.at(-1)?.position ?? -1
  if (last >= ID_MAX) throw deskErrors.noPositionLeft()
  return { position: last + 1 }
}

/** @param ids every row of one order, first to last @throws Refusal */
export async function reorder<T extends TableName>(
  w: HasDb,
  table: T,
  orderWithin: OrderWithin<T>,
  ids: readonly number[],
): Promise<Change> {
  // Rows locked one by one in the order of the request deadlock with the opposite order.
  await lockTable(w.db, table)
  const first = await findRow(w.db, table, ids[0] ?? 0)
  if (first === undefined) throw deskErrors.badOrder()
  const rows = await positionsOf(w.db, table, partitionOf(orderWithin, first))
  const wanted = new Set(ids)
  const isWhole =
    wanted.size === ids.length &&
    ids.length === rows.length &&
    rows.every(({ id }) => wanted.has(id))
  if (!isWhole) throw deskErrors.badOrder()
  const positions = new Map(rows.map(({ id, position }) => [id, position]))
  for (const [position, id] of ids.entries())
    if (positions.get(id) !== position) await setPosition(w.db, table, id, position)
  const before = { ids: rows.map(({ id }) => id) }
  return { record: null, before, after: { ids }, response: { ids } }
}

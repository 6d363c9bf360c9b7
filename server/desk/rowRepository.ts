import { sql } from 'kysely'
import { type Engine, forUpdate, lockTable } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { anyTable, type Row, type Scalar } from './lists.ts'

/** Rows of any one table that has an `id`. Whoever changes a row locks it first. */
export const rowRepository = (engine: Engine, table: string) => ({
  async one(db: Db, id: number): Promise<Row | undefined> {
    return anyTable(db).selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()
  },

  /** Other writers of the table wait; take it before any row, so that nobody waits for it with rows in hand. */
  hold: (tx: Db): Promise<void> => lockTable(engine, tx, table),

  async locked(tx: Db, id: number): Promise<Row | undefined> {
    const query = anyTable(tx).selectFrom(table).selectAll().where('id', '=', id)
    return forUpdate(engine, query).executeTakeFirst()
  },

  async insert(tx: Db, columns: Row): Promise<Row> {
    return anyTable(tx).insertInto(table).values(columns).returningAll().executeTakeFirstOrThrow()
  },

  async update(tx: Db, id: number, columns: Row): Promise<Row> {
    return anyTable(tx)
      .updateTable(table)
      .set(columns)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  },

  async remove(tx: Db, id: number): Promise<void> {
    await anyTable(tx).deleteFrom(table).where('id', '=', id).execute()
  },

  /** Those that have the same values in the columns, in their order. */
  async inOrder(db: Db, same: Row): Promise<{ id: number; position: number }[]> {
    let query = anyTable(db).selectFrom(table).select(['id', 'position'])
    for (const [column, value] of Object.entries(same))
      query = query.where(column, value === null ? 'is' : '=', value)
    const rows = await query.orderBy('position').orderBy('id').execute()
    return rows.map(({ id, position }) => ({ id: Number(id), position: Number(position) }))
  },

  async place(tx: Db, id: number, position: number): Promise<void> {
    await anyTable(tx).updateTable(table).set({ position }).where('id', '=', id).execute()
  },
})

/** Several rows of a child table, by the ids of their parents, in their order. */
export async function childrenOf(
  db: Db,
  table: string,
  parent: string,
  ids: readonly number[],
): Promise<Row[]> {
  if (ids.length === 0) return []
  return anyTable(db)
    .selectFrom(table)
    .selectAll()
    .where(parent, 'in', ids)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Names and roles of accounts. */
export async function peopleByIds(
  db: Db,
  ids: readonly Scalar[],
): Promise<Map<number, { id: number; username: string; is_staff: boolean }>> {
  const wanted = [...new Set(ids.map(Number))].filter((id) => id > 0)
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'role'])
    .where(sql<number>`id`, 'in', wanted)
    .execute()
  return new Map(
    rows.map(({ id, username, role }) => [id, { id, username, is_staff: role !== 'player' }]),
  )
}

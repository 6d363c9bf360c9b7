import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB, Db } from './schema.ts'

/** Deletes or blanks at most `limit` rows that are older than `before`, epoch milliseconds. @returns how many */
export type Expire = (db: Db, before: number, limit: number) => Promise<number>

/** Rows of one statement: it blocks SQLite's only writer for a few milliseconds. */
const BATCH = 200
/** Batches of one run; the next run takes the rest. */
const BATCHES_MAX = 50

type Condition = RawBuilder<SqlBool>

/** Column of the primary key, and the column that rows are taken in the order of. */
type Order = { readonly key: string; readonly by: string }
const BY_ID: Order = { key: 'id', by: 'id' }
type First = Partial<Order> & { readonly limit: number }

export const firstIds = (
  table: keyof DB,
  where: Condition,
  { limit, key = 'id', by = 'id' }: First,
) =>
  sql`(select ${sql.ref(key)} from ${sql.table(table)} where ${where} order by ${sql.ref(by)} limit ${limit})`

export const deleteFrom =
  (table: keyof DB, isExpired: (before: number) => Condition, order = BY_ID): Expire =>
  async (db, before, limit) => {
    const where = isExpired(before)
    // The condition is repeated: PostgreSQL evaluates it again for a row that another transaction has just changed, but
    // not the list of ids.
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where ${sql.ref(order.key)} in ${firstIds(table, where, { ...order, limit })} and ${where}`.execute(
      db,
    )
    return Number(numAffectedRows)
  }

/** Deletes rows whose time in `column` has come, oldest first. @param key the primary key of the table */
export const deletePast = (table: keyof DB, key: string, column: string): Expire =>
  deleteFrom(table, (before) => sql`${sql.ref(column)} <= ${before}`, { key, by: column })

/** Runs `expire` in batches until no row is left, at most `BATCH` × `BATCHES_MAX` rows. @returns how many */
export async function expireAll(db: Db, expire: Expire, before: number): Promise<number> {
  let total = 0
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const count = await expire(db, before, BATCH)
    total += count
    if (count < BATCH) break
    // SQLite is synchronous: without a pause, no request would be served.
    await setImmediate()
  }
  return total
}

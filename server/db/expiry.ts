import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB, Db } from './schema.ts'

/** Deletes or blanks at most `limit` rows that are older than `before`, epoch milliseconds. @returns how many */
export type Expire = (db: Db, before: number, limit: number) => Promise<number>

type Condition = RawBuilder<SqlBool>

/** Ids of the first rows that a condition holds for. */
export const firstIds = (table: keyof DB, where: Condition, limit: number) =>
  sql`(select id from ${sql.table(table)} where ${where} order by id limit ${limit})`

export const deleteFrom =
  (table: keyof DB, isExpired: (before: number) => Condition): Expire =>
  async (db, before, limit) => {
    const where = isExpired(before)
    // The condition twice: PostgreSQL evaluates it again for a row that another transaction has just changed, but not
    // the list of ids.
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where id in ${firstIds(table, where, limit)} and ${where}`.execute(db)
    return Number(numAffectedRows)
  }

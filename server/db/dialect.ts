import { setTimeout } from 'node:timers/promises'
import { type AliasedRawBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { DB as Tables } from './tables.d.ts'

/** The few places where the two engines differ. */
export type Engine = 'sqlite' | 'postgres'

export const engineOf = (db: Kysely<Tables>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** `forNoKeyUpdate` for a query that is written as SQL. */
export const rowLock = (db: Kysely<Tables>): RawBuilder<unknown> =>
  engineOf(db) === 'postgres' ? sql`for no key update` : sql``

/**
 * A table to join: for each row of the tables before it, the values of a query with one column named `value`, which may
 * refer to them. SQLite has no lateral join.
 */
export const valuesOf = <Value>(
  db: Kysely<Tables>,
  query: RawBuilder<Value>,
): AliasedRawBuilder<{ value: Value }, 'value'> => {
  const table =
    engineOf(db) === 'postgres'
      ? sql<{ value: Value }>`unnest(array(${query}))`
      : sql<{ value: Value }>`json_each((select json_group_array(value) from (${query})))`
  return table.as('value')
}

/** Blocks other writers of the table until the transaction ends; SQLite has one writer anyway. */
export async function lockTable(tx: Kysely<Tables>, table: keyof Tables): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

/** Id of Kysely's own lock, which earlier versions take. */
const MIGRATION_LOCK = '3853314791062309107'

/** Milliseconds between two attempts: a statement that waits for the lock would reach its timeout, and end the start. */
const LOCK_AGAIN_MS = 100

/** Held until the transaction ends, by the one process that migrates or seeds; SQLite has one writer anyway. */
export async function lockMigrations(tx: Kysely<Tables>): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  const lock = sql<{ isOurs: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}::bigint) as "isOurs"`
  while ((await lock.execute(tx)).rows[0]?.isOurs !== true) await setTimeout(LOCK_AGAIN_MS)
}

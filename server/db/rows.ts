import { setImmediate } from 'node:timers/promises'
import {
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Transaction,
  type Updateable,
} from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { engineOf, rowLock } from './dialect.ts'
import type { DB } from './tables.d.ts'

export type { DB }

/** The database, or the transaction that a step belongs to. */
export type Db = Kysely<DB> | Transaction<DB>

/** A statement's part of a work. */
export type HasDb = { readonly db: Db }
/** A read's part of a work. `now`: one time for all of it, epoch milliseconds. */
export type Read = HasDb & { readonly now: number }

/*
 * Rows of any one table by their id. Kysely cannot infer columns of a table that is a type parameter, so these
 * statements are SQL; their types are those of the table.
 */
export type TableName = keyof DB
export type RowOf<T extends TableName> = Selectable<DB[T]> & { readonly id: number }
export type ColumnOf<T extends TableName> = keyof DB[T] & string
export type NewRow<T extends TableName> = Insertable<DB[T]>
export type RowChange<T extends TableName> = Updateable<DB[T]>
/** The columns that partition `position`: each with the table that it refers to, or null. */
export type OrderWithin<T extends TableName> = { readonly [C in ColumnOf<T>]?: TableName | null }

const withId = <T extends TableName>(table: T, id: number) =>
  sql<RowOf<T>>`select * from ${sql.table(table)} where id = ${id}`

export const findRow = async <T extends TableName>(db: Db, table: T, id: number) =>
  (await withId(table, id).execute(db)).rows[0]

export async function hasRow<T extends TableName>(
  db: Db,
  table: T,
  values: Partial<RowOf<T>>,
): Promise<boolean> {
  const found = sql`select 1 from ${sql.table(table)} where ${matching(values)} limit 1`
  return (await found.execute(db)).rows.length > 0
}

const matching = (values: object): RawBuilder<unknown> => {
  const same = Object.entries(values).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  return sql.join([sql`1 = 1`, ...same], sql` and `)
}

/**
 * Waits until no transaction has locked the table. Without it, a transaction locks a row and then waits for `lockTable`
 * of another one, which waits for the row: a deadlock.
 */
async function announceWrite(tx: Db, table: TableName): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`lock table ${sql.table(table)} in row exclusive mode`.execute(tx)
}

/** Locks the row until the transaction ends. Call it before changing a row. */
export async function lockRow<T extends TableName>(tx: Db, table: T, id: number) {
  await announceWrite(tx, table)
  const found = sql<RowOf<T>>`${withId(table, id)} ${rowLock(tx)}`
  return (await found.execute(tx)).rows[0]
}

/** @param columns those of a `NewRow` of the table */
export function insertColumns<T extends TableName>(
  tx: Db,
  table: T,
  columns: object,
): Promise<RowOf<T>> {
  const given = present(columns)
  const names = sql.join(given.map(([name]) => sql.ref(name)))
  const values = sql.join(given.map(([, value]) => value))
  const into = sql`${sql.table(table)} (${names})`
  return only(tx, sql<RowOf<T>>`insert into ${into} values (${values}) returning *`)
}

export const insertRow = <T extends TableName>(tx: Db, table: T, row: NewRow<T>) =>
  insertColumns(tx, table, row)

export function updateRow<T extends TableName>(
  tx: Db,
  table: T,
  id: number,
  columns: RowChange<T>,
): Promise<RowOf<T>> {
  const set = sql.join(present(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
  const target = sql.table(table)
  return only(tx, sql<RowOf<T>>`update ${target} set ${set} where id = ${id} returning *`)
}

/**
 * Inserts rows, or changes all given columns of rows that are there already. The rows have the same columns.
 * @param key columns of a unique index
 */
export const upsertInto =
  <T extends TableName>(table: T, ...key: ColumnOf<T>[]) =>
  async (tx: Db, rows: readonly NewRow<T>[]): Promise<void> => {
    const given = rows.map(present)
    const names = given[0]?.map(([name]) => name) ?? []
    if (names.length === 0) return
    const values = given.map((row) => sql`(${sql.join(row.map(([, value]) => value))})`)
    const set = names
      .filter((name) => !key.some((one) => one === name))
      .map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`)
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(values)}
      on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(set)}`.execute(
      tx,
    )
  }

/** Deletes rows of an account that were made since then. @returns them */
export async function deleteRowsSince<T extends 'calendar_feeds' | 'passkeys' | 'recovery_codes'>(
  tx: Db,
  table: T,
  { user, since }: { readonly user: MemberId; readonly since: number },
): Promise<Selectable<DB[T]>[]> {
  const deleted = sql<Selectable<DB[T]>>`delete from ${sql.table(table)}
    where user_id = ${user} and created_at >= ${since} returning *`
  return (await deleted.execute(tx)).rows
}

export async function deleteRow(tx: Db, table: TableName, id: number): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx)
}

const present = (columns: object): [string, unknown][] =>
  Object.entries(columns).filter(([, value]) => value !== undefined)

async function only<Row>(tx: Db, statement: RawBuilder<Row>): Promise<Row> {
  const { rows } = await statement.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The statement has returned no row')
  return row
}

type Positioned = { readonly id: number; readonly position: number }

/** The rows that have these values, in their order. */
export async function positionsOf(
  db: Db,
  table: TableName,
  partition: Readonly<Record<string, unknown>>,
): Promise<Positioned[]> {
  const found = sql<Positioned>`select id, position from ${sql.table(table)}
    where ${matching(partition)} order by position, id`
  return (await found.execute(db)).rows
}

export const setPosition = (tx: Db, table: TableName, { id, position }: Positioned) =>
  sql`update ${sql.table(table)} set position = ${position} where id = ${id}`.execute(tx)

/* What statements of all tables have in common. */

/** How many rows a statement finds, which selects nothing itself. */
export async function count<D, T extends keyof D>(
  rows: SelectQueryBuilder<D, T, object>,
): Promise<number> {
  const counted = rows.select((is) => is.fn.countAll<number>().as('count'))
  return (await counted.$castTo<{ count: number }>().executeTakeFirstOrThrow()).count
}

/** How many rows of each value a statement finds, which selects nothing itself; or the sum of `each` of those rows. */
export async function countEach<D, T extends keyof D, Value>(
  rows: SelectQueryBuilder<D, T, object>,
  value: RawBuilder<Value>,
  each = sql<number>`1`,
): Promise<ReadonlyMap<Value, number>> {
  const counted = rows.select((is) => [value.as('of'), is.fn.sum<number>(each).as('count')])
  const found = await counted.groupBy(value).$castTo<{ of: Value; count: number }>().execute()
  return new Map(found.map((one) => [one.of, one.count]))
}

/** True if a statement finds a row, or returns one that it has changed. */
export const exists = async (rows: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await rows.executeTakeFirst()) !== undefined

export function* chunksOf<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size)
}

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

import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  PostgresAdapter,
  type RawBuilder,
  type SelectModifierNode,
  type SelectQueryBuilder,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { DB as Tables } from './schema.ts'

/** The few places where the two engines differ. */
export type Engine = 'sqlite' | 'postgres'

export const engineOf = (db: Kysely<Tables>): Engine =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/** Compiles `forUpdate`, `skipLocked` and the like to nothing: SQLite has one writer at a time and no row locks. */
export class LocklessQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier !== undefined || node.modifier === 'Distinct')
      super.visitSelectModifier(node)
  }
}

/** `forNoKeyUpdate` for a query that is written as SQL. */
export const rowLock = (db: Kysely<Tables>): RawBuilder<unknown> =>
  engineOf(db) === 'postgres' ? sql`for no key update` : sql``

/** Adds a growing integer key `id`. Ids are never given twice, also after a delete. */
export function withId<T extends string, C extends string>(
  engine: Engine,
  table: CreateTableBuilder<T, C>,
): CreateTableBuilder<T, C | 'id'> {
  const key = (column: ColumnDefinitionBuilder) =>
    engine === 'postgres'
      ? column.generatedByDefaultAsIdentity().primaryKey()
      : column.primaryKey().autoIncrement()
  return table.addColumn('id', 'integer', key)
}

/**
 * Locks the selected rows until the transaction ends. SQLite has one writer at a time and needs no lock. Rows
 * that only refer to a locked one can still be added: the check of their foreign key takes a weaker lock.
 * @param of the one table of a join whose rows are locked
 */
export function forUpdate<DB, TB extends keyof DB & string, O>(
  engine: Engine,
  query: SelectQueryBuilder<DB, TB, O>,
  of?: TB,
): SelectQueryBuilder<DB, TB, O> {
  if (engine !== 'postgres') return query
  return of === undefined ? query.forNoKeyUpdate() : query.forNoKeyUpdate(of)
}

/** Takes rows that no other process holds; see `forUpdate`. */
export function forUpdateSkipLocked<DB, TB extends keyof DB, O>(
  engine: Engine,
  query: SelectQueryBuilder<DB, TB, O>,
): SelectQueryBuilder<DB, TB, O> {
  return engine === 'postgres' ? query.forUpdate().skipLocked() : query
}

/** Keeps other writers out of a table until the transaction ends. SQLite has one writer at a time anyway. */
export async function lockTable(tx: Kysely<Tables>, table: keyof Tables): Promise<void> {
  if (engineOf(tx) === 'postgres')
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

/** The schema that this connection works in. Unnamed, the migrator would take another schema's tables for ours. */
export async function currentSchema(
  db: Kysely<Tables>,
  engine: Engine,
): Promise<string | undefined> {
  if (engine !== 'postgres') return undefined
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name
}

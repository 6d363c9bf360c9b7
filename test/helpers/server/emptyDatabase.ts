import { type Kysely, sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import type { DB } from '#server/db/rows.ts'

/** Left as it is: its triggers refuse every change, and only tests of the desk write to it. */
const KEPT = 'audit_log'

/** Deletes all rows in a few milliseconds; a new database takes a hundred times as long. */
export async function emptyDatabase(db: Kysely<DB>, engine: Engine): Promise<void> {
  const tables = (await namesOfTables(db, engine)).filter((name) => name !== KEPT)
  // Disables foreign keys, so that the order of the tables does not matter.
  const [begin, end] =
    engine === 'sqlite'
      ? (['pragma foreign_keys = off', 'pragma foreign_keys = on'] as const)
      : ([
          'set session_replication_role = replica',
          'set session_replication_role = origin',
        ] as const)
  await db.connection().execute(async (connection) => {
    await sql.raw(begin).execute(connection)
    await connection.transaction().execute(async (tx) => {
      // Lines of the security log are written after the response, with the account locked first: without this lock
      // they and the deletions could wait for each other. SQLite has one writer at a time.
      if (engine === 'postgres') await sql`lock table users in exclusive mode`.execute(tx)
      for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(tx)
    })
    await sql.raw(end).execute(connection)
  })
}

/** Tables of the product, without SQLite's search tables (filled by triggers) and those of engine and migrator. */
export async function namesOfTables(db: Kysely<DB>, engine: Engine): Promise<string[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{
        name: string
      }>`select tablename as name from pg_tables where schemaname = current_schema()`
  ).execute(db)
  return rows.map(({ name }) => name).filter((name) => !/_fts|^kysely_|^sqlite_/.test(name))
}

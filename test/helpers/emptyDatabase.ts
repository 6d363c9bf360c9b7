import { type Kysely, sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import type { DB } from '#server/db/schema.ts'

/** Its triggers refuse every change; only tests of the desk write to it. */
const KEPT = 'audit_log'

/** Deletes all rows in a few milliseconds; a new database takes a hundred times as long. */
export async function emptyDatabase(db: Kysely<DB>, engine: Engine): Promise<void> {
  const tables = (await db.introspection.getTables())
    .map(({ name }) => name)
    // Search tables of SQLite follow their table by triggers.
    .filter((name) => name !== KEPT && !name.includes('_fts'))
  if (engine === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(db)
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`pragma foreign_keys = on`.execute(db)
    return
  }
  await db.connection().execute(async (connection) => {
    // No triggers, and so no foreign keys, on this connection.
    await sql`set session_replication_role = replica`.execute(connection)
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
}

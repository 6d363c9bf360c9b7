import { type Kysely, sql } from 'kysely'
import type { Engine } from '../dialect.ts'

export const upkeep = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // Losing counters in a crash of the database costs nothing; writing them safely would cost every login.
    const unlogged = engine === 'postgres' ? sql`unlogged` : sql``
    await db.schema
      .createTable('rate_limits')
      .modifyFront(unlogged)
      .addColumn('key', 'text', (c) => c.notNull().primaryKey())
      .addColumn('hits', 'integer', (c) => c.notNull())
      .addColumn('window_ends_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('refresh_tokens_expiry')
      .on('refresh_tokens')
      .column('expires_at')
      .execute()
  },
})

import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const outbox = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('outbox'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('once_key', 'text')
      .addColumn('recipient', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('next_attempt_at', 'bigint', (c) => c.notNull())
      .addColumn('claimed_until', 'bigint')
      .addColumn('done_at', 'bigint')
      .addColumn('dead_at', 'bigint')
      .addColumn('last_error', 'text')
      .addUniqueConstraint('outbox_once', ['once_key'])
      .execute()
    await sql`create index outbox_due on outbox (next_attempt_at)
      where done_at is null and dead_at is null`.execute(db)
  },
})

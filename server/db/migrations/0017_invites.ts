import type { Kysely } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

/** Who wants no mail about invites, and what owners of groups have not been told yet. */
export const invites = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('preferences').addColumn('invite_mails_off_at', 'bigint').execute()

    await withId(engine, db.schema.createTable('group_notices'))
      .addColumn('group_id', 'integer', (c) =>
        c.notNull().references('groups.id').onDelete('cascade'),
      )
      .addColumn('owner_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('group_notices_group')
      .on('group_notices')
      .columns(['group_id', 'id'])
      .execute()
    // For the accounts that are removed.
    for (const column of ['owner_id', 'user_id'])
      await db.schema
        .createIndex(`group_notices_${column}`)
        .on('group_notices')
        .column(column)
        .execute()
  },
})

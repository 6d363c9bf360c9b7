import type { Kysely } from 'kysely'

/** When sessions began, and from which networks accounts were used. */
export const sessions = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Null in rows of the release before, which may still run.
    await db.schema.alterTable('refresh_tokens').addColumn('family_started_at', 'bigint').execute()

    await db.schema
      .createTable('known_networks')
      .addColumn('digest', 'text', (c) => c.notNull().primaryKey())
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('known_networks_user')
      .on('known_networks')
      .columns(['user_id', 'last_used_at'])
      .execute()
    await db.schema
      .createIndex('known_networks_last_used')
      .on('known_networks')
      .column('last_used_at')
      .execute()
    // The contact form counts what was stored lately.
    await db.schema
      .createIndex('contact_messages_created')
      .on('contact_messages')
      .column('created_at')
      .execute()
  },
}

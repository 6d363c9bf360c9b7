import { type Kysely, sql } from 'kysely'

/** How far members were told that an event is cancelled; films in a second format. */
export const cancellationsAndFilms = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('announcements')
      .addColumn('cancellation_finished_at', 'bigint')
      .execute()
    await db.schema
      .alterTable('announcements')
      .addColumn('cancellation_last_user_id', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    // What was cancelled before there were such mails is not told late.
    await sql`update announcements set cancellation_finished_at = ${sql.lit(Date.now())}
      where content_id in (select id from contents where cancelled_at is not null)`.execute(db)

    await db.schema.alterTable('rule_videos').addColumn('webm_key', 'text').execute()
  },
}

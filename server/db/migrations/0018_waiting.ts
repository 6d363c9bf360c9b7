import { type Kysely, sql } from 'kysely'

/** What waits at the desk is counted on every page of it, so the count reads no row that is settled. */
export const waiting = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index name_changes_pending on name_changes (created_at)
      where approved_at is null and refused_at is null`.execute(db)
    await sql`create index contact_messages_unread on contact_messages (created_at)
      where read_at is null`.execute(db)
    await sql`create index outbox_dead on outbox (dead_at)
      where dead_at is not null`.execute(db)
  },
}

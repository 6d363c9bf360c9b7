import { type Kysely, sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const profile = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('name_changes'))
      .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('new_name', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('approved_at', 'bigint')
      .addColumn('refused_at', 'bigint')
      .addColumn('decided_by', 'integer', (c) => c.references('users.id'))
      .addColumn('answer', 'text')
      .addCheckConstraint(
        'name_changes_one_decision',
        sql`approved_at is null or refused_at is null`,
      )
      .execute()
    await sql`create unique index name_changes_one_pending on name_changes (user_id)
      where approved_at is null and refused_at is null`.execute(db)

    // Unique, not primary keys: SQLite takes an integer that is one for an id that it may give itself.
    await db.schema
      .createTable('preferences')
      .addColumn('user_id', 'integer', (c) => c.notNull().unique().references('users.id'))
      .addColumn('notify_since', 'bigint')
      .execute()

    await db.schema
      .createTable('order_details')
      .addColumn('user_id', 'integer', (c) => c.notNull().unique().references('users.id'))
      .addColumn('first_name', 'text', (c) => c.notNull())
      .addColumn('last_name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('phone_number', 'text', (c) => c.notNull())
      .addColumn('country_key', 'text', (c) => c.notNull())
      .addColumn('city', 'text', (c) => c.notNull())
      .addColumn('zipcode', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('announcements')
      .addColumn('content_id', 'integer', (c) =>
        c.notNull().unique().references('contents.id').onDelete('cascade'),
      )
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('finished_at', 'bigint')
      .addColumn('last_user_id', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    // What readers could see before there were notifications is no news to them.
    const now = Date.now()
    await sql`insert into announcements (content_id, started_at, finished_at)
      select id, ${sql.lit(now)}, ${sql.lit(now)} from contents where publish_at <= ${sql.lit(now)}`.execute(
      db,
    )

    // Urgent mail (0) goes before announcements (1), however many of these are due.
    await db.schema
      .alterTable('outbox')
      .addColumn('priority', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.dropIndex('outbox_due').execute()
    await sql`create index outbox_due on outbox (priority, next_attempt_at, id)
      where done_at is null and dead_at is null`.execute(db)
    await sql`create index outbox_claimed on outbox (claimed_until)
      where claimed_until is not null`.execute(db)
  },
})

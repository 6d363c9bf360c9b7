import { type Kysely, sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const desk = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('desk_sessions'))
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('csrf', 'text', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('token_version', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('desk_sessions_user')
      .on('desk_sessions')
      .column('user_id')
      .execute()

    await db.schema
      .createTable('desk_uploads')
      .addColumn('id', 'text', (c) => c.notNull().primaryKey())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('media_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull())
      .addColumn('picture', 'text')
      .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()

    await db.schema
      .createTable('glossary_reviews')
      .addColumn('entry_id', 'integer', (c) =>
        c.notNull().unique().references('glossary_entries.id').onDelete('cascade'),
      )
      .addColumn('claimed_by', 'integer', (c) => c.references('users.id'))
      .addColumn('claimed_until', 'bigint')
      .addColumn('decided_by', 'integer', (c) => c.references('users.id'))
      .addColumn('decided_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('glossary_reviews_decided')
      .on('glossary_reviews')
      .column('decided_at')
      .execute()
    await sql`create index glossary_entries_pending on glossary_entries (created_at, id)
      where approved_at is null and rejected_at is null`.execute(db)

    await withId(engine, db.schema.createTable('old_usernames'))
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('username_key', 'text', (c) => c.notNull())
      .addColumn('given_up_at', 'bigint', (c) => c.notNull())
      .addColumn('free_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('old_usernames_key')
      .on('old_usernames')
      .column('username_key')
      .execute()

    await nameRowsForTransfer(db)
    await logActs(engine, db)
  },
})

/** A file of rules or glossary knows its rows by a key, whatever their ids here are. */
async function nameRowsForTransfer(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    'rule_categories',
    'rule_subcategories',
    'quick_subcategories',
    'rule_entries',
    'glossary_types',
    'glossary_subtypes',
    'glossary_entries',
  ]) {
    await db.schema.alterTable(table).addColumn('transfer_key', 'text').execute()
    await db.schema
      .createIndex(`${table}_transfer_key`)
      .unique()
      .on(table)
      .column('transfer_key')
      .execute()
  }
  for (const table of ['rule_sub_entries', 'glossary_sub_entries'])
    await db.schema
      .alterTable(table)
      .addColumn('level', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
}

/** The log has no reference to accounts: it outlives them. Nothing in it can be changed, also by a slip of ours. */
async function logActs(engine: Engine, db: Kysely<unknown>): Promise<void> {
  await withId(engine, db.schema.createTable('audit_log'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'integer')
    .addColumn('actor_name', 'text', (c) => c.notNull())
    .addColumn('resource', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('record', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await db.schema
    .createIndex('audit_log_record')
    .on('audit_log')
    .columns(['resource', 'record', 'id'])
    .execute()
  await db.schema
    .createIndex('audit_log_actor')
    .on('audit_log')
    .columns(['actor_id', 'id'])
    .execute()

  if (engine === 'postgres') {
    await sql`create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception 'audit_log is append-only'; end $$`.execute(db)
    await sql`create trigger audit_log_is_append_only before update or delete or truncate on audit_log
      for each statement execute function refuse_audit_change()`.execute(db)
    return
  }
  for (const event of ['update', 'delete'])
    await sql`create trigger ${sql.ref(`audit_log_no_${event}`)} before ${sql.raw(event)} on audit_log
      begin select raise(abort, 'audit_log is append-only'); end`.execute(db)
}

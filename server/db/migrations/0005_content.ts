import { type Kysely, sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const content = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('contents'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('uid', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('short_description', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('picture', 'text')
      .addColumn('starts_at', 'bigint')
      .addColumn('ends_at', 'bigint')
      .addColumn('location', 'text')
      .addColumn('event_scope', 'text')
      .addColumn('event_type', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('sequence', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('publish_at', 'bigint')
      .addColumn('unpublished_at', 'bigint')
      .addColumn('cancelled_at', 'bigint')
      .addUniqueConstraint('contents_uid', ['uid'])
      .addCheckConstraint('contents_kind', sql`kind in ('news', 'event')`)
      .addCheckConstraint('contents_scope', sql`event_scope in ('National', 'International')`)
      .addCheckConstraint('contents_type', sql`event_type in ('Online', 'Offline', 'Both')`)
      .addCheckConstraint(
        'contents_event_is_whole',
        sql`kind <> 'event' or (starts_at is not null and ends_at is not null and ends_at >= starts_at
          and event_scope is not null and event_type is not null)`,
      )
      .addCheckConstraint(
        'contents_news_is_no_event',
        sql`kind <> 'news' or (starts_at is null and ends_at is null and location is null
          and event_scope is null and event_type is null and cancelled_at is null)`,
      )
      .execute()
    await db.schema
      .createIndex('contents_published')
      .on('contents')
      .columns(['kind', 'publish_at', 'id'])
      .execute()
    await db.schema
      .createIndex('contents_ending')
      .on('contents')
      .columns(['kind', 'ends_at'])
      .execute()

    await withId(engine, db.schema.createTable('download_categories'))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()

    await withId(engine, db.schema.createTable('download_files'))
      .addColumn('category_id', 'integer', (c) => c.notNull().references('download_categories.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('display_name', 'text', (c) => c.notNull())
      .addColumn('download_file_name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('picture', 'text')
      .addColumn('file_key', 'text', (c) => c.notNull())
      .addColumn('media_type', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('withdrawn_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('download_files_category')
      .on('download_files')
      .columns(['category_id', 'position'])
      .execute()

    await db.schema
      .createTable('visits')
      .addColumn('day', 'bigint', (c) => c.notNull().primaryKey())
      .addColumn('hits', 'integer', (c) => c.notNull())
      .execute()

    await withId(engine, db.schema.createTable('contact_messages'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('message', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('read_at', 'bigint')
      .execute()

    await db.schema
      .createTable('blocked_senders')
      .addColumn('sender', 'text', (c) => c.notNull().primaryKey())
      .addColumn('reason', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
  },
})

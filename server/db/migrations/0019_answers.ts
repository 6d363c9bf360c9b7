import type { Kysely } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

/** Answers to messages of the contact form, and what a reviewer has changed in an entry. */
export const answers = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('message_answers'))
      .addColumn('message_id', 'integer', (c) =>
        c.notNull().references('contact_messages.id').onDelete('cascade'),
      )
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('answered_by', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('answered_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('message_answers_message')
      .on('message_answers')
      .columns(['message_id', 'id'])
      .execute()

    await db.schema.alterTable('glossary_reviews').addColumn('decided_how', 'text').execute()
    await db.schema.alterTable('glossary_reviews').addColumn('author_version', 'text').execute()
  },
})

import { type Kysely, sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const accounts = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('users'))
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', 'text', (c) => c.notNull())
      .addColumn('username', 'text', (c) => c.notNull())
      .addColumn('username_key', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('token_version', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('activated_at', 'bigint')
      .addColumn('deactivated_at', 'bigint')
      .addUniqueConstraint('users_email_key', ['email_key'])
      .addUniqueConstraint('users_username_key', ['username_key'])
      .addCheckConstraint('users_role', sql`role in ('player', 'staff', 'superuser')`)
      .execute()

    await withId(engine, db.schema.createTable('account_links'))
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('purpose', 'text', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('account_links_user')
      .on('account_links')
      .column('user_id')
      .execute()

    await withId(engine, db.schema.createTable('refresh_tokens'))
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('family', 'text', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) =>
        c.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('revoked_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('refresh_tokens_family')
      .on('refresh_tokens')
      .column('family')
      .execute()
    await db.schema
      .createIndex('refresh_tokens_user')
      .on('refresh_tokens')
      .column('user_id')
      .execute()
  },
})

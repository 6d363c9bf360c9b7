import { type Kysely, sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const rules = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await withId(engine, db.schema.createTable('rule_categories'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .execute()

    await withId(engine, db.schema.createTable('rule_subcategories'))
      .addColumn('category_id', 'integer', (c) => c.notNull().references('rule_categories.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addUniqueConstraint('rule_subcategories_of_category', ['id', 'category_id'])
      .execute()
    await db.schema
      .createIndex('rule_subcategories_category')
      .on('rule_subcategories')
      .columns(['category_id', 'position'])
      .execute()

    await withId(engine, db.schema.createTable('quick_subcategories'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .execute()

    await withId(engine, db.schema.createTable('rule_entries'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('category_id', 'integer', (c) => c.references('rule_categories.id'))
      .addColumn('subcategory_id', 'integer')
      .addColumn('quick_subcategory_id', 'integer', (c) => c.references('quick_subcategories.id'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('picture', 'text')
      .addColumn('title_key', 'text', (c) => c.notNull())
      .addColumn('search_text', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addForeignKeyConstraint(
        'rule_entries_subcategory',
        ['subcategory_id', 'category_id'],
        'rule_subcategories',
        ['id', 'category_id'],
      )
      .addCheckConstraint(
        'rule_entries_kind',
        sql`(kind = 'basic' and quick_subcategory_id is null
            and (subcategory_id is null or category_id is not null))
          or (kind = 'quick' and category_id is null and subcategory_id is null)`,
      )
      .execute()
    await db.schema
      .createIndex('rule_entries_order')
      .on('rule_entries')
      .columns(['kind', 'position', 'id'])
      .execute()

    await withId(engine, db.schema.createTable('rule_sub_entries'))
      .addColumn('entry_id', 'integer', (c) =>
        c.notNull().references('rule_entries.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('rule_sub_entries_entry')
      .on('rule_sub_entries')
      .columns(['entry_id', 'position'])
      .execute()

    await withId(engine, db.schema.createTable('rule_videos'))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('file_key', 'text', (c) => c.notNull())
      .addColumn('captions_key', 'text')
      .addColumn('poster_key', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute()
  },
})

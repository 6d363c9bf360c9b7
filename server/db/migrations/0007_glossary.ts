import { type Kysely, sql } from 'kysely'
import { type Engine, withId } from '../dialect.ts'

export const glossary = (engine: Engine) => ({
  async up(db: Kysely<unknown>): Promise<void> {
    // By code point on both engines, whatever language the database was made for.
    const ordered = engine === 'postgres' ? sql`text collate "C"` : sql`text`

    await withId(engine, db.schema.createTable('glossary_types'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('icon', 'text')
      .addColumn('position', 'integer', (c) => c.notNull())
      .execute()

    await withId(engine, db.schema.createTable('glossary_subtypes'))
      .addColumn('type_id', 'integer', (c) => c.notNull().references('glossary_types.id'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addUniqueConstraint('glossary_subtypes_of_type', ['id', 'type_id'])
      .execute()
    await db.schema
      .createIndex('glossary_subtypes_type')
      .on('glossary_subtypes')
      .columns(['type_id', 'position'])
      .execute()

    await withId(engine, db.schema.createTable('glossary_entries'))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('picture', 'text')
      .addColumn('type_id', 'integer', (c) => c.notNull().references('glossary_types.id'))
      .addColumn('subtype_id', 'integer')
      .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('approved_at', 'bigint')
      .addColumn('rejected_at', 'bigint')
      .addColumn('rejection_reason', 'text')
      .addColumn('title_key', ordered, (c) => c.notNull())
      .addColumn('search_text', ordered, (c) => c.notNull())
      .addForeignKeyConstraint(
        'glossary_entries_subtype',
        ['subtype_id', 'type_id'],
        'glossary_subtypes',
        ['id', 'type_id'],
      )
      .addCheckConstraint(
        'glossary_entries_decided_once',
        sql`approved_at is null or rejected_at is null`,
      )
      .addCheckConstraint(
        'glossary_entries_reason',
        sql`rejection_reason is null or rejected_at is not null`,
      )
      .execute()

    await withId(engine, db.schema.createTable('glossary_sub_entries'))
      .addColumn('entry_id', 'integer', (c) =>
        c.notNull().references('glossary_entries.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .execute()
    await db.schema
      .createIndex('glossary_sub_entries_entry')
      .on('glossary_sub_entries')
      .columns(['entry_id', 'position'])
      .execute()

    await indexLists(db)
    await (engine === 'postgres' ? indexTextOnPostgres(db) : indexTextOnSqlite(db))
  },
})

/** Each filter of the public list in each of its orders, and one author's entries. */
async function indexLists(db: Kysely<unknown>): Promise<void> {
  for (const [name, filter] of Object.entries({
    any: [],
    type: ['type_id'],
    subtype: ['subtype_id'],
  }))
    for (const order of ['title_key', 'created_at'])
      await db.schema
        .createIndex(`glossary_public_${name}_${order}`)
        .on('glossary_entries')
        .columns([...filter, order, 'id'])
        .where(sql.ref('approved_at'), 'is not', null)
        .execute()
  await db.schema
    .createIndex('glossary_entries_author')
    .on('glossary_entries')
    .columns(['created_by', 'created_at'])
    .execute()
}

/** Trigram tables beside the entries, kept by triggers; `glossary_titles_fts` serves near titles alone. */
async function indexTextOnSqlite(db: Kysely<unknown>): Promise<void> {
  const tables = { glossary_fts: 'search_text', glossary_titles_fts: 'title_key' }
  for (const [table, column] of Object.entries(tables)) {
    const [t, c] = [sql.table(table), sql.ref(column)]
    // Titles are asked for single trigrams only, so their places within a title need no room.
    const detail = sql.lit(column === 'title_key' ? 'none' : 'full')
    await sql`create virtual table ${t} using fts5(${c}, content='glossary_entries',
      content_rowid='id', tokenize='trigram case_sensitive 1', columnsize=0, detail=${detail})`.execute(
      db,
    )
    const add = sql`insert into ${t} (rowid, ${c}) values (new.id, new.${c});`
    const drop = sql`insert into ${t} (${t}, rowid, ${c}) values ('delete', old.id, old.${c});`
    const trigger = (name: string, event: ReturnType<typeof sql>, steps: ReturnType<typeof sql>) =>
      sql`create trigger ${sql.ref(`${table}_${name}`)} after ${event} on glossary_entries
        begin ${steps} end`.execute(db)
    await trigger('added', sql`insert`, add)
    await trigger('removed', sql`delete`, drop)
    await trigger('changed', sql`update of ${c}`, sql`${drop} ${add}`)
  }
}

/**
 * Trigram indexes, if the extension is there or may be made. Without them a search reads all entries, and
 * the same ones are found; an operator can make them later.
 */
async function indexTextOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`do $$ begin
    create extension if not exists pg_trgm with schema public;
  exception when others then
    raise notice 'pg_trgm is not available: %', sqlerrm;
  end $$`.execute(db)
  const { rows } = await sql`select 1 from pg_opclass
    where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)`.execute(db)
  if (rows.length === 0) return
  for (const column of ['search_text', 'title_key'])
    await sql`create index ${sql.ref(`glossary_trigrams_${column}`)} on glossary_entries
      using gin (${sql.ref(column)} gin_trgm_ops)`.execute(db)
}

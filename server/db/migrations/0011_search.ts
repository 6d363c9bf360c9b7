import { type Kysely, sql } from 'kysely'
import type { Engine } from '../dialect.ts'

/**
 * The trigram index of the glossary's texts, by type: a common word is looked up among the entries of one type
 * without meeting those of all others. It takes the place of the index without types, which would only be
 * written to twice.
 */
export const search = (engine: Engine) => ({
  up: (db: Kysely<unknown>): Promise<void> =>
    engine === 'postgres' ? onPostgres(db) : onSqlite(db),
})

/** The row ids of the table hold type and entry, as `textPlace` of search.ts says. */
async function onSqlite(db: Kysely<unknown>): Promise<void> {
  for (const name of ['added', 'removed', 'changed'])
    await sql`drop trigger ${sql.ref(`glossary_fts_${name}`)}`.execute(db)
  await sql`drop table glossary_fts`.execute(db)

  await sql`create virtual table glossary_texts_fts using fts5(search_text, content='',
    tokenize='trigram case_sensitive 1', columnsize=0)`.execute(db)
  await sql`insert into glossary_texts_fts (rowid, search_text)
    select type_id * 2147483648 + id, search_text from glossary_entries`.execute(db)
  const add = sql`insert into glossary_texts_fts (rowid, search_text)
    values (new.type_id * 2147483648 + new.id, new.search_text);`
  const drop = sql`insert into glossary_texts_fts (glossary_texts_fts, rowid, search_text)
    values ('delete', old.type_id * 2147483648 + old.id, old.search_text);`
  await sql`create trigger glossary_texts_fts_added after insert on glossary_entries
    begin ${add} end`.execute(db)
  await sql`create trigger glossary_texts_fts_removed after delete on glossary_entries
    begin ${drop} end`.execute(db)
  await sql`create trigger glossary_texts_fts_changed after update of search_text, type_id
    on glossary_entries begin ${drop} ${add} end`.execute(db)
}

/** Only with the trigram extension; see docs/operations.md for one that is installed later. */
async function onPostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`select 1 from pg_opclass
    where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)`.execute(db)
  if (rows.length === 0) return
  await sql`create index glossary_trigrams_typed_text on glossary_entries
    using gin (search_text gin_trgm_ops, (array[type_id]))`.execute(db)
  await sql`drop index if exists glossary_trigrams_search_text`.execute(db)
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import type { DB } from '#server/db/schema.ts'
import { titledText, titleKey } from '#server/text/keys.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { addSchema } from '#test/helpers/server/testDatabase.ts'

/** A database of an older version, with an author and a type. */
async function withOlder(
  engine: Engine,
  last: string,
  upgrade: (db: Kysely<DB>) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'discordia-words-'))
  const database = engine === 'postgres' ? await addSchema() : undefined
  const { db } = openDatabase({ databaseUrl: database?.url, dataDir })
  await migrate(db, engine, last)
  await sql`insert into users (id, email, email_key, username, username_key, password_hash, role, created_at)
    values (1, 'a@b.c', 'a@b.c', 'Ann', 'ann', 'x', 'staff', 1)`.execute(db)
  await sql`insert into glossary_types (id, name, position) values (1, 'Places', 1)`.execute(db)
  await upgrade(db)
  await db.destroy()
  await database?.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

test.each(bothEngines)(
  'an upgrade on %s finds words of stored titles by their beginnings',
  (engine) =>
    withOlder(engine, '0036_formerMember', async (db) => {
      const titles = ['Hit Points (HP)', 'Élan', '…']
      for (const title of titles) {
        const key = titleKey(title)
        await sql`insert into glossary_entries (title, description, type_id, created_by, created_at, updated_at, title_key, search_text)
      values (${title}, 'x', 1, 1, 1, 1, ${key}, ${`${key}\nx`})`.execute(db)
        await sql`insert into rule_entries (kind, title, position, created_at, updated_at, title_key, search_text)
      values ('quick', ${title}, 1, 1, 1, ${key}, ${`${key}\nx`})`.execute(db)
      }
      await migrate(db, engine)
      for (const table of ['glossary_entries', 'rule_entries'] as const) {
        const rows = await db.selectFrom(table).select('search_text').orderBy('id').execute()
        expect(rows).toEqual(titles.map((title) => ({ search_text: titledText(title, ['x']) })))
      }
    }),
)

test.each(bothEngines)('an upgrade on %s finds umlauts of stored texts as two letters', (engine) =>
  withOlder(engine, '0058_firstSteps', async (db) => {
    for (const [title, pending] of [
      ['Öl', null],
      ['Wax', null],
      ['Ähre', 'kept'],
    ] as const)
      await sql`insert into glossary_entries (title, description, type_id, created_by, created_at, updated_at, title_key, search_text, pending_text)
        values (${title}, 'x', 1, 1, 1, 1, ${titleKey(title)}, 'kept', ${pending})`.execute(db)
    await sql`insert into rule_entries (id, kind, title, position, created_at, updated_at, title_key, search_text)
      values (1, 'quick', 'Test', 1, 1, 1, 'test', 'kept')`.execute(db)
    await sql`insert into rule_sub_entries (entry_id, position, title, content)
      values (1, 1, 'Kür', 'Und Höhe')`.execute(db)
    await migrate(db, engine)
    const entries = db.selectFrom('glossary_entries').select(['search_text', 'pending_text'])
    expect(await entries.orderBy('id').execute()).toEqual([
      { search_text: titledText('Öl', ['x']), pending_text: null },
      { search_text: 'kept', pending_text: null },
      { search_text: 'kept', pending_text: titledText('Ähre', ['x']) },
    ])
    const rules = await db.selectFrom('rule_entries').select('search_text').execute()
    expect(rules).toEqual([{ search_text: titledText('Test', ['Kür', 'Und Höhe']) }])
  }),
)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { titledText, titleKey } from '#server/text/keys.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'
import { addSchema } from '#test/helpers/server/testDatabase.ts'

test.each(bothEngines)(
  'an upgrade on %s finds words of stored titles by their beginnings',
  async (engine) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'discordia-words-'))
    const database = engine === 'postgres' ? await addSchema() : undefined
    const { db } = openDatabase({ databaseUrl: database?.url, dataDir })
    await migrate(db, engine, '0036_formerMember')
    await sql`insert into users (id, email, email_key, username, username_key, password_hash, role, created_at)
    values (1, 'a@b.c', 'a@b.c', 'Ann', 'ann', 'x', 'staff', 1)`.execute(db)
    await sql`insert into glossary_types (id, name, position) values (1, 'Places', 1)`.execute(db)
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
    await db.destroy()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  },
)

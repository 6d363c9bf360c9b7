import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { collected } from '#server/compose/collect.ts'
import { noteErasure } from '#server/db/waitingTexts.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { ERASED_WORDS, KEPT_WORDS, liveInWorld } from '#test/helpers/server/personalLife.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const LOG = {
  warn: () => undefined,
  error({ err }: { err: Error }) {
    throw err
  },
}

/** A title that is one term of the index. Its bytes are in no random text, as three letters would sometimes be. */
const TRIGRAM = 'ქж漢'
const FORMER = 'ღщ語'
const LEFT = 'ჟю字'

serverTests(
  'the files of a SQLite database after a deletion',
  { engines: ['sqlite'] },
  (server) => {
    /** Contents of the database and of its write-ahead log; each character is a byte. */
    const bytes = () =>
      readdirSync(server.dataDir)
        .filter((name) => /\.(db|sqlite)/.test(name))
        .map((name) => readFileSync(join(server.dataDir, name)).toString('latin1'))
        .join('\n')

    test('hold no value of the member: neither free pages nor the log nor the indexes', async () => {
      const ingrid = await liveInWorld(server, 'Ingrid')
      await liveInWorld(server, 'Solveig')
      const type_id = await addGlossaryType(server, 'Rare')
      const { db, clock } = server.deps
      const entry = await addEntry(server, ingrid.id, FORMER, { type_id, approved_at: null })
      // Staff or an import save it once, with the same title, and once with another one.
      for (const title_key of [FORMER, TRIGRAM])
        await db
          .updateTable('glossary_entries')
          .set({ title: title_key, title_key, search_text: title_key })
          .where('id', '=', entry)
          .execute()
      const rare = [FORMER, TRIGRAM].map((text) => Buffer.from(text).toString('latin1'))
      const words = [...ERASED_WORDS('Ingrid'), ...rare]
      let found = bytes()
      for (const word of words) expect([word, found.includes(word)]).toEqual([word, true])

      await db
        .updateTable('users')
        .set({ deletion_due_at: clock() })
        .where('id', '=', ingrid.id)
        .execute()
      expect(await eraseDueAccounts(server.deps, collected.personalData, LOG)).toBe(1)
      found = bytes()
      for (const word of KEPT_WORDS('Ingrid'))
        found = found.replaceAll(word, '').replaceAll(word.toLowerCase(), '')
      const left = words.filter((word) => found.toLowerCase().includes(word.toLowerCase()))
      expect(left).toEqual([])
      const { rows } = await sql`pragma integrity_check`.execute(db)
      expect(rows).toEqual([{ integrity_check: 'ok' }])
    })

    test('lose what a killed process has left in the indexes, with the next run', async () => {
      const { db } = server.deps
      const tove = await server.addUser('Tove')
      const type_id = await addGlossaryType(server, 'Rarer')
      const entry = await addEntry(server, tove.id, LEFT, { type_id, approved_at: null })
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('glossary_entries').where('id', '=', entry).execute()
        await noteErasure(tx)
      })
      const left = () => bytes().includes(Buffer.from(LEFT).toString('latin1'))
      expect(left()).toBe(true)
      await eraseDueAccounts(server.deps, collected.personalData, LOG)
      expect(left()).toBe(false)
    })
  },
)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { collected } from '#server/compose/collect.ts'
import { eraseDueAccounts } from '#server/modules/account/personal-data/eraser.ts'
import { onlyAlone } from '#test/helpers/cluster/notOnCluster.ts'
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
      onlyAlone('it reads the files of the process')
      const ingrid = await liveInWorld(server, 'Ingrid')
      await liveInWorld(server, 'Solveig')
      const type_id = await addGlossaryType(server, 'Rare')
      await addEntry(server, ingrid.id, TRIGRAM, { type_id, approved_at: null })
      const words = [...ERASED_WORDS('Ingrid'), Buffer.from(TRIGRAM).toString('latin1')]
      let found = bytes()
      for (const word of words) expect([word, found.includes(word)]).toEqual([word, true])

      const { db, clock } = server.deps
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
      for (const table of ['glossary_titles_fts', 'glossary_texts_fts'])
        await sql`insert into ${sql.table(table)} (${sql.ref(table)}) values ('integrity-check')`.execute(
          db,
        )
    })
  },
)

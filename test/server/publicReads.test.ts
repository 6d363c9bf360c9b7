import { sql } from 'kysely'
import { idsNear } from '#server/db/nearRows.ts'
import { openDatabase } from '#server/db/open.ts'
import { type PublicReads, readsOfReplica } from '#server/db/replica.ts'
import { GLOSSARY } from '#server/modules/glossary/search.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { bothEngines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'

const whenPostgres = bothEngines.includes('postgres') ? describe : undefined

// This replica is a plain database and never complete: the reads come from the primary. test/faults/cluster* have a
// real one.
whenPostgres?.('public reads beside a replica', () => {
  let server: TestServer
  let reads: PublicReads
  beforeAll(async () => {
    server = await startServer('postgres')
    const { settings, db } = server.deps
    reads = readsOfReplica(db, openDatabase(settings).db)
  })
  afterAll(async () => {
    await reads.stop()
    await server.close()
  })

  test('find near titles, which has a time limit of its own', async () => {
    const { id } = await server.addUser('Mira')
    const type_id = await addGlossaryType(server, 'Guilds')
    const entry = await addEntry(server, id, 'The Umbrella Guild', { type_id })
    const near = { searched: GLOSSARY, term: 'umbrela guild' }
    expect(await idsNear(reads, near)).toEqual([entry])
  })

  test('reset the limits of a transaction at its end, also when it fails', async () => {
    const limit = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`
    const limitOf = async (db: PublicReads['db']) => (await limit.execute(db)).rows[0]?.limit
    const usual = await limitOf(reads.db)
    const run = (isSound: boolean) =>
      reads.db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 40`.execute(tx)
        expect(await limitOf(tx)).toBe('40ms')
        if (!isSound) await sql`select 1 / 0`.execute(tx)
      })
    await run(true)
    await expect(run(false)).rejects.toThrow('division by zero')
    // More reads than there are connections.
    for (let look = 0; look < 12; look++) expect(await limitOf(reads.db)).toBe(usual)
  })
})

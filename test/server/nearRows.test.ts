import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { idsNear } from '#server/db/nearRows.ts'
import { openDatabase } from '#server/db/open.ts'
import { GLOSSARY } from '#server/modules/glossary/search.ts'
import { addEntry, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

/** Milliseconds; far above the time of near titles, far below the patient statement's timeout. */
const DEADLINE_MS = 10_000

serverTests('near titles in time on %s', { engines: bothEngines }, (server, engine) => {
  let id: number
  beforeAll(async () => {
    const { id: author } = await server.addUser('mira')
    const type_id = await addGlossaryType(server, 'Places')
    id = await addEntry(server, author, 'The Umbrella Guild', { type_id })
  })

  const near = (db = server.deps.db) => idsNear({ db }, { searched: GLOSSARY, term: 'umbrella' })
  /** A transaction has no time limit on PostgreSQL, which a busy machine could exceed. */
  const patiently = () => server.deps.db.transaction().execute(near)

  test('near rows are found', async () => {
    expect(await patiently()).toEqual([id])
  })

  if (engine === 'postgres')
    test('nothing is suggested after it', async () => {
      const { db } = server.deps
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: holding, resolve: holds } = Promise.withResolvers<void>()
      const holder = db.transaction().execute(async (tx) => {
        await sql`lock table glossary_entries in access exclusive mode`.execute(tx)
        holds()
        await held
      })
      await holding
      // With the usual timeout of a few seconds, the result would be the same in the end.
      const patient = openDatabase(server.deps.settings, 60_000)
      const late = setTimeout(DEADLINE_MS, 'still waiting', { ref: false })
      const found = await Promise.race([near(patient.db), late])
      letGo()
      await patient.db.destroy()
      expect(found).toEqual([])
      await holder
    })
})

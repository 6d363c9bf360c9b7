import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { columnsOf } from '#scripts/tableTypes.ts'
import { startWarnings } from '#server/compose/prepare.ts'
import { lockMigrations } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { assertFit, openDatabase } from '#server/db/open.ts'
import { DEMO_EMAILS } from '#server/db/seed/accounts.ts'
import { seedDemo } from '#server/db/seed/index.ts'
import { startFakePostgres } from '#test/helpers/server/fakePostgres.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

serverTests('the database on %s', { engines: bothEngines }, (server, engine) => {
  const columns = () => columnsOf(server.deps.db, engine)

  test('stays as it is when the migrations run again', async () => {
    const before = await columns()
    await migrate(server.deps.db, engine)
    expect(await columns()).toEqual(before)
  })

  test('is unchanged by a migration that fails halfway, and upgraded by the next one', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'discordia-halfway-'))
    const name = `halfway_${Date.now()}`
    const url = new URL(server.deps.settings.databaseUrl ?? 'postgres://x')
    url.searchParams.set('options', `-c search_path=${name},public`)
    if (engine === 'postgres') await server.deps.db.schema.createSchema(name).execute()
    const databaseUrl = engine === 'postgres' ? url.href : undefined
    const { db } = openDatabase({ databaseUrl, dataDir })
    // An existing table blocks the migration of one of the last tables.
    await db.schema.createTable('audit_log').addColumn('id', 'integer').execute()
    await expect(migrate(db, engine)).rejects.toThrow('audit_log')
    await db.schema.dropTable('audit_log').execute()
    await migrate(db, engine)
    expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual([])
    await db.destroy()
    if (engine === 'postgres') await server.deps.db.schema.dropSchema(name).cascade().execute()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('that a newer version has migrated is used by the version before it, with a warning', async () => {
    const { db } = server.deps
    const row = { name: '9999_newer', timestamp: new Date().toISOString() }
    await sql`insert into kysely_migration (name, timestamp) values (${row.name}, ${row.timestamp})`.execute(
      db,
    )
    await migrate(db, engine)
    expect(await startWarnings(server.deps)).toContainEqual(
      expect.stringContaining('A newer version has migrated the database (9999_newer)'),
    )
    await sql`delete from kysely_migration where name = ${row.name}`.execute(db)
  })

  if (engine === 'postgres') {
    test('has the columns of SQLite, of which the types are written', async () => {
      const dataDir = join(server.dataDir, 'of-types')
      const { db } = openDatabase({ databaseUrl: undefined, dataDir })
      await migrate(db, 'sqlite')
      expect(await columns()).toEqual(await columnsOf(db, 'sqlite'))
      await db.destroy()
    })

    test('is upgraded once when three processes start on it at the same time', async () => {
      const name = `start_${Date.now()}`
      await server.deps.db.schema.createSchema(name).execute()
      const url = new URL(server.deps.settings.databaseUrl ?? '')
      url.searchParams.set('options', `-c search_path=${name},public`)
      const processes = [1, 2, 3].map(
        () => openDatabase({ databaseUrl: url.href, dataDir: server.dataDir }).db,
      )
      // Duration above the timeout of a statement.
      const { promise: migrated, resolve: letGo } = Promise.withResolvers<void>()
      const slow = processes[0]?.transaction().execute(async (tx) => {
        await lockMigrations(tx)
        setTimeout(letGo, 4000)
        await migrated
      })
      await Promise.all([slow, ...processes.map((db) => migrate(db, engine))])
      const { files } = server.deps
      const seeding = processes.map((db) =>
        seedDemo({ db, files, clock: Date.now }, async () => 'hash'),
      )
      await Promise.all(seeding)
      const users = await processes[0]?.selectFrom('users').select('username').execute()
      expect(users).toHaveLength(DEMO_EMAILS.length)
      await Promise.all(processes.map((db) => db.destroy()))
      await server.deps.db.schema.dropSchema(name).cascade().execute()
    }, 60_000)
  }
})

test.each([
  ['an old version', { number: 140_011, name: '14.11' }, /PostgreSQL 14\.11 is too old/],
  [
    'an encoding that lacks characters',
    { number: 150_004, name: '15.4', encoding: 'LATIN1' },
    /stores texts as LATIN1, .*“create database NAME encoding 'UTF8' template template0”/,
  ],
  ['every character', { number: 150_004, name: '15.4' }, null],
])('a PostgreSQL with %s', async (_what, hasVersion, sentence) => {
  const server = await startFakePostgres({ hasVersion })
  const { db, engine } = openDatabase({
    databaseUrl: `postgres://me:password@${server.host}/x`,
    dataDir: '.',
  })
  const fit = await assertFit(db, engine).then(
    () => null,
    (error: Error) => error.message,
  )
  await db.destroy()
  await server.close()
  expect(fit).toEqual(sentence && expect.stringMatching(sentence))
})

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { readSettings } from '../../server/config/env.ts'
import type { Engine } from '../../server/db/dialect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { DEMO_EMAILS } from '../../server/db/seed/accounts.ts'
import { seedDemo } from '../../server/db/seed/index.ts'
import { holdDataDir } from '../../server/db/sqlite.ts'
import { newKey } from '../../server/files/fileStore.ts'
import { adoptImage } from '../../server/files/pictures.ts'
import { addEntry, addGlossaryType } from '../../test/helpers/fixtures/glossary.ts'
import { logIn, member, PASSWORD, post } from '../../test/helpers/server/accounts.ts'
import { startFakeBucket } from '../../test/helpers/server/fakeBucket.ts'
import { SEED } from '../../test/helpers/server/faults.ts'
import {
  type DataPlace,
  filesBelow,
  NOT_DATA,
  removedPlaces,
  rowsOf,
  runCommand,
} from '../../test/helpers/server/places.ts'
import { serverTests } from '../../test/helpers/server/serverTests.ts'
import {
  bothEngines,
  engines,
  startServer,
  type TestServer,
} from '../../test/helpers/server/startServer.ts'
import { fillWithRandomRows } from './randomRows.ts'

const place = removedPlaces()

const envOf = ({ deps }: TestServer): Record<string, string> => ({
  DATA_DIR: deps.settings.dataDir,
  JWT_SECRET: deps.jwtSecret,
  ...(deps.settings.databaseUrl !== undefined && { DATABASE_URL: deps.settings.databaseUrl }),
})
const tables = [...readFileSync('server/db/tables.d.ts', 'utf8').matchAll(/^ {2}(\w+): \{$/gm)]
  .map(([, table = '']) => table)
  .filter((table) => !NOT_DATA.test(table))
  .toSorted()

async function migrated(engine: Engine): Promise<DataPlace> {
  const made = await place(engine)
  const { db } = openDatabase(readSettings(made.env))
  await migrate(db, engine)
  await db.destroy()
  return made
}

serverTests('a backup of the demonstration on %s', (server, engine) => {
  let folder: string
  let refresh: string
  beforeAll(async () => {
    await seedDemo({ ...server.deps }, async () => 'none')
    ;({ refresh } = await member(server))
    // An id whose row is deleted.
    const gone = await server.addUser('Gone')
    await server.deps.db.deleteFrom('users').where('id', '=', gone.id).execute()
    await server.deps.db
      .insertInto('audit_log')
      .values({ at: 1, actor_name: 'Root', resource: 'members', action: 'setRole' })
      .execute()
    folder = join((await place('sqlite')).dataDir, '../backup')
    expect(await runCommand(envOf(server), ['backup', folder])).toMatchObject({ code: 0 })
  })

  test.each(bothEngines)('is restored on %s with every row and every file', async (target) => {
    const { env, dataDir } = await place(target)
    const restored = await runCommand({ JWT_SECRET: server.deps.jwtSecret, ...env }, [
      'restore',
      folder,
    ])
    expect(restored).toMatchObject({ code: 0 })
    expect(restored.text).toContain('each compared with the backup')
    const rows = await rowsOf({ env, dataDir })
    expect(Object.keys(rows)).toEqual(tables)
    expect(rows).toEqual(await rowsOf({ env: envOf(server), dataDir: server.dataDir }))
    expect(filesBelow(join(dataDir, 'uploads'))).toEqual(
      filesBelow(join(server.dataDir, 'uploads')),
    )
    expect(readdirSync(dataDir)).not.toContain('unfinished')
  })

  test('serves after a restore: passwords, sessions, search, ids and the audit log are as before', async () => {
    const { env } = await place(engine)
    const secret = { JWT_SECRET: server.deps.jwtSecret }
    await runCommand({ ...env, ...secret }, ['restore', folder])
    const restored = await startServer(engine, { ...env, ...secret })
    expect((await logIn(restored)).statusCode).toBe(200)
    const renewed = await post(restored, '/users/login/refresh/', { refresh })
    expect(renewed.statusCode).toBe(200)
    const search = { url: '/api/glossary/entries/?search=the' }
    const found = await restored.app.inject(search)
    expect(found.json()).toEqual((await server.app.inject(search)).json())
    expect(found.json()).not.toEqual([])
    const { db } = restored.deps
    const { id } = await restored.addUser('Newcomer')
    expect(id).toBeGreaterThan(11)
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
    await restored.close()
  })

  test('is refused by places that are not empty, which stay as they are', async () => {
    const own = await runCommand(envOf(server), ['restore', folder])
    expect(own.code).toBe(1)
    const [rows, files] = [
      /The database already has rows \(.*users.*\)/,
      /DATA_DIR .* isn’t empty \(.*\)\. Restore into an empty one/,
    ]
    expect(own.text).toMatch(engine === 'sqlite' ? files : rows)
    expect(await runCommand(envOf(server), ['backup', folder])).toEqual({
      code: 1,
      text: `${folder} already exists. Give another name.`,
    })
    if (engine === 'sqlite') return
    const elsewhere = { ...envOf(server), DATA_DIR: (await place('sqlite')).dataDir }
    const filled = await runCommand(elsewhere, ['restore', folder])
    expect(filled.text).toMatch(rows)
    const empty = await place(engine)
    const full = await runCommand({ ...empty.env, DATA_DIR: server.dataDir }, ['restore', folder])
    expect(full.text).toMatch(files)
    // No mark was left, so another backup can be restored there.
    expect((await runCommand(empty.env, ['restore', folder])).code).toBe(0)
    // The demonstration's accounts, and one more.
    const users = await server.deps.db.selectFrom('users').select('id').execute()
    expect(users).toHaveLength(DEMO_EMAILS.length + 1)
  })
})

serverTests('a backup', { engines: ['sqlite'] }, (server) => {
  let folder: string
  beforeAll(async () => {
    const { id } = await server.addUser('Olwen')
    const { files } = server.deps
    const key = newKey('public', 'jpg')
    const picture = await adoptImage(
      files,
      key,
      readFileSync('server/db/seed/files/images/glossary-01.jpg'),
    )
    const type = await addGlossaryType(server, 'Places')
    await addEntry(server, id, 'Halm', { type_id: type, picture: JSON.stringify(picture) })
    folder = join((await place('sqlite')).dataDir, '../backup')
    await runCommand(envOf(server), ['backup', folder])
  })

  const restoreOf = async (path: string) =>
    runCommand({ ...(await place('sqlite')).env, JWT_SECRET: server.deps.jwtSecret }, [
      'restore',
      path,
    ])
  const fileOf = (): string => Object.keys(filesBelow(join(folder, 'files')))[0] ?? ''

  /** Restores while the backup is damaged. */
  async function restoredWith(name: string, contents: string | null) {
    const path = join(folder, name)
    const before = readFileSync(path)
    if (contents === null) rmSync(path)
    else writeFileSync(path, contents)
    try {
      return await restoreOf(folder)
    } finally {
      writeFileSync(path, before)
    }
  }

  test('is refused when it is missing, unfinished or damaged, and the file is named', async () => {
    expect((await restoreOf('/nowhere')).text).toContain('There is no backup /nowhere.')
    expect((await restoredWith('SHA256SUMS', null)).text).toContain(
      'isn’t a finished backup: it has no SHA256SUMS',
    )
    const file = join('files', fileOf())
    for (const name of ['manifest.json', file, 'rows/users.jsonl']) {
      const gone = await restoredWith(name, null)
      expect(gone).toMatchObject({ code: 1, text: expect.stringContaining(`${name} is missing`) })
      const bytes = readFileSync(join(folder, name), 'latin1')
      const changed = await restoredWith(name, bytes.slice(0, -2).concat('x'))
      expect(changed.text).toContain(`${name} has changed`)
    }
  })

  test('of a newer version is refused by the name of its migration', async () => {
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
    const newer = manifest
      .replace('"0020_reads"', '"0020_reads", "9999_next"')
      .replace(/"version": ".*"/, '"version": "99.0.0"')
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
    const sums = readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
    writeFileSync(join(folder, 'SHA256SUMS'), sums.replace(digest(manifest), digest(newer)))
    const refused = await restoredWith('manifest.json', newer)
    writeFileSync(join(folder, 'SHA256SUMS'), sums)
    expect(refused).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /^The data are from version 99\.0\.0: this one \(\S+\) does not know the migration 9999_next\. Use the version that made them\.$/m,
      ),
    })
  })

  test('whose file is deleted, with its row, while it is made reads the rows again', async () => {
    const path = join((await place('sqlite')).dataDir, '../second')
    const [name = ''] = Object.keys(filesBelow(join(folder, 'files')))
    const stored = join(server.dataDir, 'uploads', name)
    const bytes = readFileSync(stored)
    const database = new Database(join(server.dataDir, 'discordia.sqlite'))
    const made = await runCommand(envOf(server), ['backup', path], (line) => {
      if (!line.startsWith('Rows') || !existsSync(stored)) return
      database.prepare('update glossary_entries set picture = null').run()
      rmSync(stored)
    })
    expect(made.code).toBe(0)
    expect(made.text).toContain('deleted during the copy: 1. Reading the rows again.')
    expect(readFileSync(join(path, 'rows/glossary_entries.jsonl'), 'utf8')).not.toContain('.jpg')
    expect(filesBelow(join(path, 'files'))).toEqual({})
    database.prepare('update glossary_entries set picture = ?').run(pictureOf(folder))
    database.close()
    writeFileSync(stored, bytes)
  })

  test('names a file that rows name and that is nowhere, and holds everything else', async () => {
    const path = join((await place('sqlite')).dataDir, '../third')
    const [name = ''] = Object.keys(filesBelow(join(folder, 'files')))
    const stored = join(server.dataDir, 'uploads', name)
    const bytes = readFileSync(stored)
    rmSync(stored)
    const made = await runCommand(envOf(server), ['backup', path])
    writeFileSync(stored, bytes)
    const warning = `Warning: the database names the file ${name}, but`
    expect(made).toMatchObject({ code: 0, text: expect.stringContaining(warning) })
    expect(await restoreOf(path)).toMatchObject({
      code: 0,
      text: expect.stringContaining(warning),
    })
  })

  test('of a damaged database is refused', async () => {
    const { env, dataDir } = await migrated('sqlite')
    const file = join(dataDir, 'discordia.sqlite')
    const bytes = readFileSync(file)
    bytes.fill(0xff, 8 * 4096, 20 * 4096)
    writeFileSync(file, bytes)
    const path = join(dataDir, '../backup')
    const made = await runCommand(env, ['backup', path])
    expect(made.code).toBe(1)
    expect(made.text).toMatch(/is damaged|malformed|cannot be used/)
    expect(existsSync(path)).toBe(false)
  })

  test('refuses a kind of column that the engines store differently', async () => {
    const { env, dataDir } = await migrated('sqlite')
    const database = new Database(join(dataDir, 'discordia.sqlite'))
    database.exec('create table flags (id integer, picture blob)')
    database.close()
    expect(await runCommand(env, ['backup', join(dataDir, '../backup')])).toEqual({
      code: 1,
      text: 'flags.picture has the type BLOB, which cannot be copied.',
    })
  })

  test('refuses a value of another kind than its column, which only another program can have written', async () => {
    const { env, dataDir } = await migrated('sqlite')
    const database = new Database(join(dataDir, 'discordia.sqlite'))
    database.exec("insert into visits (day, hits) values (1, 'many')")
    database.close()
    expect(await runCommand(env, ['backup', join(dataDir, '../backup')])).toEqual({
      code: 1,
      text: 'visits.hits has a value of the type text in row 1, but needs integer.',
    })
  })

  const pictureOf = (path: string): string => {
    const [line = ''] = readFileSync(join(path, 'rows/glossary_entries.jsonl'), 'utf8').split('\n')
    return (JSON.parse(line) as string[]).find((cell) => cell?.startsWith('{"key"')) ?? ''
  }
})

describe(`random rows of every table (seed ${SEED})`, () => {
  test('go through backups and restores on all engines, and come back as they were', async () => {
    const first = await migrated('sqlite')
    fillWithRandomRows(join(first.dataDir, 'discordia.sqlite'))
    const rows = await rowsOf(first)
    expect(Object.keys(rows)).toEqual(tables)
    for (const [table, own] of Object.entries(rows)) expect([table, own.length]).toEqual([table, 4])
    let from = first
    for (const target of [...bothEngines.toReversed(), 'sqlite'] as const) {
      const folder = join(from.dataDir, '../backup')
      expect(await runCommand(from.env, ['backup', folder])).toMatchObject({ code: 0 })
      const to = await place(target)
      expect(await runCommand(to.env, ['restore', folder])).toMatchObject({ code: 0 })
      expect(await rowsOf(to)).toEqual(rows)
      from = to
    }
  })
})

if (bothEngines.includes('postgres'))
  describe('a move', () => {
    test(`takes random rows of every table to PostgreSQL (seed ${SEED})`, async () => {
      const from = await migrated('sqlite')
      fillWithRandomRows(join(from.dataDir, 'discordia.sqlite'))
      const before = await rowsOf(from)
      const to = await place('postgres')
      const moved = await runCommand({ ...to.env, ...from.env }, ['move'])
      expect(moved).toMatchObject({ code: 0 })
      for (const table of tables) expect(moved.text).toMatch(new RegExp(`^${table} +4  same$`, 'm'))
      expect(moved.text).toContain('Next: set DATABASE_URL and JWT_SECRET')
      expect(await rowsOf({ ...to, dataDir: from.dataDir })).toEqual(before)
      expect(await rowsOf(from)).toEqual(before)
    })

    test('refuses a source that a server uses, and a target with rows or of something else', async () => {
      const from = await migrated('sqlite')
      const to = await place('postgres')
      const move = (url = to.env.DATABASE_URL ?? '') =>
        runCommand({ ...from.env, DATABASE_URL: url }, ['move'])
      const release = holdDataDir(from.dataDir)
      expect((await move()).text).toContain(`is in use by process ${process.pid}`)
      release()
      expect((await runCommand(from.env, ['move', 'mysql://x'])).code).toBe(2)
      const { db } = openDatabase(readSettings(to.env))
      await migrate(db, 'postgres')
      await sql`insert into visits values (1, 1)`.execute(db)
      expect((await move()).text).toContain('The database already has rows (visits)')
      await sql`delete from visits`.execute(db)
      await sql`create table unfinished_restore (name text)`.execute(db)
      await sql`insert into unfinished_restore values ('another')`.execute(db)
      expect((await move()).text).toContain('interrupted restore or move of something else')
      await db.destroy()
    })

    test('names a text that PostgreSQL cannot store, and leaves the target empty', async () => {
      const from = await migrated('sqlite')
      const database = new Database(join(from.dataDir, 'discordia.sqlite'))
      database
        .prepare("insert into blocked_senders (sender, reason, created_at) values ('a', ?, 1)")
        .run('x\0y')
      database.close()
      const to = await place('postgres')
      const moved = await runCommand({ ...to.env, ...from.env }, ['move'])
      expect(moved).toMatchObject({
        code: 1,
        text: expect.stringContaining('blocked_senders.reason has a text with the character NUL'),
      })
      const rows = await rowsOf(to)
      expect(Object.values(rows).flat()).toHaveLength(1)
      expect(rows.unfinished_restore).toHaveLength(1)
    })
  })

if (engines.includes('postgres'))
  test('a move takes the demonstration and its files to PostgreSQL and a bucket, where they are served', async () => {
    const bucket = await startFakeBucket()
    const server = await startServer('sqlite')
    await seedDemo({ ...server.deps }, async () => 'none')
    const { refresh } = await member(server)
    const to = await place('postgres')
    const env = { ...envOf(server), ...bucket.env, DATABASE_URL: to.env.DATABASE_URL ?? '' }
    const moved = await runCommand(env, ['move'])
    expect(moved.text).toContain('Files in the bucket shelf: 89.')
    const stored = filesBelow(join(server.dataDir, 'uploads'))
    expect([...bucket.objects.keys()].toSorted()).toEqual(
      Object.keys(stored).map((name) => `/shelf/${name}`),
    )
    const target = await startServer('postgres', {
      ...bucket.env,
      DATABASE_URL: env.DATABASE_URL,
    })
    expect((await logIn(target, 'mara@example.org', PASSWORD)).statusCode).toBe(200)
    expect((await post(target, '/users/login/refresh/', { refresh })).statusCode).toBe(200)
    const [name = ''] = Object.keys(stored).filter((one) => one.startsWith('public/'))
    const url = `/api/files/${name.slice('public/'.length)}`
    const [there, here] = await Promise.all([target.app.inject(url), server.app.inject(url)])
    expect([there.statusCode, there.rawPayload.equals(here.rawPayload)]).toEqual([200, true])
    expect((await target.addUser('Newcomer')).id).toBe((await server.addUser('Newcomer')).id)
    await Promise.all([target.close(), server.close(), bucket.close()])
  })

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readSettings } from '#server/config/env.ts'
import type { Engine } from '#server/db/dialect.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import {
  type DataPlace,
  filesBelow,
  type Rows,
  removedPlaces,
  rowsOf,
  runCommand,
} from '#test/helpers/server/places.ts'
import { engines } from '#test/helpers/server/startServer.ts'
import {
  backupOf,
  dataOf,
  lostSince,
  recordedIn,
  type Started,
  startOn,
  unpack,
  upgradeFixtures,
} from '#test/helpers/server/upgrades.ts'

jest.setTimeout(120_000)

const newPlace = removedPlaces()

/** The data of that version, on PostgreSQL by `move`. */
async function placeOf(fixture: string, engine: Engine): Promise<DataPlace> {
  const old = await newPlace('sqlite')
  await unpack(dataOf(fixture), old.dataDir)
  if (engine === 'sqlite') return old
  const { env } = await newPlace(engine)
  const moved = await runCommand({ ...env, ...old.env }, ['move'])
  expect(moved).toMatchObject({ code: 0 })
  const JWT_SECRET = readFileSync(join(old.dataDir, 'jwt.secret'), 'utf8').trim()
  return { ...old, env: { ...env, DATA_DIR: old.dataDir, JWT_SECRET } }
}

/** Without the time of the upgrade itself, which a migration writes. */
const timeless = (rows: Rows): Rows =>
  JSON.parse(JSON.stringify(rows).replaceAll(/(opened_at[\\"]+,[\\"]+)\d+/g, '$1'))

/** Tables that the linker fills again from the texts: `0047_textPictures` emptied them. */
const REMADE: readonly string[] = ['linked_texts', 'text_mentions']
const withoutRemade = (tables: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(tables).filter(([table]) => !REMADE.includes(table)))

const countsOf = (rows: Rows) =>
  Object.fromEntries(Object.entries(rows).map(([table, own]) => [table, own.length]))

test('before the first start, commands of this version ask for it, and a backup can be made', async () => {
  const [oldest = ''] = upgradeFixtures()
  const { env, dataDir } = await newPlace('sqlite')
  await unpack(dataOf(oldest), dataDir)
  expect(await runCommand(env, ['remove-demo'])).toEqual({
    code: 1,
    text: 'The database is new, or from an older version. Start the server once, which upgrades it, then run this again.',
  })
  expect(await runCommand(env, ['backup', join(dataDir, '../backup')])).toMatchObject({ code: 0 })
  const { code, text } = await runCommand(env, ['doctor'])
  expect(code).toBe(4)
  expect(text).toMatch(
    /wrong +Migrations: This version has not migrated the database yet \(0011_search, .* and \d+ more\)/,
  )
  expect(text).not.toMatch(/Database:/)
})

let newSchema: unknown[]
beforeAll(async () => {
  const place = await newPlace('sqlite')
  const { db } = openDatabase(readSettings(place.env))
  await migrate(db, 'sqlite')
  await db.destroy()
  newSchema = schemaOf(place)
})

describe.each(engines)('on %s', (engine) => {
  describe.each(upgradeFixtures())('the data of %s', (fixture) => {
    const recorded = recordedIn(fixture)
    const { made, tables } = recorded
    let place: DataPlace
    let server: Started
    /** After the first start with this version, and after the second. */
    let rows: readonly [Rows, Rows]
    beforeAll(async () => {
      place = await placeOf(fixture, engine)
      const first = await startOn(place, made)
      await first.close()
      expect(first.report).toEqual({ notes: [], warnings: [] })
      const upgraded = await rowsOf(place)
      server = await startOn(place, made)
      rows = [upgraded, await rowsOf(place)]
    })
    afterAll(() => server?.close())

    if (engine === 'sqlite')
      test('have the schema of a new database', () => {
        expect(schemaOf(place)).toEqual(newSchema)
      })

    test('have every row after the start, and a further one changes nothing', () => {
      expect(countsOf(rows[0])).toMatchObject(withoutRemade(tables))
      expect(server.report).toEqual({ notes: [], warnings: [] })
      expect(rows[1]).toEqual(rows[0])
    })

    test('are served as they were: passwords, sessions, groups, texts, registrations, settings', async () => {
      expect(await lostSince(recorded, server)).toEqual([])
    })

    test('let everyone register, without a code of conduct', async () => {
      const facts = await server.app.inject({ url: '/api/users/admission/' })
      expect(facts.json()).toEqual({ mode: 'open' })
    })

    // One shows it on SQLite; `npm run lab -- engines` tries all, with PostgreSQL.
    const backs = engine === 'postgres' || fixture === upgradeFixtures()[0] ? test : null
    backs?.('come back from a backup of this version, with every file', async () => {
      const folder = join(place.dataDir, '../backup')
      expect(await runCommand(place.env, ['backup', folder])).toMatchObject({
        code: 0,
        text: expect.not.stringContaining('Warning'),
      })
      const { JWT_SECRET = '' } = place.env
      const to = await newPlace(engine)
      const restored = await runCommand({ ...to.env, JWT_SECRET }, ['restore', folder])
      expect(restored).toMatchObject({ code: 0 })
      expect(await rowsOf(to)).toEqual(await rowsOf(place))
      const uploads = ({ dataDir }: DataPlace) => filesBelow(join(dataDir, 'uploads'))
      expect(uploads(to)).toEqual(uploads(place))
      expect(Object.keys(uploads(to)).length).toBeGreaterThan(5)
    })

    const backup = backupOf(fixture)
    if (backup !== null)
      test('come back from a backup of their own version, as after an upgrade in place', async () => {
        const to = await newPlace(engine)
        const folder = join(to.dataDir, '../backup')
        await unpack(backup, folder)
        expect(await runCommand(to.env, ['restore', folder])).toMatchObject({ code: 0 })
        expect(timeless(await rowsOf(to))).toEqual(timeless(rows[0]))
      })
  })
})

/** Without the statements, which versions before 0.2.0 wrote in another way. */
function schemaOf({ dataDir }: DataPlace): unknown[] {
  const database = new Database(join(dataDir, 'discordia.sqlite'), { readonly: true })
  try {
    return database
      .prepare(
        `select m.type, m.name, m.tbl_name, group_concat(distinct x.cid || x.name || x.type || x."notnull" || x.pk ||
           ifnull(x.dflt_value, '')) as columns, group_concat(distinct i.name) as indexed,
           (select count(*) from pragma_foreign_key_list(m.name)) as keys
         from sqlite_master m left join pragma_table_xinfo(m.name) x on m.type = 'table'
           left join pragma_index_info(m.name) i on m.type = 'index'
         group by m.type, m.name, m.tbl_name order by 1, 2`,
      )
      .all()
  } finally {
    database.close()
  }
}

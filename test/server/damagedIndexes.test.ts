import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { prepare } from '#server/compose/prepare.ts'
import { readSettings } from '#server/config/env.ts'
import { damageIn } from '#server/db/mend.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { holdDataDir } from '#server/db/sqlite.ts'
import { type DataPlace, removedPlaces, rowsOf, runCommand } from '#test/helpers/server/places.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

/** The last migration of the versions that damaged the index of titles. */
const OLD = '0060_contentLanguages'
const ENTRIES = 40

const newPlace = removedPlaces()

let file: Buffer
beforeAll(async () => {
  const place = await newPlace('sqlite')
  const { db, engine } = openDatabase(readSettings(place.env))
  await migrate(db, engine, OLD)
  await db.destroy()
  inFile(place, addRows)
  file = readFileSync(fileOf(place))
})

/** A database of that version with a member, a group and entries, of which the last one waits for its review. */
async function oldPlace(work: (database: Database.Database) => void): Promise<DataPlace> {
  const place = await newPlace('sqlite')
  mkdirSync(place.dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(fileOf(place), file, { mode: 0o600 })
  inFile(place, work)
  return place
}

function addRows(database: Database.Database): void {
  database.exec(`begin;
    insert into users (email, email_key, username, username_key, password_hash, role, created_at, activated_at)
      values ('a@b.example', 'a@b.example', 'Ann', 'ann', 'x', 'superuser', 1, 1);
    insert into groups (name, owner_id, created_at) values ('Lanterns', 1, 1);
    insert into memberships (group_id, user_id, joined_at) values (1, 1, 1);
    insert into glossary_types (name, position) values ('Places', 0); commit`)
  const add = database.prepare(`
    insert into glossary_entries (title, description, title_key, search_text, type_id, created_by, created_at, updated_at,
        approved_at)
      values (@title, '', lower(@title), lower(@title) || ' of the harbour', 1, 1, 1, 1, @approved)`)
  for (let one = 1; one <= ENTRIES; one++)
    add.run({ title: `Lighthouse keeper ${one}`, approved: one < ENTRIES ? 1 : null })
  // The rows are in the file, not in its log.
  database.pragma('journal_mode = DELETE')
}

function inFile<T>(place: DataPlace, work: (database: Database.Database) => T): T {
  const database = new Database(fileOf(place))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const FTS = ['glossary_titles_fts', 'glossary_texts_fts'] as const

/** The entry is saved once; then its author's account is deleted by that version. */
function eraseAsBefore(database: Database.Database): void {
  const secure = (isOn: number) =>
    FTS.map((table) => `insert into ${table} (${table}, rank) values ('secure-delete', ${isOn});`)
  database.exec('update glossary_entries set title_key = title_key where approved_at is null')
  database.exec(`begin; ${secure(1).join('')}
    delete from glossary_entries where approved_at is null; ${secure(0).join('')} commit`)
}

/** One page of an ordinary index is overwritten. */
function breakIndex(database: Database.Database): void {
  overwrite(database.name, rootOf(database, 'glossary_entries_author'))
}
const rootOf = (database: Database.Database, name: string) =>
  database
    .prepare<[string], number>('select rootpage from sqlite_master where name = ?')
    .pluck()
    .get(name) ?? 0

/** Bytes. */
const PAGE = 4096

function overwrite(file: string, page: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(PAGE, 'damaged '), 0, PAGE, (page - 1) * PAGE)
  closeSync(handle)
}

const DAMAGES: readonly [string, (database: Database.Database) => void][] = [
  ['the erasure of an earlier version', eraseAsBefore],
  [
    'an index of titles without its data',
    (database) => void database.unsafeMode().exec('delete from glossary_titles_fts_data'),
  ],
  [
    'an index of texts without its settings',
    (database) => void database.unsafeMode().exec('drop table glossary_texts_fts_config'),
  ],
  [
    'an index of texts whose page is overwritten',
    (database) => {
      overwrite(database.name, rootOf(database, 'glossary_texts_fts_data'))
    },
  ],
  ['an index whose page is overwritten', breakIndex],
]

const fileOf = ({ dataDir }: DataPlace) => join(dataDir, 'discordia.sqlite')

async function startOn(place: DataPlace): Promise<readonly string[]> {
  const { report, close } = await prepare({ ...place.env, LOG_LEVEL: 'silent' })
  await close()
  return report.warnings
}

/** Numbers of rows that the indexes find. */
const found = (place: DataPlace, term: string) =>
  inFile(place, (database) =>
    FTS.map(
      (table) =>
        database.prepare(`select rowid from ${table} where ${table} match ?`).all(term).length,
    ),
  )

describe.each(DAMAGES)('%s', (_what, damage) => {
  let place: DataPlace
  let before: Awaited<ReturnType<typeof rowsOf>>
  beforeEach(async () => {
    place = await oldPlace(damage)
    expect(damageIn(fileOf(place), 'integrity_check')).not.toBeNull()
    before = await rowsOf(place)
  })

  test('stops neither doctor nor a backup, which has every row and says what to do; a start makes the indexes anew', async () => {
    const [first, second] = [join(place.dataDir, '../first'), join(place.dataDir, '../second')]
    const isMarked = () => existsSync(`${fileOf(place)}.damaged`)
    // A start does not look into a large file unless one of them has left a mark.
    const doctor = await runCommand(place.env, ['doctor'])
    expect(doctor).toEqual({ code: 4, text: expect.stringMatching(/wrong +Database: .*damaged/) })
    expect(isMarked()).toBe(true)
    rmSync(`${fileOf(place)}.damaged`)
    const { code, text } = await runCommand(place.env, ['backup', first])
    expect(text).toMatch(/indexes .* damaged.*Restart the server/)
    expect([code, isMarked()]).toEqual([0, true])

    const entries = before['glossary_entries']?.length ?? 0
    expect(entries).toBeGreaterThanOrEqual(ENTRIES - 1)
    expect(await startOn(place)).toEqual([
      expect.stringMatching(/sqlite were damaged .* and have been made anew\. No row is lost\.$/),
    ])
    expect(damageIn(fileOf(place), 'integrity_check')).toBeNull()
    expect(found(place, 'hou')).toEqual([entries, entries])
    expect(await rowsOf(place)).toMatchObject(before)
    expect(await startOn(place)).toEqual([])
    expect(readdirSync(place.dataDir).filter((name) => /mended|damaged/.test(name))).toEqual([])

    expect(await runCommand(place.env, ['backup', second])).toMatchObject({
      code: 0,
      text: expect.not.stringContaining('damaged'),
    })
    const to = await newPlace('sqlite')
    expect(await runCommand(to.env, ['restore', first])).toMatchObject({ code: 0 })
    expect(await rowsOf(to)).toMatchObject(before)
  })
})

const onPostgres = bothEngines.includes('postgres') ? test : null
onPostgres?.('a move from damaged indexes has every row', async () => {
  const place = await oldPlace(eraseAsBefore)
  const to = await newPlace('postgres')
  const env = { ...to.env, DATA_DIR: place.dataDir }
  expect(await runCommand(env, ['move'])).toMatchObject({ code: 0 })
  expect(await rowsOf(to)).toMatchObject(await rowsOf(place))
})

test('damage of rows is refused by start, backup and doctor, and nothing is changed', async () => {
  const place = await oldPlace((database) =>
    overwrite(database.name, rootOf(database, 'memberships')),
  )
  const before = readFileSync(fileOf(place))
  await expect(startOn(place)).rejects.toThrow(/is damaged: .* Restore a backup/)
  expect(readFileSync(fileOf(place))).toEqual(before)
  expect((await runCommand(place.env, ['backup', join(place.dataDir, '../b')])).text).toMatch(
    /is damaged/,
  )
  expect((await runCommand(place.env, ['doctor'])).text).toMatch(/wrong +Database: .*damaged/)
})

test('a lock file with anything in it is emptied, while one that is held still refuses', async () => {
  const place = await oldPlace(() => undefined)
  writeFileSync(join(place.dataDir, 'server.lock'), 'garbage'.repeat(1000))
  const release = holdDataDir(place.dataDir)
  writeFileSync(join(place.dataDir, 'server.lock'), 'garbage'.repeat(1000))
  await expect(startOn(place)).rejects.toThrow(/is in use by process/)
  release()
  expect(await startOn(place)).toEqual([])
})

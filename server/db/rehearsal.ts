import { constants, copyFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type Kysely, type LogEvent, sql, type Transaction } from 'kysely'
import { violationOf } from './constraints.ts'
import { tablesIn } from './copy/sqliteSource.ts'
import { engineOf } from './dialect.ts'
import { RetryingKysely } from './open.ts'
import type { DB } from './rows.ts'
import { sqliteDialect } from './sqlite.ts'
import { indexWaiting, letWait, withoutIndex } from './waitingTexts.ts'

/* Rows that a transaction has changed in a copy of the file, carried into the file. */

type Table = { readonly name: string; readonly columns: readonly string[] }
type Carried = {
  readonly copy: string
  /** Another copy of the file, without the changes. */
  readonly before: string
  readonly tables: readonly Table[]
  /** What has been done depends on their rows. */
  readonly read: readonly Table[]
}

/**
 * Rows of accounts change with each login; a transaction names them by ids alone, which the file checks again.
 */
const NOT_COMPARED = new Set(['users'])

/** Lets triggers of a copy note which rows change, and returns the tables of the copy. */
function noteRows(copy: string): Table[] {
  const database = new Database(copy, { fileMustExist: true })
  try {
    const tables = tablesIn(database).map(({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
    }))
    database.exec(
      'create table carried (name text, place integer, was_there integer, primary key (name, place))',
    )
    for (const { name } of tables)
      for (const [act, row, wasThere] of [
        ['insert', 'new', 0],
        ['update', 'old', 1],
        ['delete', 'old', 1],
      ] as const)
        database.exec(`create trigger "carried_${name}_${act}" after ${act} on "${name}" begin
          insert into carried select '${name}', ${row}.rowid, ${wasThere}
            where not exists (select 1 from carried where name = '${name}' and place = ${row}.rowid); end`)
    return tables
  } finally {
    database.close()
  }
}

/** The tables that statements name. One into which they only add rows is not read. */
function readBy(statements: ReadonlySet<string>, tables: readonly Table[]): Table[] {
  const texts = [...statements].map((text) => text.replace(/^\s*insert into "?\w+"?/i, ''))
  const isNamed = (name: string) => texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  return tables.filter(({ name }) => !NOT_COMPARED.has(name) && isNamed(name))
}

class ReadRowsChanged extends Error {}

/**
 * Carries the changes of a copy into the file, all or none.
 * @returns false if rows that were read have changed, or if the changes do not fit any more
 */
async function carry(db: Kysely<DB>, { copy, before, tables, read }: Carried): Promise<boolean> {
  await sql`attach ${copy} as copy`.execute(db)
  await sql`attach ${before} as before`.execute(db)
  try {
    const { texts, acts } = await db.transaction().execute(changesOf)
    await letWait(db, texts)
    const changed = tables.filter(({ name }) => acts.some((act) => act.name === name))
    const isCompared = ({ name }: Table) => acts.some((act) => act.name === name && act.changes > 0)
    const compared = new Set([...read, ...changed.filter(isCompared)])
    await db.transaction().execute(async (tx) => {
      for (const table of compared) if (await differs(tx, table)) throw new ReadRowsChanged()
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await withoutIndex(tx, async () => {
        for (const act of [removeRows, changeRows, addRows])
          for (const table of changed) await act(tx, table)
      })
    })
    return true
  } catch (error) {
    if (error instanceof ReadRowsChanged || violationOf(error) !== null) return false
    throw error
  } finally {
    for (const name of ['copy', 'before']) await sql`detach ${sql.ref(name)}`.execute(db)
  }
}

/** Glossary entries that change, and the tables with how many of their rows were there before. */
async function changesOf(tx: Kysely<DB>) {
  const entries = placesOf('glossary_entries', 1)
  const places = await sql<{ place: number }>`${entries}`.execute(tx)
  const acts = await sql<{ name: string; changes: number }>`
    select name, sum(was_there) as changes from copy.carried group by name`.execute(tx)
  return { texts: places.rows.map(({ place }) => place), acts: acts.rows }
}

const list = (columns: readonly string[], table?: string) =>
  sql.join(columns.map((name) => sql.ref(table === undefined ? name : `${table}.${name}`)))

async function differs(tx: Kysely<DB>, { name, columns }: Table): Promise<boolean> {
  const [here, there] = [sql.table(`main.${name}`), sql.table(`before.${name}`)]
  const found = sql<{ differs: number }>`
    select (select count(*) from ${here}) <> (select count(*) from ${there}) or exists (
      select 1 from ${here} as h left join ${there} as t on t.rowid = h.rowid
      where t.rowid is null or (${list(columns, 'h')}) is not (${list(columns, 't')})) as differs`
  return (await found.execute(tx)).rows[0]?.differs === 1
}

/** The rows of a table that were there before, or those that were not. */
const placesOf = (name: string, wasThere: 0 | 1) =>
  sql`select place from copy.carried where name = ${name} and was_there = ${wasThere}`

const removeRows = (tx: Kysely<DB>, { name }: Table) =>
  sql`delete from ${sql.table(`main.${name}`)} where rowid in (${placesOf(name, 1)})
    and rowid not in (select rowid from ${sql.table(`copy.${name}`)})`.execute(tx)

const changeRows = (tx: Kysely<DB>, { name, columns }: Table) =>
  sql`update ${sql.table(`main.${name}`)} as h set (${list(columns)}) = (${list(columns, 'c')})
    from ${sql.table(`copy.${name}`)} as c
    where c.rowid = h.rowid and h.rowid in (${placesOf(name, 1)})`.execute(tx)

const addRows = (tx: Kysely<DB>, { name, columns }: Table) =>
  sql`insert into ${sql.table(`main.${name}`)} (${list(columns)})
    select ${list(columns)} from ${sql.table(`copy.${name}`)}
    where rowid in (${placesOf(name, 0)}) order by rowid`.execute(tx)

/* SQLite has one writer at a time: what takes seconds runs on a copy of the file, and others can write. */

const SUFFIX = '.rehearsal-'
/** Then others wait. */
const REHEARSALS = 3

type Work<T> = (tx: Transaction<DB>) => Promise<T>

/** Runs a transaction that is rolled back in any case: `work` throws at its end. */
export async function onTrial<T>(db: Kysely<DB>, work: Work<T>): Promise<T> {
  if (engineOf(db) === 'postgres') return db.transaction().execute(work)
  return withCopy(db, (copy) => onCopy(copy, work))
}

/**
 * Runs a transaction of many rows. SQLite: on a copy, and then what it has changed there is carried into the file in a
 * short transaction, unless what it has read has changed meanwhile. The texts of the glossary are indexed afterwards.
 * @param work may run several times
 * @param progress of the index
 */
export async function longTransaction<T>(
  db: Kysely<DB>,
  work: Work<T>,
  progress?: (done: number, total: number) => void,
): Promise<T> {
  if (engineOf(db) === 'postgres') return db.transaction().execute(work)
  const result = await rehearsed(db, work)
  // The change is made; texts that still wait are found, and indexed by the next run of `overwriteErased`.
  await indexWaiting(db, progress).catch(() => undefined)
  return result
}

async function rehearsed<T>(db: Kysely<DB>, work: Work<T>): Promise<T> {
  for (let rehearsal = 0; rehearsal < REHEARSALS; rehearsal++) {
    const done = await withCopy(db, async (copy) => {
      const before = `${copy}-before`
      copyFileSync(copy, before, constants.COPYFILE_FICLONE)
      const tables = noteRows(copy)
      const statements = new Set<string>()
      const result = await onCopy(copy, work, ({ query }) => void statements.add(query.sql))
      const isCarried = await carry(db, { copy, before, tables, read: readBy(statements, tables) })
      return isCarried ? { result } : null
    })
    if (done !== null) return done.result
  }
  return db.transaction().execute((tx) => withoutIndex(tx, () => work(tx)))
}

async function withCopy<T>(db: Kysely<DB>, use: (copy: string) => Promise<T>): Promise<T> {
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file ?? ''
  const folder = await mkdtemp(`${file}${SUFFIX}`)
  try {
    const copy = join(folder, 'copy')
    const source = new Database(file, { readonly: true, fileMustExist: true })
    // Writes between two steps would begin the copy anew: there are two.
    await source.backup(copy, { progress: () => 2 ** 30 }).finally(() => source.close())
    return await use(copy)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onCopy<T>(
  copy: string,
  work: Work<T>,
  log: (event: LogEvent) => void = () => undefined,
): Promise<T> {
  const trial = new RetryingKysely<DB>({ dialect: sqliteDialect(copy), log })
  return trial
    .transaction()
    .execute((tx) => withoutIndex(tx, () => work(tx)))
    .finally(() => trial.destroy())
}

/** Removes the copies that a killed process has left beside the file. */
export async function removeRehearsals(file: string): Promise<void> {
  const start = basename(file) + SUFFIX
  for (const name of await readdir(dirname(file)))
    if (name.startsWith(start)) rmSync(join(dirname(file), name), { recursive: true, force: true })
}

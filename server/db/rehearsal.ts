import { constants, copyFileSync, rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type Kysely, type LogEvent, sql, type Transaction } from 'kysely'
import { carry, noteRows, readBy } from './carriedRows.ts'
import { engineOf } from './dialect.ts'
import { RetryingKysely } from './open.ts'
import type { DB } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { indexWaiting, withoutIndex } from './waitingTexts.ts'

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

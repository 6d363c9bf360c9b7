import { rmSync } from 'node:fs'
import { mkdtemp, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { type Kysely, sql, type Transaction } from 'kysely'
import { engineOf } from './dialect.ts'
import { RetryingKysely } from './open.ts'
import type { DB } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

const SUFFIX = '.rehearsal-'

/**
 * Runs a transaction that is rolled back in any case: `work` throws at its end. SQLite has one writer at a time, and a
 * trial of thousands of rows takes seconds: it runs on a copy of the file, and others can write.
 */
export async function onTrial<T>(
  db: Kysely<DB>,
  work: (tx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (engineOf(db) === 'postgres') return db.transaction().execute(work)
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'`.execute(db)
  const file = rows[0]?.file ?? ''
  const folder = await mkdtemp(`${file}${SUFFIX}`)
  try {
    const copy = join(folder, 'copy')
    const source = new Database(file, { readonly: true, fileMustExist: true })
    // Writes between two steps would begin the copy anew: there are two.
    await source.backup(copy, { progress: () => 2 ** 30 }).finally(() => source.close())
    const trial = new RetryingKysely<DB>({ dialect: sqliteDialect(copy) })
    return await trial
      .transaction()
      .execute(work)
      .finally(() => trial.destroy())
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Removes the copies that a killed process has left beside the file. */
export async function removeRehearsals(file: string): Promise<void> {
  const start = basename(file) + SUFFIX
  for (const name of await readdir(dirname(file)))
    if (name.startsWith(start)) rmSync(join(dirname(file), name), { recursive: true, force: true })
}

import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Dialect } from 'kysely'
import { SettingsError } from '../config/env.ts'
import { codeOf, messageOf } from '../config/thrown.ts'
import { ReadThreads } from './readThreads.ts'
import { type SqliteFile, twoConnectionDialect } from './sqliteDriver.ts'

export class DataDirInUse extends Error {}

/** Timeout of a write that waits for another one, or for another program. */
const WRITE_TIMEOUT_MS = 10_000

/** Durable commits, foreign keys on; see `twoConnectionDialect`. */
export function sqliteDialect(file: string, timeoutMs: number = WRITE_TIMEOUT_MS): Dialect {
  mkdirSync(dirname(file), { recursive: true })
  const writer = open(file)
  const reader = open(file)
  reader.pragma('query_only = ON')
  const files = { writer: cached(writer), reader: cached(reader) }
  return twoConnectionDialect(files, timeoutMs, new ReadThreads(file))
}

/** Pages that one thread keeps in memory, in kibibytes: most texts and indexes of some 100,000 entries. */
const THREAD_CACHE_KIB = 64 * 1024

/** A connection that reads alone, for a thread that waits for it. */
export function readerDialect(file: string): Dialect {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  database.pragma('busy_timeout = 0')
  database.pragma(`cache_size = -${THREAD_CACHE_KIB}`)
  const reader = cached(database)
  return twoConnectionDialect({ writer: reader, reader }, WRITE_TIMEOUT_MS)
}

function open(file: string): Database.Database {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  // Deleted values are overwritten; see also `overwriteErased`.
  database.pragma('secure_delete = ON')
  // A waiting statement would block the event loop; sqliteDriver.ts retries instead.
  database.pragma('busy_timeout = 0')
  return database
}

/** Keeps compiled statements; their texts are few. */
function cached(database: Database.Database): SqliteFile {
  const statements = new Map<string, Database.Statement>()
  return {
    inTransaction: () => database.inTransaction,
    close: () => void database.close(),
    prepare(sql) {
      const known = statements.get(sql)
      if (known) return known
      const statement = database.prepare(sql)
      if (statements.size > 500) statements.clear()
      statements.set(sql, statement)
      return statement
    },
  }
}

/**
 * Locks the data directory for this process. The lock belongs to the open file, so the system releases it also after
 * a kill.
 * @returns the release
 * @throws DataDirInUse naming the process that has the lock; SettingsError for a lock that is no such file
 */
export function holdDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const pidFile = join(dataDir, 'server.pid')
  const lockFile = join(dataDir, 'server.lock')
  let lock: Database.Database
  try {
    lock = lockOf(lockFile)
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_BUSY')
      throw new SettingsError(
        `DATA_DIR: the lock ${lockFile} cannot be used: ${messageOf(error)} ${codeOf(error)}. ` +
          'Delete it while no server runs on this directory.',
      )
    throw new DataDirInUse(
      `${dataDir} is in use by process ${pidIn(pidFile)}. Stop it, or set another DATA_DIR.`,
    )
  }
  writeFileSync(pidFile, String(process.pid))
  return () => lock.close()
}

/** @throws SqliteError */
function lockOf(file: string): Database.Database {
  const lock = new Database(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    // A file that another process has locked is busy before its content is read. This one is emptied, not replaced.
    if (codeOf(error) !== 'SQLITE_NOTADB') throw error
    truncateSync(file)
    return lockOf(file)
  }
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}

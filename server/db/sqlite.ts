import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Dialect } from 'kysely'
import { codeOf } from '../config/thrown.ts'
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
  return twoConnectionDialect({ writer: cached(writer), reader: cached(reader) }, timeoutMs)
}

function open(file: string): Database.Database {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
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
 * @throws DataDirInUse naming the process that has the lock
 */
export function holdDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const pidFile = join(dataDir, 'server.pid')
  const lock = new Database(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (codeOf(error) !== 'SQLITE_BUSY') throw error
    throw new DataDirInUse(
      `${dataDir} is in use by process ${pidIn(pidFile)}: stop it, or set another DATA_DIR`,
    )
  }
  writeFileSync(pidFile, String(process.pid))
  return () => lock.close()
}

function pidIn(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return 'unknown'
  }
}

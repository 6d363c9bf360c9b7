import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { SqliteDatabase, SqliteDialect } from 'kysely'
import { codeOf } from '../errors.ts'
import { FileDialect } from './sqliteDialect.ts'

/** Another process serves from the same data directory. */
export class DataDirInUse extends Error {}

/**
 * Kysely's driver for one SQLite file: durable commits, foreign keys on, every transaction a write
 * transaction from its first moment (a read that later writes could otherwise be refused).
 */
export function sqliteDialect(file: string): SqliteDialect {
  mkdirSync(dirname(file), { recursive: true })
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('busy_timeout = 5000')
  return new FileDialect(database, cached(database))
}

/** Statements are compiled once. The set of texts is finite; list parameters make a few variants. */
function cached(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement>()
  return {
    close: () => void database.close(),
    prepare(sql) {
      const text = sql === 'begin' ? 'begin immediate' : sql
      const known = statements.get(text)
      if (known) return known
      const statement = database.prepare(text)
      if (statements.size > 500) statements.clear()
      statements.set(text, statement)
      return statement
    },
  }
}

/**
 * Holds the data directory for this process. The lock belongs to the open file, so that the system
 * frees it even after a kill.
 * @returns the release
 * @throws DataDirInUse naming the process that holds it
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

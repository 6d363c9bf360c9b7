import { setTimeout } from 'node:timers/promises'
import { Kysely, sql, type Transaction, type TransactionBuilder } from 'kysely'
import { databaseFile, type Settings, SettingsError } from '../config/env.ts'
import { codeOf } from '../config/thrown.ts'
import type { Engine } from './dialect.ts'
import { postgresDialect } from './postgres.ts'
import type { DB } from './rows.ts'
import { sqliteDialect } from './sqlite.ts'

export type Database = { readonly db: Kysely<DB>; readonly engine: Engine }

/**
 * Opens the database of the settings without migrating it. Close it with `db.destroy()`.
 * @param patienceMs timeout of a statement of PostgreSQL, and of a queued write of SQLite
 */
export function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  patienceMs?: number,
): Database {
  const { databaseUrl } = settings
  const engine = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const dialect =
    databaseUrl === undefined
      ? sqliteDialect(databaseFile(settings), patienceMs)
      : postgresDialect(databaseUrl, patienceMs)
  return { engine, db: new RetryingKysely<DB>({ dialect }) }
}

const OLDEST_POSTGRES = 15

/** @throws SettingsError for a PostgreSQL that is too old, or a database that cannot store every character */
export async function assertFit(db: Kysely<DB>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  const { rows } = await sql<{ number: number; name: string; encoding: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
      current_setting('server_encoding') as encoding`.execute(db)
  const [server] = rows
  if (server === undefined) return
  if (server.number < OLDEST_POSTGRES * 10_000)
    throw new SettingsError(
      `DATABASE_URL: PostgreSQL ${server.name} is too old. Use ${OLDEST_POSTGRES} or newer.`,
    )
  if (server.encoding !== 'UTF8')
    throw new SettingsError(
      `DATABASE_URL: the database stores texts as ${server.encoding}, which lacks characters. Make one with ` +
        `“create database NAME encoding 'UTF8' template template0”. If this one has rows, run “npm run admin -- backup ` +
        'FOLDER”, then restore the backup into the new one.',
    )
}

/** `deadlock_detected` and `serialization_failure`. */
const RETRYABLE = new Set(['40P01', '40001'])

/** Milliseconds before each retry: the transaction that waits for the released locks gets them first. */
const PAUSES = [20, 80, 320]

/**
 * Retries a transaction that lost a race for locks. Therefore it does nothing that a rollback cannot undo: files, mails
 * and responses come after the commit.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const executeOnce = builder.execute.bind(builder)
    builder.execute = async <T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> => {
      for (const pause of PAUSES)
        try {
          return await executeOnce(work)
        } catch (error) {
          if (!RETRYABLE.has(codeOf(error))) throw error
          await setTimeout(pause * (0.5 + Math.random()))
        }
      return executeOnce(work)
    }
    return builder
  }
}

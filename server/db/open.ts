import type { Kysely } from 'kysely'
import { databaseFile, type Settings } from '../config/env.ts'
import type { Engine } from './dialect.ts'
import { postgresDialect } from './postgres.ts'
import { RetryingKysely } from './retrying.ts'
import type { DB } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

export type Database = { readonly db: Kysely<DB>; readonly engine: Engine }

/**
 * Opens the database that the settings name; nothing is migrated yet. Close with `db.destroy()`.
 * @param patience milliseconds that PostgreSQL gives a statement, and that a write of SQLite waits for its
 *   turn, if not the usual few seconds
 */
export function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  patience?: number,
): Database {
  return settings.databaseUrl === undefined
    ? {
        engine: 'sqlite',
        db: new RetryingKysely<DB>({ dialect: sqliteDialect(databaseFile(settings), patience) }),
      }
    : {
        engine: 'postgres',
        db: new RetryingKysely<DB>({ dialect: postgresDialect(settings.databaseUrl, patience) }),
      }
}

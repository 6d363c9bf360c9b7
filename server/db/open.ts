import type { Kysely } from 'kysely'
import { databaseFile, type Settings } from '../config/env.ts'
import type { Engine } from './dialect.ts'
import { postgresDialect } from './postgres.ts'
import { RetryingKysely } from './retrying.ts'
import type { DB } from './schema.ts'
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
  return settings.databaseUrl === undefined
    ? {
        engine: 'sqlite',
        db: new RetryingKysely<DB>({ dialect: sqliteDialect(databaseFile(settings), patienceMs) }),
      }
    : {
        engine: 'postgres',
        db: new RetryingKysely<DB>({ dialect: postgresDialect(settings.databaseUrl, patienceMs) }),
      }
}

import { type Kysely, sql } from 'kysely'
import { databaseFile, type Settings, SettingsError } from '../config/env.ts'
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
  const { databaseUrl } = settings
  const engine = databaseUrl === undefined ? 'sqlite' : 'postgres'
  const dialect =
    databaseUrl === undefined
      ? sqliteDialect(databaseFile(settings), patienceMs)
      : postgresDialect(databaseUrl, patienceMs)
  return { engine, db: new RetryingKysely<DB>({ dialect }) }
}

/** The oldest PostgreSQL that is tested. */
const OLDEST = 15

/** @throws SettingsError for a PostgreSQL that is too old */
export async function assertVersion(db: Kysely<DB>, engine: Engine): Promise<void> {
  if (engine !== 'postgres') return
  const { rows } = await sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`.execute(
    db,
  )
  const [version] = rows
  if (version === undefined || version.number >= OLDEST * 10_000) return
  throw new SettingsError(
    `DATABASE_URL: PostgreSQL ${version.name} is too old: ${OLDEST} or newer is needed`,
  )
}

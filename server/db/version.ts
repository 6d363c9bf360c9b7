import { type Kysely, sql } from 'kysely'
import { SettingsError } from '../config/env.ts'
import type { Engine } from './dialect.ts'
import type { DB } from './schema.ts'

/** Tested. */
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

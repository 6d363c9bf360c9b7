import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Settings, SettingsError } from '../config/env.ts'
import { UNFINISHED } from '../db/copy/tables.ts'
import type { Engine } from '../db/dialect.ts'
import type { HasDb } from '../db/rows.ts'

/** Marker in the data directory while a restore into it is not finished. */
export const unfinishedFolder = ({ dataDir }: Pick<Settings, 'dataDir'>): string =>
  join(dataDir, 'unfinished')

/**
 * Refuses to start on the data of an interrupted restore or move.
 * @throws SettingsError
 */
export async function assertFinished(
  w: HasDb,
  engine: Engine,
  settings: Pick<Settings, 'dataDir'>,
): Promise<void> {
  if (existsSync(unfinishedFolder(settings)))
    throw new SettingsError(
      `DATA_DIR ${settings.dataDir} has an interrupted restore. Run the restore again, or empty the directory.`,
    )
  if (engine !== 'postgres') return
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${UNFINISHED}) is not null as found`.execute(w.db)
  if (rows[0]?.found)
    throw new SettingsError(
      'DATABASE_URL: a restore or a move into this database was interrupted. Run it again, or recreate the database.',
    )
}

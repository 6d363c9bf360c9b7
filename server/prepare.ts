import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { holdDataDir } from './db/sqlite.ts'
import type { Deps } from './deps.ts'
import { readSettings, type Settings } from './env.ts'

export type Prepared = { readonly deps: Deps; readonly close: () => Promise<void> }

/**
 * Settings, data directory, database, migrations: what must be right before anything listens.
 * @throws SettingsError, DataDirInUse or the database's error
 */
export async function prepare(env: Record<string, string | undefined>): Promise<Prepared> {
  const settings = readSettings(env)
  mkdirSync(settings.dataDir, { recursive: true })
  const release =
    settings.databaseUrl === undefined ? holdDataDir(settings.dataDir) : () => undefined
  const { db, engine } = openDatabase(settings)
  await migrate(db, engine)
  const deps: Deps = { db, engine, settings, clock: Date.now, jwtSecret: secretOf(settings) }
  return {
    deps,
    close: async () => {
      await db.destroy()
      release()
    },
  }
}

/** The given secret, or one that is made once and kept beside the database. */
function secretOf({ jwtSecret, dataDir }: Settings): string {
  if (jwtSecret !== undefined) return jwtSecret
  const file = join(dataDir, 'jwt.secret')
  try {
    return readFileSync(file, 'utf8')
  } catch {
    const made = randomBytes(48).toString('base64url')
    writeFileSync(file, made, { mode: 0o600 })
    return made
  }
}

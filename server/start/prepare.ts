import { makeDataDir } from '../config/dataDir.ts'
import { readSettings, type Settings, SettingsError } from '../config/env.ts'
import { keptSecret } from '../config/secret.ts'
import { startFailure } from '../config/startFailure.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { seedDemo } from '../db/seed/index.ts'
import { assertNoDemoPassword } from '../db/seed/removal/demoPassword.ts'
import { holdDataDir } from '../db/sqlite.ts'
import { assertVersion } from '../db/version.ts'
import type { FileStore } from '../files/fileStore.ts'
import { INCOMING_KEPT, sweepIncoming } from '../files/incoming.ts'
import { openFiles } from '../files/openFiles.ts'
import { makeAnswers } from '../http/cache/responseCache.ts'
import type { Deps } from '../http/deps.ts'
import { makeGates } from '../http/gate.ts'
import { makeSecurityLog } from '../http/securityLog.ts'
import { makePasswords } from '../modules/account/password.ts'

export type Prepared = { readonly deps: Deps; readonly close: () => Promise<void> }

/** Statements of a migration or a seed may take this long; requests are held to far less. Milliseconds. */
const PATIENCE = 10 * 60_000

/**
 * Settings, data directory, database, migrations, demonstration: what must be right before anything
 * listens.
 * @throws SettingsError, DataDirInUse or the error of a migration
 */
export async function prepare(env: Record<string, string | undefined>): Promise<Prepared> {
  const settings = readSettings(env)
  if (settings.isProduction && settings.seed === 'demo')
    throw new SettingsError(
      'SEED=demo makes accounts with a published password: not with NODE_ENV=production',
    )
  makeDataDir(settings)
  try {
    return await open(settings)
  } catch (error) {
    throw startFailure(error, settings)
  }
}

async function open(settings: Settings): Promise<Prepared> {
  const isEmbedded = settings.databaseUrl === undefined
  const release = isEmbedded ? holdDataDir(settings.dataDir) : () => undefined
  try {
    // Nobody else works in the directory of an embedded database.
    await sweepIncoming(settings.dataDir, Date.now() - (isEmbedded ? 0 : INCOMING_KEPT))
    const files = await openFiles(settings)
    await bringUp(settings, files)
    const jwtSecret = settings.jwtSecret ?? keptSecret(settings.dataDir)
    const { db, engine } = openDatabase(settings)
    return {
      deps: {
        db,
        engine,
        settings,
        clock: Date.now,
        jwtSecret,
        files,
        answers: makeAnswers(Date.now),
        gates: makeGates(),
        security: makeSecurityLog(Date.now),
      },
      close: async () => {
        await db.destroy()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Migrates and, on a first start, seeds; over a connection of its own that may take its time. */
async function bringUp(settings: Settings, files: FileStore): Promise<void> {
  const { db, engine } = openDatabase(settings, PATIENCE)
  try {
    await assertVersion(db, engine)
    await migrate(db, engine)
    if (settings.seed === 'demo')
      await seedDemo({ db, clock: Date.now, files }, makePasswords().hash)
    if (settings.isProduction) await assertNoDemoPassword({ db, engine })
  } finally {
    await db.destroy()
  }
}

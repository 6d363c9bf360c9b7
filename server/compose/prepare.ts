import { makeDataDir } from '../config/dataDir.ts'
import {
  databaseFile,
  readSettings,
  removedSettings,
  type Settings,
  SettingsError,
} from '../config/env.ts'
import { ENGLISH } from '../config/locales.ts'
import { keptSecret } from '../config/secret.ts'
import { MINUTE_MS } from '../config/time.ts'
import { makeIntact } from '../db/mend.ts'
import { migrate, newerMigrations } from '../db/migrate.ts'
import { assertFit, type Database, openDatabase } from '../db/open.ts'
import { removeRehearsals } from '../db/rehearsal.ts'
import { type PublicReads, readsOfPrimary, readsOfReplica } from '../db/replica.ts'
import type { HasDb } from '../db/rows.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, demoEmail } from '../db/seed/accounts.ts'
import { demoRepository } from '../db/seed/demoAccounts.ts'
import { seedDemo, seedStarter } from '../db/seed/index.ts'
import { DataDirInUse, holdDataDir } from '../db/sqlite.ts'
import type { FileStore } from '../files/fileStore.ts'
import { deleteIncoming, INCOMING_KEPT_MS, makeIncoming } from '../files/incoming.ts'
import { openFiles, removeAbandonedParts } from '../files/openFiles.ts'
import { ResponseCache } from '../http/cache/responseCache.ts'
import type { Deps } from '../http/deps.ts'
import { makeGates } from '../http/gate.ts'
import { makePasswords } from '../http/passwords.ts'
import { makeSecurityLog } from '../http/securityLog.ts'
import type { CheckDeps, StartReport } from '../modules/face.ts'
import { modules } from '../modules.ts'
import { checkIn } from '../text/check.ts'
import { collected, kitsOf } from './collect.ts'
import { assertNoDemoPassword } from './demoPassword.ts'
import { startFailure } from './startFailure.ts'
import { assertFinished } from './unfinished.ts'

export type Prepared = {
  readonly deps: Deps
  /** What modules say to the operator. */
  readonly report: StartReport
  readonly close: () => Promise<void>
}

/** Timeout of the statements of migrations and seed; requests have far less. */
const STARTUP_TIMEOUT_MS = 10 * MINUTE_MS

/**
 * Settings, data directory, database, migrations, first rows: everything that must be right before anything listens.
 * @throws SettingsError, DataDirInUse or the error of a migration
 */
export async function prepare(env: Record<string, string | undefined>): Promise<Prepared> {
  const settings = readSettings(env)
  if (settings.isProduction && settings.seed === 'demo')
    throw new SettingsError(
      'SEED=demo creates accounts with a public password. With NODE_ENV=production leave SEED out, or set SEED=none.',
    )
  const warnings = [...removedSettings(env), ...makeDataDir(settings)]
  try {
    return await open(settings, warnings)
  } catch (error) {
    throw startFailure(error, settings)
  }
}

/** @param warnings of what came before */
async function open(settings: Settings, warnings: string[]): Promise<Prepared> {
  const isEmbedded = settings.databaseUrl === undefined
  const release = isEmbedded ? holdDataDir(settings.dataDir) : () => undefined
  try {
    for (const module of modules) module.assertStart?.(settings)
    await makeIncoming(settings.dataDir)
    // An embedded database has its directory to itself.
    await deleteIncoming(settings.dataDir, Date.now() - (isEmbedded ? 0 : INCOMING_KEPT_MS))
    const files = await openFiles(settings)
    await removeAbandonedParts(settings)
    const mended = isEmbedded ? await makeIntact(databaseFile(settings)) : null
    if (isEmbedded) await removeRehearsals(databaseFile(settings))
    await migrateAndSeed(settings, files)
    const jwtSecret = settings.jwtSecret ?? keptSecret(settings.dataDir)
    const { db, engine } = openDatabase(settings)
    const publicReads = openPublicReads(settings, { db })
    const gates = makeGates()
    const kit = kitsOf({ db, clock: Date.now, jwtSecret, files, settings })
    const deps: Deps = {
      db,
      publicReads,
      engine,
      settings,
      clock: Date.now,
      jwtSecret,
      files,
      responseCache: new ResponseCache(Date.now),
      gates,
      kit,
      passwords: makePasswords(gates.hashing),
      security: makeSecurityLog(Date.now),
    }
    const report = await startModules(deps, mended === null ? warnings : [...warnings, mended])
    await kit.reload()
    return {
      deps,
      report,
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

async function startModules(deps: Deps, warnings: string[]): Promise<StartReport> {
  const notes: string[] = []
  for (const module of modules) {
    const report = await module.atStart?.(deps)
    notes.push(...(report?.notes ?? []))
    warnings.push(...(report?.warnings ?? []))
  }
  return { notes, warnings }
}

/**
 * Refuses a database that a newer version has migrated: only an operator knows whether this is the version before it. A
 * process that runs while another version migrates goes on: a migration removes only what the version before does not
 * use.
 * @throws SettingsError
 */
async function assertNotNewer(w: HasDb, engine: Database['engine']): Promise<void> {
  const newer = await newerMigrations(w.db, engine)
  if (newer.length > 0)
    throw new SettingsError(
      `A newer version has migrated the database (${newer.join(', ')}). Start that version, or restore a backup of ` +
        'this one. If this is the version right before it, set ALLOW_NEWER_DATABASE=on.',
    )
}

function openPublicReads(settings: Settings, w: HasDb): PublicReads {
  const { dataDir, databaseReplicaUrl } = settings
  if (databaseReplicaUrl === undefined) return readsOfPrimary(w.db)
  const replica = openDatabase({ dataDir, databaseUrl: databaseReplicaUrl }).db
  return readsOfReplica(w.db, replica)
}

type Site = Pick<Deps, 'db' | 'engine'> & {
  /** True where a server runs on the data. */
  readonly hasServer: boolean
  /** Sentences about what was corrected. */
  readonly corrected: readonly string[]
  readonly close: () => Promise<void>
}

/**
 * Makes data directory and database, as a start does, without first rows, and without refusing what only a server may
 * not start with.
 * @throws SettingsError or the error of a migration
 */
export async function openSite(settings: Settings): Promise<Site> {
  const corrected = makeDataDir(settings)
  const release =
    settings.databaseUrl === undefined ? holdIfFree(settings.dataDir) : () => undefined
  try {
    await migrateChecked(settings)
    const { db, engine } = openDatabase(settings)
    const close = () => db.destroy().finally(() => release?.())
    return { db, engine, hasServer: release === null, corrected, close }
  } catch (error) {
    release?.()
    throw error
  }
}

/** @returns null where a server holds the directory; it has migrated the database */
function holdIfFree(dataDir: string): (() => void) | null {
  try {
    return holdDataDir(dataDir)
  } catch (error) {
    if (error instanceof DataDirInUse) return null
    throw error
  }
}

async function migrateAndSeed(settings: Settings, files: FileStore): Promise<void> {
  await migrateChecked(settings, async (w) => {
    const parts = { db: w.db, clock: Date.now, files }
    const [main] = settings.languages
    if (settings.seed === 'demo') await seedDemo(parts, makePasswords().hash, main)
    if (settings.seed === 'starter') await seedStarter(parts, main)
    if (settings.isProduction) await assertNoDemoPassword(w)
  })
}

/**
 * Uses a connection with a longer timeout.
 * @param fill adds the first rows
 */
async function migrateChecked(
  settings: Settings,
  fill: (w: HasDb) => Promise<void> = async () => undefined,
): Promise<void> {
  const { db, engine } = openDatabase(settings, STARTUP_TIMEOUT_MS)
  try {
    await assertFit(db, engine)
    await assertFinished({ db }, engine, settings)
    if (!settings.allowsNewerDatabase) await assertNotNewer({ db }, engine)
    await migrate(db, engine)
    await fill({ db })
  } finally {
    await db.destroy()
  }
}

/** What is wrong, for the operator, on the screen and in the log; the server runs all the same, also without its database. */
export async function startWarnings(deps: CheckDeps): Promise<string[]> {
  const checks = await collected.checks(deps)
  return checks
    .filter(({ state }) => state === 'wrong')
    .map((row) => checkIn(ENGLISH, row))
    .map(({ title, text }) => `${title}: ${text}`)
}

/**
 * The URL, the accounts of the demonstration, notes and warnings.
 * @param url that the server listens on
 * @param report of the modules and of the checks
 */
export async function announcement(
  deps: Deps,
  url: string,
  { notes, warnings }: StartReport,
): Promise<string> {
  const lines = [`Discordia is ready on ${url}`]
  if (await hasDemo(deps)) {
    lines.push('', `Demo accounts, all with the password ${DEMO_PASSWORD}`)
    for (const { username, role } of DEMO_ACCOUNTS)
      lines.push(`  ${demoEmail(username).padEnd(26)}${role}`)
  }
  for (const note of notes) lines.push('', note)
  for (const warning of warnings) lines.push('', `WARNING: ${warning}`)
  return lines.join('\n')
}

async function hasDemo({ db, settings }: Deps): Promise<boolean> {
  if (settings.seed !== 'demo') return false
  // The process runs: a database that is lost now must not end it.
  const made = await demoRepository.made(db).catch(() => [])
  return made.length > 0
}

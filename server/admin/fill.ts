import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { unfinishedFolder } from '../compose/unfinished.ts'
import { databaseFile, type Settings } from '../config/env.ts'
import { MINUTE_MS } from '../config/time.ts'
import { VERSION } from '../config/version.ts'
import { claimPostgres, fillPostgres } from '../db/copy/postgresSource.ts'
import { writeSqlite } from '../db/copy/sqliteSource.ts'
import { type Loaded, load, type Source } from '../db/copy/tables.ts'
import { mergeLog } from '../db/mend.ts'
import { migrate, migrationNames } from '../db/migrate.ts'
import { assertFit, openDatabase } from '../db/open.ts'
import type { FileKey, FileStore } from '../files/fileStore.ts'
import { type Manifest, syncFolder } from './backupFolder.ts'
import { CommandError } from './command.ts'

/** Timeout of the statements of migrations. */
const PATIENCE_MS = 10 * MINUTE_MS

/** Files that an empty data directory may hold. */
const NO_DATA = /^(server\.(lock|pid)(-\w+)?|lost\+found)$/

export type Filling = {
  readonly source: Source
  /** Identifies the source: an interrupted attempt is only continued from the same one. */
  readonly name: string
  /** Runs before the rows are written, so that no row names a missing file. */
  readonly copyFiles: () => Promise<void>
  readonly report: (loaded: Loaded) => void
  /** Skipped by an attempt that continues an interrupted one. */
  readonly assertNew?: () => void
}

/** @throws CommandError for rows of a version that this one does not know */
export function assertKnown({
  migrations,
  version,
}: Pick<Manifest, 'migrations' | 'version'>): void {
  const known = new Set(migrationNames())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown === undefined) return
  const newer = version === undefined ? 'a newer version' : `version ${version}`
  throw new CommandError(
    `The data are from ${newer}: this one (${VERSION}) does not know the migration ${unknown}. Use the version that made them.`,
  )
}

/**
 * Fills an empty database of PostgreSQL, marked as unfinished until all rows are there. All of them or none.
 * @throws CopyError
 */
export async function fillPostgresDatabase(databaseUrl: string, filling: Filling): Promise<void> {
  const { source, copyFiles, report } = filling
  const { db, engine } = openDatabase({ databaseUrl, dataDir: '' }, PATIENCE_MS)
  try {
    await assertFit(db, engine)
    await claimPostgres(databaseUrl, filling)
    await copyFiles()
    await migrate(db, engine, source.migrations.at(-1))
    await fillPostgres(databaseUrl, (target) => load(source, target, report))
    await migrate(db, engine)
    await sql`analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}

/**
 * Makes the SQLite file of an empty data directory. It appears whole.
 * @throws CopyError
 */
export async function makeSqliteDatabase(
  settings: Pick<Settings, 'dataDir'>,
  { source, copyFiles, report }: Omit<Filling, 'name'>,
): Promise<void> {
  const workshop = { dataDir: unfinishedFolder(settings), databaseUrl: undefined }
  const [file, made] = [databaseFile(settings), databaseFile(workshop)]
  // Removes the files of an interrupted attempt.
  for (const old of [file, made])
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(old + suffix, { force: true })
  await copyFiles()
  await migrateIn(workshop, source.migrations.at(-1))
  await writeSqlite(made, (target) => load(source, target, report))
  await migrateIn(workshop)
  mergeLog(made)
  await rename(made, file)
  await syncFolder(settings.dataDir)
}

async function migrateIn(where: Parameters<typeof openDatabase>[0], upTo?: string): Promise<void> {
  const { db, engine } = openDatabase(where, PATIENCE_MS)
  try {
    await migrate(db, engine, upTo)
  } finally {
    await db.destroy()
  }
}

/** @throws CommandError */
export function assertEmptyDataDir({ dataDir }: Pick<Settings, 'dataDir'>): void {
  const names = readdirSync(dataDir).filter((entry) => !NO_DATA.test(entry))
  if (names.length > 0)
    throw new CommandError(
      `DATA_DIR ${dataDir} isn’t empty (${names.join(', ')}). Restore into an empty one. Nothing was changed.`,
    )
}

/**
 * Marks an empty data directory as unfinished, or finds the mark of an interrupted attempt.
 * @throws CommandError when there is anything else
 */
export async function claimDataDir(settings: Pick<Settings, 'dataDir'>, name: string) {
  const { dataDir } = settings
  const folder = unfinishedFolder(settings)
  const mark = join(folder, 'source')
  if (existsSync(folder)) {
    if (existsSync(mark) && readFileSync(mark, 'utf8') !== name)
      throw new CommandError(
        `DATA_DIR ${dataDir} has an interrupted restore of another backup. Empty it first.`,
      )
  } else {
    assertEmptyDataDir(settings)
    await mkdir(folder, { mode: 0o700 })
  }
  await writeFile(mark, name, { flush: true })
  await syncFolder(dataDir)
}

export async function releaseDataDir(settings: Pick<Settings, 'dataDir'>): Promise<void> {
  await rm(unfinishedFolder(settings), { recursive: true })
  await syncFolder(settings.dataDir)
}

/**
 * Stores a file and reads it again.
 * @throws CommandError when the bytes differ
 */
export async function storeFile(store: FileStore, key: FileKey, contents: Readable): Promise<void> {
  const sent = createHash('sha256')
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of contents as AsyncIterable<Buffer>) {
      sent.update(chunk)
      yield chunk
    }
  }
  await store.put(key, Readable.from(watched()))
  const found = createHash('sha256')
  await pipeline((await store.stream(key)) ?? Readable.from([]), found)
  if (sent.digest('hex') !== found.digest('hex'))
    throw new CommandError(
      `The file ${key} was damaged on its way to the store. Run the command again.`,
    )
}

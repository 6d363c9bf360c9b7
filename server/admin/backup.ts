import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { databaseFile, type Settings } from '../config/env.ts'
import { secretFile } from '../config/secret.ts'
import { messageOf } from '../config/thrown.ts'
import { readPostgres } from '../db/copy/postgresSource.ts'
import { readSqlite } from '../db/copy/sqliteSource.ts'
import type { Line, Source } from '../db/copy/tables.ts'
import { pendingMigrations } from '../db/migrate.ts'
import type { FileKey, FileStore } from '../files/fileStore.ts'
import { openFiles } from '../files/openFiles.ts'
import { noteFailedBackup } from '../modules/checklist/failedBackup.ts'
import { noteFact } from '../modules/checklist/repository.ts'
import { isLegalFile } from '../modules/legal/texts.ts'
import { type Manifest, makeKeysOf, places, seal, writeDigested } from './backupFolder.ts'
import {
  type Command,
  CommandError,
  type Context,
  ofFullDisk,
  onlyArgument,
  UsageError,
} from './command.ts'

/** A file that rows name may be deleted before it is copied; then the rows are read again. */
const ATTEMPTS = 5
/** Characters that are written together. */
const CHUNK = 64 * 1024
/** Files between two lines of progress. */
const REPORT_EVERY = 1000

/** Digests by path. */
type Digests = Map<string, string>

type Rows = Pick<Manifest, 'made' | 'migrations' | 'tables'> & { readonly named: Set<FileKey> }

export const backup: Command = {
  usage: 'backup FOLDER | --noted',
  does: 'copies the database, files, key and legal texts, even while the server runs; --noted: you have made one in another way',
  args: { FOLDER: 'a new folder' },
  flags: { noted: 'notes that you have made a backup in another way' },
  takesOlder: true,
  async run({ args, ...place }) {
    if (place.flags.has('noted')) return noteOther(args, place)
    const folder = resolve(onlyArgument(args, 'folder'))
    if (existsSync(folder)) throw new CommandError(`${folder} already exists. Give another name.`)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await fill(folder, place)
    } catch (error) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
      const failure = ofFullDisk(
        error,
        `Nothing is left of ${folder}. Make room there, then run it again.`,
      )
      await noteFailure(place, messageOf(failure))
      throw failure
    }
    await note(place)
  },
}

/** The database of an older version has no place for the note. */
async function note({ db, engine, clock }: Pick<Context, 'db' | 'engine' | 'clock'>) {
  if ((await pendingMigrations(db, engine)).length === 0)
    await noteFact({ db, now: clock() }, 'backup', '')
}

/** The failure itself is what the command reports, also where its note cannot be written. */
async function noteFailure(place: Pick<Context, 'db' | 'engine' | 'clock'>, reason: string) {
  const { db, engine } = place
  await pendingMigrations(db, engine)
    .then((pending) => (pending.length > 0 ? undefined : noteFailedBackup(place, reason)))
    .catch(() => undefined)
}

/** Notes a backup that another program made, so that the checklist asks for none. */
async function noteOther(
  args: readonly string[],
  place: Pick<Context, 'db' | 'engine' | 'clock' | 'print'>,
): Promise<void> {
  if (args.length > 0) throw new UsageError('Give a folder, or --noted.')
  await note(place)
  place.print('Noted. The checklist counts the days from now.')
}

type Copy = Pick<Context, 'print'> & { readonly folder: string; readonly digests: Digests }

async function fill(
  folder: string,
  place: Pick<Context, 'engine' | 'settings' | 'clock' | 'print'>,
): Promise<void> {
  const { engine, settings, print } = place
  const files = await openFiles(settings)
  const digests: Digests = new Map()
  const copy = { folder, digests, print }
  let missing: FileKey[] = []
  let rows: Rows
  for (let attempt = 1; ; attempt++) {
    rows = await copyRows(copy, place)
    const before = new Set(missing)
    missing = await copyFiles(copy, files, rows.named)
    if (missing.length === 0 || attempt === ATTEMPTS) break
    // A file that is still named and was missing before will not appear any more.
    if (missing.every((key) => before.has(key))) break
    print(`Files deleted during the copy: ${missing.length}. Reading the rows again.`)
  }
  await removeUnnamed(folder, rows.named, digests)
  const legal = await copyLegalTexts(copy, settings)
  const hasSecret = await copySecret(copy, settings)
  const { made, migrations, tables, named } = rows
  const copied = [...named].filter((key) => !missing.includes(key)).toSorted()
  await seal(
    folder,
    { made, engine, migrations, tables, files: copied, missing, legal, hasSecret },
    digests,
  )
  print(`${folder} is complete and verified.`)
  if (!hasSecret)
    print(
      'JWT_SECRET isn’t in the backup. Keep a copy, or all sessions end and links in sent emails fail.',
    )
  for (const key of missing)
    print(`Warning: the database names the file ${key}, but the file store doesn’t have it.`)
}

/** All tables as they were at one moment. */
async function copyRows(
  { folder, digests }: Copy,
  { settings, clock, print }: Pick<Context, 'settings' | 'clock' | 'print'>,
): Promise<Rows> {
  const made = new Date(clock()).toISOString()
  const named = new Set<FileKey>()
  const copyAll = async (source: Source): Promise<Rows> => {
    const tables: Manifest['tables'][number][] = []
    for (const table of source.tables) {
      const path = places.rows(table.name)
      const keysOf = makeKeysOf(table)
      let rows = 0
      const counted = counting(source.lines(table), (line) => {
        rows++
        for (const key of keysOf(line)) named.add(key)
      })
      digests.set(path, await writeDigested(join(folder, path), counted))
      tables.push({ ...table, rows })
    }
    return { made, migrations: source.migrations, tables, named }
  }
  const rows = await (settings.databaseUrl === undefined
    ? readSqlite(databaseFile(settings), copyAll, print)
    : readPostgres(settings.databaseUrl, copyAll))
  const count = rows.tables.reduce((sum, table) => sum + table.rows, 0)
  print(`Rows: ${count} in ${rows.tables.length} tables.`)
  return rows
}

async function* counting(lines: AsyncIterable<Line>, see: (line: Line) => void) {
  let chunk = ''
  for await (const line of lines) {
    see(line)
    chunk += `${line}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/** @returns those that are not in the store */
async function copyFiles(
  { folder, digests, print }: Copy,
  files: FileStore,
  named: ReadonlySet<FileKey>,
): Promise<FileKey[]> {
  const missing: FileKey[] = []
  let done = 0
  for (const key of named) {
    const path = places.file(key)
    // The bytes of a key never change.
    const contents = digests.has(path) ? undefined : await files.stream(key)
    if (contents === null) missing.push(key)
    else if (contents !== undefined)
      digests.set(path, await writeDigested(join(folder, path), contents))
    if (++done % REPORT_EVERY === 0 && done < named.size) print(`Files: ${done} of ${named.size}.`)
  }
  print(`Files: ${named.size - missing.length}.`)
  return missing
}

/** Files of an earlier attempt. */
async function removeUnnamed(folder: string, named: ReadonlySet<FileKey>, digests: Digests) {
  const kept = new Set([...named].map(places.file))
  for (const path of digests.keys())
    if (path.startsWith('files/') && !kept.has(path)) {
      digests.delete(path)
      await rm(join(folder, path))
    }
}

async function copyLegalTexts(copy: Copy, { legalDir }: Settings) {
  const names = existsSync(legalDir) ? await readdir(legalDir) : []
  const legal = names.filter(isLegalFile).sort()
  for (const name of legal) await copyFile(copy, join(legalDir, name), places.legal(name))
  return legal
}

async function copySecret(copy: Copy, settings: Settings): Promise<boolean> {
  const file = secretFile(settings.dataDir)
  if (settings.jwtSecret !== undefined || !existsSync(file)) return false
  await copyFile(copy, file, places.secret)
  return true
}

async function copyFile({ folder, digests }: Copy, from: string, path: string) {
  digests.set(path, await writeDigested(join(folder, path), createReadStream(from)))
}

import { existsSync } from 'node:fs'
import { startFailure } from '../compose/startFailure.ts'
import { databaseFile } from '../config/env.ts'
import { secretFile } from '../config/secret.ts'
import { readSqlite } from '../db/copy/sqliteSource.ts'
import type { Loaded, Source } from '../db/copy/tables.ts'
import { holdDataDir } from '../db/sqlite.ts'
import type { FileKey } from '../files/fileStore.ts'
import { openFiles, openFolder } from '../files/openFiles.ts'
import { makeKeysOf } from './backupFolder.ts'
import { CommandError, type Place, type PlaceCommand, UsageError } from './command.ts'
import { assertKnown, fillPostgresDatabase, storeFile } from './fill.ts'

export const move: PlaceCommand = {
  usage: 'move [DATABASE_URL]',
  does: 'copies the SQLite database into an empty PostgreSQL, and the files if S3_* is set',
  args: {
    DATABASE_URL: 'the address of the empty PostgreSQL; else that of the setting with this name',
  },
  async runOn({ args: [given, ...more], ...place }) {
    if (more.length > 0) throw new UsageError('Give one DATABASE_URL.')
    const { settings, env } = place
    const url = given ?? env['DATABASE_URL']
    if (url === undefined || !/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
      throw new UsageError(
        'Give the DATABASE_URL of an empty database, such as postgres://user@host/discordia.',
      )
    const file = databaseFile(settings)
    if (!existsSync(file)) throw new CommandError(`There is no database ${file}. Check DATA_DIR.`)
    // The lock stops a server: rows that it acknowledged during the move would be lost.
    const release = holdDataDir(settings.dataDir)
    try {
      await readSqlite(file, (source) => moveTo(url, source, place), place.print)
    } catch (error) {
      throw error instanceof CommandError
        ? error
        : startFailure(error, { ...settings, databaseUrl: url })
    } finally {
      release()
    }
  },
}

async function moveTo(url: string, source: Source, { settings, print }: Omit<Place, 'args'>) {
  assertKnown(source)
  const loaded: Loaded[] = []
  await fillPostgresDatabase(url, {
    source,
    name: `move ${settings.dataDir}`,
    copyFiles: () => moveFiles(source, { settings, print }),
    report: (one) => void loaded.push(one),
  })
  printTable(loaded, print)
  print('All rows are copied and checked. The SQLite file is unchanged.')
  const key = settings.jwtSecret === undefined ? ` (${secretFile(settings.dataDir)})` : ''
  print(`Next: set DATABASE_URL and JWT_SECRET${key}, then start the server.`)
  print(`Move ${databaseFile(settings)} away, so that nobody starts on it by mistake.`)
}

async function moveFiles(source: Source, { settings, print }: Pick<Place, 'settings' | 'print'>) {
  if (settings.s3 === undefined) {
    print('The files stay in DATA_DIR. Keep it, or set S3_* and move again into an empty database.')
    return
  }
  const [from, to] = [openFolder(settings), await openFiles(settings)]
  let files = 0
  for (const key of await namedIn(source)) {
    const contents = await from.stream(key)
    if (contents === null) {
      print(`Warning: the database names the file ${key}, but the file is missing.`)
      continue
    }
    await storeFile(to, key, contents)
    files++
  }
  print(`Files in the bucket ${settings.s3.bucket}: ${files}.`)
}

async function namedIn(source: Source): Promise<Set<FileKey>> {
  const named = new Set<FileKey>()
  for (const table of source.tables) {
    const keysOf = makeKeysOf(table)
    for await (const line of source.lines(table)) for (const key of keysOf(line)) named.add(key)
  }
  return named
}

function printTable(loaded: readonly Loaded[], print: Place['print']): void {
  const width = Math.max(...loaded.map(({ table }) => table.length))
  for (const { table, rows } of loaded)
    print(`${table.padEnd(width)}  ${String(rows).padStart(9)}  same`)
}

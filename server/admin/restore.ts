import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeDataDir } from '../config/dataDir.ts'
import type { Settings } from '../config/env.ts'
import { secretFile } from '../config/secret.ts'
import type { Line, Source } from '../db/copy/tables.ts'
import { holdDataDir } from '../db/sqlite.ts'
import { openFiles } from '../files/openFiles.ts'
import { type Backup, openBackup, places } from './backupFolder.ts'
import { CommandError, ofFullDisk, onlyArgument, type Place, type PlaceCommand } from './command.ts'
import {
  assertEmptyDataDir,
  assertKnown,
  claimDataDir,
  type Filling,
  fillPostgresDatabase,
  makeSqliteDatabase,
  releaseDataDir,
  storeFile,
} from './fill.ts'

export const restore: PlaceCommand = {
  usage: 'restore FOLDER',
  does: 'restores a backup of either engine into an empty database and an empty DATA_DIR',
  args: { FOLDER: 'a folder that “backup” has made' },
  async runOn({ args, ...place }) {
    const folder = resolve(onlyArgument(args, 'folder'))
    place.print('Checking the backup ...')
    const backup = await openBackup(folder)
    assertKnown(backup.manifest)
    for (const sentence of makeDataDir(place.settings)) place.print(sentence)
    const release = holdDataDir(place.settings.dataDir)
    try {
      await restoreFrom(backup, place)
    } catch (error) {
      throw ofFullDisk(error, 'Make room, then run the same command again.')
    } finally {
      release()
    }
  },
}

async function restoreFrom(backup: Backup, { settings, print }: Omit<Place, 'args'>) {
  const { manifest, digest } = backup
  await assertLegalDir(backup, settings)
  let rows = 0
  const filling: Filling = {
    source: sourceOf(backup),
    name: digest,
    copyFiles: () => copyFiles(backup, settings, print),
    report: (loaded) => {
      rows += loaded.rows
    },
  }
  if (settings.databaseUrl === undefined) {
    await claimDataDir(settings, digest)
    await makeSqliteDatabase(settings, filling)
    await releaseDataDir(settings)
  } else {
    // The only mark is in the database: it disappears with the commit of the rows.
    const assertNew = () => assertEmptyDataDir(settings)
    await fillPostgresDatabase(settings.databaseUrl, { ...filling, assertNew })
  }
  print(`Rows: ${rows} in ${manifest.tables.length} tables, each compared with the backup.`)
  print(`Restored the state of ${manifest.made}.`)
  if ((manifest.site ?? []).length > 0)
    print(
      'The backup has the site’s folder, too. A site no longer reads it: keep it if you edit it.',
    )
  for (const key of manifest.missing)
    print(`Warning: the database names the file ${key}, but the backup doesn’t have it.`)
}

function sourceOf({ manifest, pathOf }: Backup): Source {
  return {
    migrations: manifest.migrations,
    tables: manifest.tables,
    lines: ({ name }) => linesIn(pathOf(places.rows(name))),
  }
}

/** Does not use `readline`, which also splits at U+2028, which JSON leaves as it is. */
async function* linesIn(path: string): AsyncGenerator<Line> {
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function copyFiles(backup: Backup, settings: Settings, print: Place['print']) {
  const { manifest, pathOf } = backup
  const store = await openFiles(settings)
  for (const key of manifest.files)
    await storeFile(store, key, createReadStream(pathOf(places.file(key))))
  print(`Files: ${manifest.files.length}.`)
  for (const name of manifest.legal) {
    await mkdir(settings.legalDir, { recursive: true, mode: 0o700 })
    await writeWhole(join(settings.legalDir, name), await readFile(pathOf(places.legal(name))))
  }
  await copySecret(backup, settings, print)
}

async function copySecret({ manifest, pathOf }: Backup, settings: Settings, print: Place['print']) {
  const { jwtSecret, dataDir } = settings
  if (!manifest.hasSecret) {
    if (jwtSecret === undefined)
      print('The backup was made with JWT_SECRET. Set the same one here, or all sessions end.')
    return
  }
  const secret = await readFile(pathOf(places.secret))
  if (jwtSecret === undefined) await writeWhole(secretFile(dataDir), secret)
  else if (jwtSecret !== secret.toString().trim())
    print(
      `JWT_SECRET isn’t the key of the backup (${places.secret}). All sessions end, and links in sent emails fail.`,
    )
}

async function writeWhole(path: string, contents: Buffer): Promise<void> {
  await writeFile(`${path}.part`, contents, { mode: 0o600, flush: true })
  await rename(`${path}.part`, path)
}

/** The folder may be outside of the data directory. */
async function assertLegalDir({ manifest, pathOf }: Backup, { legalDir }: Settings) {
  for (const name of manifest.legal) {
    const path = join(legalDir, name)
    if (existsSync(path) && !readFileSync(path).equals(await readFile(pathOf(places.legal(name)))))
      throw new CommandError(
        `LEGAL_DIR has another ${name}. Move ${path} away, then restore again. Nothing was changed.`,
      )
  }
}

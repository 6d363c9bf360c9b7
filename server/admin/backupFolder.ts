import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { VERSION } from '../config/version.ts'
import { cellsOf, type Line, type Table } from '../db/copy/tables.ts'
import type { Engine } from '../db/dialect.ts'
import { type FileKey, isOwnKey, publicKey } from '../files/fileStore.ts'
import { isWithin } from '../files/within.ts'
import { isLegalFile } from '../modules/legal/texts.ts'
import { CommandError } from './command.ts'

/** Changes with the layout of the folder. */
const FORMAT: number = 1

export type Manifest = {
  readonly format: number
  /** The version that made it; backups of 0.5 have none. */
  readonly version?: string
  /** ISO 8601: when the rows were read. */
  readonly made: string
  readonly engine: Engine
  readonly migrations: readonly string[]
  readonly tables: readonly (Table & { readonly rows: number })[]
  readonly files: readonly FileKey[]
  /** Named by rows, but not in the file store. */
  readonly missing: readonly FileKey[]
  /** File names of the legal texts. */
  readonly legal: readonly string[]
  /** Paths of the folder that decided about the site until version 0.6. */
  readonly site?: readonly string[]
  /** The signing key of the tokens is in the backup; else it was in `JWT_SECRET`. */
  readonly hasSecret: boolean
}

/** Paths within a backup. */
export const places = {
  manifest: 'manifest.json',
  /** Digests of every file, the manifest included, in the format of `sha256sum`. Written last. */
  digests: 'SHA256SUMS',
  secret: 'jwt.secret',
  rows: (table: string): string => join('rows', `${table}.jsonl`),
  file: (key: FileKey): string => join('files', key),
  legal: (name: string): string => join('legal', name),
} as const

/** Problems that an error lists. */
const LISTED_MAX = 20

/**
 * Writes a private file to the disk.
 * @returns SHA-256, hexadecimal
 */
export async function writeDigested(path: string, contents: AsyncIterable<Buffer | string>) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  await pipeline(
    contents,
    async function* (chunks: AsyncIterable<Buffer | string>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
  return hash.digest('hex')
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Ends a backup: without the digests it is unfinished. */
export async function seal(
  folder: string,
  manifest: Omit<Manifest, 'format' | 'version'>,
  digests: ReadonlyMap<string, string>,
): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 2)}\n`
  const own = await writeDigested(join(folder, places.manifest), Readable.from([text]))
  const lines = [...digests, [places.manifest, own] as const].map(
    ([path, sum]) => `${sum}  ${path}`,
  )
  const part = join(folder, `${places.digests}.part`)
  await writeDigested(part, Readable.from([`${lines.join('\n')}\n`]))
  await verify(folder, new Map([...digests, [places.manifest, own]]))
  await rename(part, join(folder, places.digests))
  await syncFolder(folder)
}

/** Syncs the folder, so that a new name survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** @throws CommandError naming the files that are missing or changed */
async function verify(folder: string, digests: ReadonlyMap<string, string>): Promise<void> {
  const problems: string[] = []
  for (const [path, sum] of digests) {
    const file = join(folder, path)
    if (!isPlainPath(path)) throw outside(folder, path)
    if (existsSync(file) && !(await isWithin(folder, file))) throw outside(folder, path)
    if (!existsSync(file)) problems.push(`${path} is missing`)
    else if ((await digestOf(file)) !== sum) problems.push(`${path} has changed`)
  }
  if (problems.length === 0) return
  const more = problems.length > LISTED_MAX ? [`and ${problems.length - LISTED_MAX} more`] : []
  throw new CommandError(
    [`The backup ${folder} is damaged:`, ...problems.slice(0, LISTED_MAX), ...more].join('\n  '),
  )
}

const outside = (folder: string, path: unknown) =>
  new CommandError(
    `The backup ${folder} isn’t as this command makes it: ${JSON.stringify(path)} is outside of its folder.`,
  )

export type Backup = {
  readonly manifest: Manifest
  /** Identifies the backup. */
  readonly digest: string
  readonly pathOf: (path: string) => string
}

/**
 * Reads every byte of a backup.
 * @throws CommandError when it is unfinished, damaged or of a newer format
 */
export async function openBackup(folder: string): Promise<Backup> {
  if (!existsSync(folder)) throw new CommandError(`There is no backup ${folder}.`)
  const sums = join(folder, places.digests)
  if (!existsSync(sums))
    throw new CommandError(
      `${folder} isn’t a finished backup: it has no ${places.digests}. Use another backup.`,
    )
  const text = await readFile(sums, 'utf8')
  const lines = text.split('\n').filter(Boolean)
  const digests = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  if (!digests.has(places.manifest))
    throw new CommandError(`The backup ${folder} is damaged: ${places.digests} has changed`)
  await verify(folder, digests)
  const manifest = JSON.parse(await readFile(join(folder, places.manifest), 'utf8')) as Manifest
  if (manifest.format !== FORMAT)
    throw new CommandError(
      `The backup ${folder} has the format ${manifest.format}, but this version reads ${FORMAT}. Restore it with the version that made it.`,
    )
  const strange = manifest.legal.find((name) => !isLegalFile(name))
  if (strange !== undefined) throw outside(folder, strange)
  const pathOf = (path: string): string => {
    if (!digests.has(path))
      throw new CommandError(`The backup ${folder} is damaged: ${places.digests} lacks ${path}`)
    return join(folder, path)
  }
  return { manifest, digest: createHash('sha256').update(text).digest('hex'), pathOf }
}

/** The first match in the JSON of a picture is the key of the picture itself. */
const PICTURE_KEY = /"key":"([^"]*)"/

/** Table of files that no other row names. */
const UNNAMED = 'loose_files'

/**
 * Makes a function that reads the keys of the files that a row names: columns `picture` and `..._key`. Smaller
 * variants of pictures are not among them: they are rendered at their next request.
 */
export function makeKeysOf({ name: table, columns }: Table): (line: Line) => FileKey[] {
  if (table === UNNAMED) return () => []
  const places = columns.flatMap(({ name }, place) =>
    name === 'picture' || name.endsWith('_key') ? [{ place, isPicture: name === 'picture' }] : [],
  )
  if (places.length === 0) return () => []
  return (line) => {
    const cells = cellsOf(line)
    return places.flatMap(({ place, isPicture }) => {
      const cell = cells[place] ?? ''
      return keyOf(isPicture ? (PICTURE_KEY.exec(cell)?.[1] ?? '') : cell) ?? []
    })
  }
}

/** Some columns hold the whole key, others the name of a public file. */
const keyOf = (cell: string): FileKey | null => (isOwnKey(cell) ? cell : publicKey(cell))

/** A relative path of any system without hidden parts, which those that lead upwards are, too. */
const isPlainPath = (path: unknown): path is string =>
  typeof path === 'string' &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names of files may have them
  !/^[a-z]:|[\0-\x1f]/i.test(path) &&
  path.split(/[\\/]/).every((part) => part !== '' && !part.startsWith('.'))

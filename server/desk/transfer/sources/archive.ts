import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import {
  type Entry,
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
  type ZipFile,
} from 'yauzl'
import { IGNORED_NAMES, IMPORT_FILES_MAX } from '#contract/transfer.ts'
import { type Files, type SourceFile, UnreadableSource } from './source.ts'

const MB = 1024 * 1024
/** Bytes of one file that is read as a whole. */
const FILE_MAX = 64 * MB
/** Bytes of all files together. */
const TOTAL_MAX = 1024 * MB
/** Entries of an archive, folders and what is ignored included. */
const ENTRIES_MAX = 4 * IMPORT_FILES_MAX

/** Bits of the mode of a file that say what it is. */
const KIND_OF_FILE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

const quoted = (name: string): string => `"${name.slice(0, 120)}"`

/** A file that can be read without being in memory as a whole. */
export type StreamedFile = SourceFile & { readonly stream: () => Readable }
export type StreamedFiles = ReadonlyMap<string, StreamedFile>

class FileList {
  readonly files = new Map<string, StreamedFile>()
  readonly #names = new Set<string>()
  readonly #fileMax: number
  #size = 0

  constructor(fileMax: number) {
    this.#fileMax = fileMax
  }

  /** Names are relative, with `/`. */
  add({ name, size, ...file }: StreamedFile): void {
    const caseless = name.toLowerCase()
    if (this.#names.has(caseless))
      throw new UnreadableSource(`There are two files with the name ${quoted(name)}.`)
    this.#names.add(caseless)
    if (size > this.#fileMax) throw tooLarge(name)
    this.#size += size
    if (this.#size > TOTAL_MAX)
      throw new UnreadableSource(`The files have more than ${TOTAL_MAX / MB} MB together.`)
    if (this.#names.size > IMPORT_FILES_MAX) throw tooMany()
    this.files.set(name, { name, size, ...file })
  }
}

const tooLarge = (name: string) =>
  new UnreadableSource(`The file ${quoted(name)} has more than ${FILE_MAX / MB} MB.`)
const tooMany = () =>
  new UnreadableSource(`There are more than ${IMPORT_FILES_MAX.toLocaleString('en')} files.`)

/**
 * The files of a ZIP archive, without a folder that has them all. Their bytes are read when they are asked for: the
 * archive must stay as long.
 * @param archive its path, or its bytes
 * @throws UnreadableSource, also when a file is read
 */
export const openArchive = async (archive: string | Buffer): Promise<Files> =>
  withoutTop(await listArchive(archive, FILE_MAX))

/**
 * The files of a ZIP archive by their whole paths.
 * @param fileMax bytes of one file, if it is not the usual bound
 * @throws UnreadableSource, also when a file is read
 */
export async function listArchive(
  archive: string | Buffer,
  fileMax: number,
): Promise<StreamedFiles> {
  const list = new FileList(fileMax)
  await withZip(archive, async (zip) => {
    if (zip.entryCount > ENTRIES_MAX) throw tooMany()
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name === null) continue
      assertReadable(entry, name)
      list.add({
        name,
        size: entry.uncompressedSize,
        bytes: () => bytesOf(archive, entry, name),
        stream: () => Readable.from(chunksOf(archive, entry, name)),
      })
    }
  })
  return list.files
}

async function withZip<T>(archive: string | Buffer, use: (zip: ZipFile) => Promise<T>): Promise<T> {
  try {
    const zip = await opened(archive)
    try {
      return await use(zip)
    } finally {
      zip.close()
    }
  } catch (error) {
    if (error instanceof UnreadableSource) throw error
    throw new UnreadableSource('This file is not a ZIP archive, or it is damaged.', {
      cause: error,
    })
  }
}

function opened(archive: string | Buffer): Promise<ZipFile> {
  // Names are decoded here, so that a refusal has words.
  const options = { decodeStrings: false, autoClose: false }
  return typeof archive === 'string'
    ? openPromise(archive, options)
    : fromBufferPromise(archive, options)
}

/** The path of a file; null for folders and what is ignored. @throws UnreadableSource for a path out of the archive */
function nameOf(entry: Entry): string | null {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  if (validateFileName(name) !== null || name.includes('\0'))
    throw new UnreadableSource(`The archive has a path that leads out of it: ${quoted(name)}.`)
  return name.endsWith('/') ? null : pathOf(name)
}

/** Null for what is ignored. Systems write the same letters with accents in two ways: here they are the same. */
function pathOf(name: string): string | null {
  const parts = name
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.some((part) => IGNORED_NAMES.test(part))
    ? null
    : parts.join('/')
}

function assertReadable(entry: Entry, name: string): void {
  const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE
  if (kind !== 0 && kind !== REGULAR && kind !== FOLDER)
    throw new UnreadableSource(`${quoted(name)} is a link and not a file.`)
  if (entry.isEncrypted())
    throw new UnreadableSource(
      `The file ${quoted(name)} is encrypted. Make the archive without a password.`,
    )
  if (!entry.canDecodeFileData())
    throw new UnreadableSource(
      `The file ${quoted(name)} is compressed in an unusual way. Make the archive as a plain ZIP.`,
    )
}

/** The size that the archive gives is what was counted: reading stops where there is more. */
const bytesOf = (archive: string | Buffer, entry: Entry, name: string): Promise<Buffer> =>
  withZip(archive, async (zip) => {
    try {
      const bytes = await buffer(await zip.openReadStreamPromise(entry))
      if (crc32(bytes) === entry.crc32) return bytes
    } catch (error) {
      throw damaged(name, error)
    }
    throw damaged(name)
  })

/** The same, piece by piece. */
async function* chunksOf(archive: string | Buffer, entry: Entry, name: string) {
  const zip = await opened(archive)
  try {
    let sum = 0
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum)
      yield chunk as Buffer
    }
    if (sum !== entry.crc32) throw new Error('the checksum is another one')
  } catch (error) {
    throw damaged(name, error)
  } finally {
    zip.close()
  }
}

const damaged = (name: string, cause?: unknown) =>
  new UnreadableSource(`The file ${quoted(name)} is damaged in the archive.`, { cause })

/** Archives often have one folder with everything. */
export function withoutTop<File extends SourceFile>(
  files: ReadonlyMap<string, File>,
): ReadonlyMap<string, File> {
  const [first = ''] = files.keys()
  const top = first.slice(0, first.indexOf('/') + 1)
  if (top === '' || ![...files.keys()].every((name) => name.startsWith(top))) return files
  return new Map(
    Array.from(files.values(), (file) => {
      const name = file.name.slice(top.length)
      return [name, { ...file, name }]
    }),
  )
}

/**
 * The files of a folder and of the folders within it. Their bytes are read when they are asked for.
 * @throws UnreadableSource
 */
export async function openFolder(path: string, fileMax = FILE_MAX): Promise<StreamedFiles> {
  const list = new FileList(fileMax)
  await addFolder(list, path, '')
  return list.files
}

async function addFolder(list: FileList, folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = pathOf(`${prefix}${entry.name}`)
    const path = join(folder, entry.name)
    if (name === null) continue
    if (entry.isDirectory()) await addFolder(list, path, `${name}/`)
    else if (entry.isFile())
      list.add({
        name,
        size: (await stat(path)).size,
        bytes: () => grownBytes(path, name),
        stream: () => createReadStream(path),
      })
    else throw new UnreadableSource(`${quoted(name)} is a link and not a file.`)
  }
}

/** Its size may have changed since it was counted. */
async function grownBytes(path: string, name: string): Promise<Buffer> {
  if ((await stat(path)).size > FILE_MAX) throw tooLarge(name)
  return readFile(path)
}

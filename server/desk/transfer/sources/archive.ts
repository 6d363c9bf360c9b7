import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { crc32, inflateRawSync } from 'node:zlib'
import {
  type Entry,
  fromBufferPromise,
  getFileNameLowLevel,
  openPromise,
  validateFileName,
  type ZipFile,
} from 'yauzl'
import { type Files, type SourceFile, UnreadableSource } from './source.ts'

const MB = 1024 * 1024
/** Bytes of one file. */
const FILE_MAX = 64 * MB
/** Bytes of all files together. */
const TOTAL_MAX = 1024 * MB
const FILES_MAX = 20_000
/** Entries of an archive, folders and what is ignored included. */
const ENTRIES_MAX = 4 * FILES_MAX

/** Method of compression; others are refused, except none. */
const DEFLATED = 8
/** Bytes of the smallest chunk that the library takes. */
const CHUNK_MIN = 64

/** Bits of the mode of a file that say what it is. */
const KIND_OF_FILE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

/** What systems and programs keep for themselves. */
const IGNORED = /^(?:\.|__MACOSX$|Thumbs\.db$|desktop\.ini$)/i

const quoted = (name: string): string => `"${name.slice(0, 120)}"`

class FileList {
  readonly files = new Map<string, SourceFile>()
  readonly #names = new Set<string>()
  #size = 0

  /** @param name relative, with `/` */
  add(name: string, size: number, bytes: () => Promise<Buffer>): void {
    const caseless = name.toLowerCase()
    if (this.#names.has(caseless))
      throw new UnreadableSource(`There are two files with the name ${quoted(name)}.`)
    this.#names.add(caseless)
    if (size > FILE_MAX) throw tooLarge(name)
    this.#size += size
    if (this.#size > TOTAL_MAX)
      throw new UnreadableSource(`The files have more than ${TOTAL_MAX / MB} MB together.`)
    if (this.#names.size > FILES_MAX) throw tooMany()
    this.files.set(name, { name, size, bytes })
  }
}

const tooLarge = (name: string) =>
  new UnreadableSource(`The file ${quoted(name)} has more than ${FILE_MAX / MB} MB.`)
const tooMany = () =>
  new UnreadableSource(`There are more than ${FILES_MAX.toLocaleString('en')} files.`)

/**
 * The files of a ZIP archive, without a folder that has them all. Their bytes are read when they are asked for: the
 * archive must stay as long.
 * @param archive its path, or its bytes
 * @throws UnreadableSource, also when a file is read
 */
export async function openArchive(archive: string | Buffer): Promise<Files> {
  const list = new FileList()
  const withZip = shared(() => opened(archive))
  await withZip(async (zip) => {
    if (zip.entryCount > ENTRIES_MAX) throw tooMany()
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name === null) continue
      assertReadable(entry, name)
      list.add(name, entry.uncompressedSize, () => bytesOf(withZip, entry, name))
    }
  })
  return withoutTop(list.files)
}

type WithZip = <T>(use: (zip: ZipFile) => Promise<T>) => Promise<T>

/** Opens an archive once for what is read of it without a pause: opening takes longer than reading a small file. */
function shared(open: () => Promise<ZipFile>): WithZip {
  let zip: Promise<ZipFile> | null = null
  let uses = 0
  async function closeUnused() {
    const unused = zip
    if (uses > 0 || unused === null) return
    zip = null
    ;(await unused).close()
  }
  return async (use) => {
    uses++
    zip ??= open()
    try {
      return await use(await zip)
    } catch (error) {
      if (error instanceof UnreadableSource) throw error
      throw new UnreadableSource('This file is not a ZIP archive, or it is damaged.', {
        cause: error,
      })
    } finally {
      uses--
      setImmediate(() => closeUnused().catch(() => undefined))
    }
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
  return parts.length === 0 || parts.some((part) => IGNORED.test(part)) ? null : parts.join('/')
}

function assertReadable(entry: Entry, name: string): void {
  if (entry.compressedSize > FILE_MAX) throw tooLarge(name)
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
const bytesOf = (withZip: WithZip, entry: Entry, name: string): Promise<Buffer> =>
  withZip(async (zip) => {
    try {
      const stream = await zip.openReadStreamPromise(entry, { decodeFileData: false })
      const stored = await whole(stream, entry.compressedSize)
      const bytes = entry.compressionMethod === DEFLATED ? inflated(stored, entry) : stored
      if (bytes.length === entry.uncompressedSize && crc32(bytes) === entry.crc32) return bytes
    } catch (error) {
      throw damaged(name, error)
    }
    throw damaged(name)
  })

/** The bytes of a stream of that many, without a second copy of them. */
async function whole(stream: Readable, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let end = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) end += chunk.copy(bytes, end)
  return bytes
}

/** At once: streams take longer for small files, and twice the memory for large ones. @throws where there is more */
const inflated = (stored: Buffer, { uncompressedSize }: Entry): Buffer =>
  inflateRawSync(stored, {
    maxOutputLength: Math.max(1, uncompressedSize),
    // All of it is one chunk, which is not copied.
    chunkSize: Math.max(CHUNK_MIN, uncompressedSize + 1),
  })

const damaged = (name: string, cause?: unknown) =>
  new UnreadableSource(`The file ${quoted(name)} is damaged in the archive.`, { cause })

/** Archives often have one folder with everything. */
function withoutTop(files: Files): Files {
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
export async function openFolder(path: string): Promise<Files> {
  const list = new FileList()
  await addFolder(list, path, '')
  return list.files
}

async function addFolder(list: FileList, folder: string, prefix: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const name = pathOf(`${prefix}${entry.name}`)
    const path = join(folder, entry.name)
    if (name === null) continue
    if (entry.isDirectory()) await addFolder(list, path, `${name}/`)
    else if (entry.isFile()) list.add(name, (await stat(path)).size, () => grownBytes(path, name))
    else throw new UnreadableSource(`${quoted(name)} is a link and not a file.`)
  }
}

/** Its size may have changed since it was counted. */
async function grownBytes(path: string, name: string): Promise<Buffer> {
  if ((await stat(path)).size > FILE_MAX) throw tooLarge(name)
  return readFile(path)
}

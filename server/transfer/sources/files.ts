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
import { IMPORT_FILES_MAX } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { IGNORED_NAMES } from '#shared/transfer.ts'
import { said } from '../../text/sentence.ts'
import { type Files, type SourceFile, UnreadableSource } from './source.ts'

const MB = 1024 * 1024
/** Bytes of one file that is read as a whole. */
export const FILE_MAX = 64 * MB
const TOTAL_MAX = 1024 * MB

export const shortened = (name: string): string => cutText(name, 120)

export class FileBounds {
  #files = 0
  #bytes = 0

  /** @throws UnreadableSource for one file too many */
  count(size: number): void {
    this.#files++
    this.#bytes += size
    if (this.#bytes > TOTAL_MAX)
      throw new UnreadableSource(said('transfer.files_size', { limit: TOTAL_MAX / MB }))
    if (this.#files > IMPORT_FILES_MAX) throw tooMany()
  }
}

export class FileList {
  readonly files = new Map<string, SourceFile>()
  readonly #names = new Set<string>()
  readonly #bounds = new FileBounds()

  /** Names are relative, with `/`. */
  add({ name, size, ...file }: SourceFile): void {
    const caseless = name.toLowerCase()
    if (this.#names.has(caseless))
      throw new UnreadableSource(said('transfer.same_names', { name: shortened(name) }))
    this.#names.add(caseless)
    if (size > FILE_MAX) throw tooLarge(name)
    this.#bounds.count(size)
    this.files.set(name, { name, size, ...file })
  }
}

export const tooLarge = (name: string) =>
  new UnreadableSource(said('transfer.large_file', { name: shortened(name), limit: FILE_MAX / MB }))
const tooMany = () =>
  new UnreadableSource(said('transfer.too_many_files', { limit: IMPORT_FILES_MAX }))

/** Null for what is ignored. Systems write the same letters with accents in two ways: here they are the same. */
export function pathOf(name: string): string | null {
  const parts = name
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  return parts.length === 0 || parts.some((part) => IGNORED_NAMES.test(part))
    ? null
    : parts.join('/')
}

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

/** Entries of an archive, folders and what is ignored included. */
const ENTRIES_MAX = 4 * IMPORT_FILES_MAX

/** Method of compression; others are refused, except none. */
const DEFLATED = 8
/** Bytes of the smallest chunk that the library takes. */
const CHUNK_MIN = 64

/** Bits of the mode of a file that say what it is. */
const KIND_OF_FILE = 0o170000
const REGULAR = 0o100000
const FOLDER = 0o040000

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
      list.add({
        name,
        size: entry.uncompressedSize,
        isGuessed: isGuessed(entry),
        bytes: () => bytesOf(withZip, entry, name),
      })
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
      throw new UnreadableSource(said('transfer.no_archive'), {
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
  const name = decodedName(entry)
  if (validateFileName(name) !== null || name.includes('\0'))
    throw new UnreadableSource(said('transfer.path_outside', { name: shortened(name) }))
  return name.endsWith('/') ? null : pathOf(name)
}

/** Neither its bytes nor the archive say in which encoding a name is. */
const isGuessed = ({ fileNameRaw, extraFields }: Entry): boolean =>
  fileNameRaw.toString().includes('\uFFFD') && !extraFields.some(({ id }) => id === UNICODE_PATH)
const UNICODE_PATH = 0x7075

const LETTERS = /^[\p{L}\p{M}\p{N}\p{ASCII}\p{Zs}\p{P}]*$/u

/** Programs of Macs write UTF-8 without a word about it, and some of Windows its own encoding. */
function decodedName({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string {
  const known = getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  const utf8 = fileNameRaw.toString()
  if (!utf8.includes('\uFFFD')) return utf8
  const windows = new TextDecoder('windows-1252').decode(fileNameRaw)
  return LETTERS.test(known) || !LETTERS.test(windows) ? known : windows
}

function assertReadable(entry: Entry, name: string): void {
  if (entry.compressedSize > FILE_MAX) throw tooLarge(name)
  const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE
  if (kind !== 0 && kind !== REGULAR && kind !== FOLDER)
    throw new UnreadableSource(said('transfer.link_no_file', { name: shortened(name) }))
  if (entry.isEncrypted())
    throw new UnreadableSource(said('transfer.encrypted', { name: shortened(name) }))
  if (!entry.canDecodeFileData())
    throw new UnreadableSource(said('transfer.odd_compression', { name: shortened(name) }))
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

/** All bytes at once: streams take longer for small files, and twice the memory for large ones. @throws where there is more */
const inflated = (stored: Buffer, { uncompressedSize }: Entry): Buffer =>
  inflateRawSync(stored, {
    maxOutputLength: Math.max(1, uncompressedSize),
    // All of it is one chunk, which is not copied.
    chunkSize: Math.max(CHUNK_MIN, uncompressedSize + 1),
  })

const damaged = (name: string, cause?: unknown) =>
  new UnreadableSource(said('transfer.damaged', { name: shortened(name) }), { cause })

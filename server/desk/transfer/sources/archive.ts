import { Readable } from 'node:stream'
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
import { said } from '../../../text/sentence.ts'
import {
  FILE_MAX,
  FileList,
  pathOf,
  type StreamedFiles,
  shortened,
  tooLarge,
  tooMany,
  withoutTop,
} from './fileList.ts'
import { type Files, type Loss, type SourceFile, UnreadableSource } from './source.ts'

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
  const withZip = shared(() => opened(archive))
  await withZip(async (zip) => {
    if (zip.entryCount > ENTRIES_MAX) throw tooMany()
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (name === null) continue
      assertReadable(entry, name, fileMax)
      list.add({
        name,
        size: entry.uncompressedSize,
        isGuessed: isGuessed(entry),
        bytes: () => bytesOf(withZip, entry, name),
        stream: () => Readable.from(chunksOf(archive, entry, name)),
      })
    }
  })
  return list.files
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

/** Names that may be wrong. */
export function guessedNames(files: Iterable<SourceFile>): Loss[] {
  const names = Array.from(files).flatMap(({ name, isGuessed: isOne }) =>
    isOne ? [shortened(name)] : [],
  )
  const problem = said('transfer.guessed_names', { names: names.slice(0, 5), count: names.length })
  return names.length === 0 ? [] : [{ place: said('transfer.place.file'), problem }]
}

const LETTERS = /^[\p{L}\p{M}\p{N}\p{ASCII}\p{Zs}\p{P}]*$/u

/** Programs of Macs write UTF-8 without a word about it, and some of Windows its own encoding. */
function decodedName({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string {
  const known = getFileNameLowLevel(flags, fileNameRaw, extraFields, false)
  const utf8 = fileNameRaw.toString()
  if (!utf8.includes('\uFFFD')) return utf8
  const windows = new TextDecoder('windows-1252').decode(fileNameRaw)
  return LETTERS.test(known) || !LETTERS.test(windows) ? known : windows
}

function assertReadable(entry: Entry, name: string, fileMax: number): void {
  if (entry.compressedSize > fileMax) throw tooLarge(name)
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

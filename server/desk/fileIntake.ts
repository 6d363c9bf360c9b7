import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FILE_NAME_MAX } from '#contract/fields.ts'
import { cutText } from '#shared/cutText.ts'
import type { DB } from '../db/schema.ts'
import { type FileKey, type FileStore, newKey } from '../files/fileStore.ts'
import { errors, Refusal } from '../http/errors.ts'
import { deskErrors } from './errors.ts'

/* The gate of files that the site offers as they are, whichever way they come. */

/** Bytes of a file to download. */
export const DOWNLOAD_BYTES_MAX = 200 * 1024 * 1024

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/
const ANY_TYPE = 'application/octet-stream'

/** A file that is sent; `truncated` says that more was sent than read. */
export type SentFile = {
  readonly filename: string | undefined
  readonly mimetype: string
  readonly file: Readable & { readonly truncated?: boolean }
}
/** Bytes of a file, counted. */
export type Measured = { readonly size: number; readonly digest: string }

/**
 * Stores a file to download.
 * @throws Refusal for a file that is too large or empty; errors of the form and of the store as they are
 */
export async function storeFile(
  files: FileStore,
  sent: SentFile,
): Promise<Pick<DB['desk_uploads'], 'name' | 'file_key' | 'media_type' | 'size' | 'digest'>> {
  const name = fileNameOf(sent.filename)
  const extension = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
  const file_key = newKey('private', extension)
  return { name, file_key, ...typeOf(sent), ...(await storeMeasured(files, file_key, sent)) }
}

const typeOf = ({ mimetype }: SentFile) => ({
  media_type: MEDIA_TYPE.test(mimetype) ? mimetype : ANY_TYPE,
})

/** The file name without its path and control characters; a long one keeps its ending. */
export const fileNameOf = (sent: string | undefined): string => {
  const name = (sent ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .trim()
  return cutName(name ?? '') || 'file'
}

/** Bytes of a name in the file systems of readers. */
const NAME_BYTES_MAX = 255
const ENDING = /(?:\.tar)?\.[\p{L}\p{N}]{1,15}$/u

function cutName(name: string): string {
  const fits = (text: string) =>
    text.length <= FILE_NAME_MAX && Buffer.byteLength(text) <= NAME_BYTES_MAX
  if (fits(name)) return name
  const [ending = ''] = ENDING.exec(name) ?? []
  let stem = cutText(name.slice(0, name.length - ending.length), FILE_NAME_MAX)
  while (!fits(stem + ending)) stem = cutText(stem, stem.length - 1)
  return stem.trimEnd() + ending
}

/** @throws Refusal for a file that is of the wrong kind */
export type AssertKind = (start: Buffer) => void
/** Bytes that tell the kind of a file. */
const START_BYTES = 64

class Measure {
  readonly #sent: SentFile
  readonly #assertKind: AssertKind
  readonly #hash = createHash('sha256')
  #size = 0

  constructor(sent: SentFile, assertKind: AssertKind = () => undefined) {
    this.#sent = sent
    this.#assertKind = assertKind
  }

  async *chunks() {
    const { file } = this.#sent
    let start = Buffer.alloc(0)
    for await (const chunk of file as AsyncIterable<Buffer>) {
      const isBegun = start.length >= START_BYTES
      if (!isBegun) start = Buffer.concat([start, chunk]).subarray(0, START_BYTES)
      if (!isBegun && start.length >= START_BYTES) this.#assertKind(start)
      this.#hash.update(chunk)
      this.#size += chunk.length
      if (this.#size > DOWNLOAD_BYTES_MAX) throw errors.fileTooLarge()
      yield chunk
    }
    if (file.truncated) throw errors.fileTooLarge()
    if (this.#size === 0) throw deskErrors.wrongFile('content')
    if (start.length < START_BYTES) this.#assertKind(start)
  }

  result(): Measured {
    return { size: this.#size, digest: this.#hash.digest('hex') }
  }
}

/** Streams into the store, counted and hashed, never in memory as a whole. */
export async function storeMeasured(
  files: FileStore,
  key: FileKey,
  sent: SentFile,
  assertKind?: AssertKind,
): Promise<Measured> {
  const measure = new Measure(sent, assertKind)
  let refusal: unknown
  const guarded = async function* () {
    try {
      yield* measure.chunks()
    } catch (error) {
      // A failure of the store ends up here, too, when it stops reading.
      if (error instanceof Refusal) refusal = error
      throw error
    }
  }
  try {
    await files.put(key, Readable.from(guarded()))
  } catch (error) {
    // The store wraps the error.
    throw refusal ?? error
  }
  return measure.result()
}

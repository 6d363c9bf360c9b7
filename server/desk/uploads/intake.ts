import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { DOWNLOAD_BYTES_MAX } from '#contract/desk.ts'
import { IMAGE_BYTES_MAX } from '#contract/limits.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import { type FileKey, type FileStore, newKey } from '../../files/fileStore.ts'
import { takeIncoming } from '../../files/incoming.ts'
import { publicAddress, storeImage } from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { deskErrors } from '../errors.ts'
import type { Upload } from './repository.ts'

export type StoredUpload = Omit<Upload, 'id' | 'created_by' | 'created_at'>

const CAPTIONS_BYTES_MAX = 1024 * 1024
export const BYTES_MAX: Readonly<Record<UploadPurpose, number>> = {
  picture: IMAGE_BYTES_MAX,
  file: DOWNLOAD_BYTES_MAX,
  video: DOWNLOAD_BYTES_MAX,
  webm: DOWNLOAD_BYTES_MAX,
  captions: CAPTIONS_BYTES_MAX,
}

const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,80}$/

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
type VideoFormat = {
  readonly extension: string
  readonly kind: string
  readonly matches: (start: Buffer) => boolean
}
const VIDEO_FORMATS: Readonly<Record<'video' | 'webm', VideoFormat>> = {
  video: {
    extension: 'mp4',
    kind: 'MP4 film',
    matches: (start) => start.subarray(4, 8).toString('latin1') === 'ftyp',
  },
  webm: {
    extension: 'webm',
    kind: 'WebM film',
    // The EBML header is the same for all of Matroska; the name of the format is in it.
    matches: (start) =>
      start.subarray(0, 4).equals(EBML) && start.subarray(0, 64).includes('webm', 'latin1'),
  },
}

/** `response`: of the request that uploads. */
export type Intake = Pick<Deps, 'files' | 'gates' | 'settings'> & { readonly response: Writable }

/** Brings a file that is being uploaded into the store. @throws Refusal for a file that is too large or of the wrong kind */
export async function storeUpload(
  intake: Intake,
  purpose: UploadPurpose,
  part: MultipartFile,
): Promise<StoredUpload> {
  const { files } = intake
  const name = nameOf(part.filename)
  if (purpose === 'picture') return storePicture(intake, name, part)
  if (purpose === 'captions') return storeCaptions(files, name, part)
  if (purpose === 'file') {
    const extension = /\.([a-z0-9]{2,5})$/i.exec(name)?.[1]?.toLowerCase() ?? 'bin'
    const file_key = newKey('private', extension)
    const media_type = MEDIA_TYPE.test(part.mimetype) ? part.mimetype : 'application/octet-stream'
    const stored = await storeStream(files, file_key, part)
    return { purpose, name, media_type, file_key, picture: null, ...stored }
  }
  const format = VIDEO_FORMATS[purpose]
  const file_key = newKey('public', format.extension)
  const stored = await storeStream(files, file_key, part, format)
  const media_type = `video/${format.extension}`
  return { purpose, name, media_type, file_key, picture: null, ...stored }
}

/** Browsers may send a path. Control characters are not allowed in file names. */
const nameOf = (sent: string | undefined): string =>
  (sent ?? '')
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, 200)
    .trim() || 'file'

/** Streams into the store, counting and hashing; the file is never in memory as a whole. */
async function storeStream(
  files: FileStore,
  key: FileKey,
  { file }: MultipartFile,
  format?: VideoFormat,
): Promise<{ size: number; digest: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of file as AsyncIterable<Buffer>) {
      if (size === 0 && format?.matches(chunk) === false) throw deskErrors.wrongFile(format.kind)
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
    if (file.truncated) throw errors.fileTooLarge()
    if (size === 0) throw deskErrors.wrongFile('file with content')
  }
  let failure: unknown
  const guarded = async function* () {
    try {
      yield* measured()
    } catch (error) {
      failure = error
      throw error
    }
  }
  try {
    await files.put(key, Readable.from(guarded()))
  } catch (error) {
    // The store wraps the error of the stream.
    throw failure ?? error
  }
  return { size, digest: hash.digest('hex') }
}

async function storePicture(
  { files, gates, settings, response }: Intake,
  name: string,
  { file }: MultipartFile,
): Promise<StoredUpload> {
  const { path, size, digest } = await takeIncoming(settings.dataDir, file, response)
  if (file.truncated) throw errors.fileTooLarge()
  const picture = await gates.images(() => storeImage(files, path))
  return {
    purpose: 'picture',
    name,
    media_type: picture.key.endsWith('.png') ? 'image/png' : 'image/jpeg',
    size,
    digest,
    file_key: `public/${picture.key}`,
    picture: JSON.stringify(picture),
  }
}

async function storeCaptions(
  files: FileStore,
  name: string,
  part: MultipartFile,
): Promise<StoredUpload> {
  const bytes = await part.toBuffer()
  // The parser ends the stream at the limit without an error.
  if (part.file.truncated) throw errors.fileTooLarge()
  if (!/^\uFEFF?WEBVTT(\s|$)/.test(bytes.toString('utf8')))
    throw deskErrors.wrongFile('WebVTT file')
  const key = newKey('public', 'vtt')
  await files.put(key, bytes)
  return {
    purpose: 'captions',
    name,
    media_type: 'text/vtt',
    size: bytes.length,
    digest: createHash('sha256').update(bytes).digest('hex'),
    file_key: key,
    picture: null,
  }
}

/** Of a picture, to show it before its record is saved. */
export const urlOf = ({ purpose, file_key }: StoredUpload): string | null =>
  purpose === 'picture' ? publicAddress(file_key.slice('public/'.length)) : null

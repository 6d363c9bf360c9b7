import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'

import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import { IMPORT_BYTES_MAX } from '#contract/transfer.ts'
import { deskErrors } from '../../desk/errors.ts'
import {
  type AssertKind,
  DOWNLOAD_BYTES_MAX,
  fileNameOf,
  storeFile,
  storeMeasured,
} from '../../desk/fileIntake.ts'
import type { Upload } from '../../desk/uploads.ts'
import { type FileStore, newKey } from '../../files/fileStore.ts'
import { takeIncoming } from '../../files/incoming.ts'
import { publicUrlPath } from '../../files/pictureNames.ts'
import { storeImage } from '../../files/pictures.ts'
import type { Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'

export type StoredUpload = Omit<Upload, 'id' | 'created_by' | 'created_at'>

const CAPTIONS_BYTES_MAX = 1024 * 1024
export const BYTES_MAX: Readonly<Record<UploadPurpose, number>> = {
  picture: IMAGE_BYTES_MAX,
  text: IMAGE_BYTES_MAX,
  file: DOWNLOAD_BYTES_MAX,
  import: IMPORT_BYTES_MAX,
  video: DOWNLOAD_BYTES_MAX,
  webm: DOWNLOAD_BYTES_MAX,
  captions: CAPTIONS_BYTES_MAX,
}

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
/** Major brands of MP4 films (mp4ra.org). HEIC, AVIF, M4A and QuickTime begin with the same box under other brands. */
const MP4_BRANDS = /^(?:iso[m2-9a-c]|mp4[12]|mp71|avc1|dash|cmfc|MSNV|F4V |M4V[ HP])$/
type Film = {
  readonly ending: 'mp4' | 'webm'
  readonly matches: (start: Buffer) => boolean
}
const FILMS: Readonly<Record<'video' | 'webm', Film>> = {
  video: {
    ending: 'mp4',
    matches: (start) =>
      start.subarray(4, 8).toString('latin1') === 'ftyp' &&
      MP4_BRANDS.test(start.subarray(8, 12).toString('latin1')),
  },
  webm: {
    ending: 'webm',
    // The EBML header names the format; it is the same for all of Matroska.
    matches: (start) => start.subarray(0, 4).equals(EBML) && start.includes('webm', 'latin1'),
  },
}

/** `response`: of the request that uploads the file. */
export type IntakeDeps = Pick<Deps, 'files' | 'gates' | 'settings'> & {
  readonly response: Writable
}

/**
 * Stores an upload.
 * @throws Refusal for a file that is too large or of the wrong kind; errors of the form and of the store as they are
 */
export async function storeUpload(
  deps: IntakeDeps,
  purpose: UploadPurpose,
  part: MultipartFile,
): Promise<StoredUpload> {
  const { files } = deps
  const name = fileNameOf(part.filename)
  if (purpose === 'picture' || purpose === 'text') return takePicture(deps, purpose, name, part)
  if (purpose === 'captions') return takeCaptions(files, name, part)
  const upload = { purpose, name, picture: null }
  if (purpose === 'video' || purpose === 'webm') {
    const film = FILMS[purpose]
    const file_key = newKey('public', film.ending)
    const assertFilm: AssertKind = (start) => {
      if (!film.matches(start)) throw deskErrors.wrongFile(film.ending)
    }
    const sizes = await storeMeasured(files, file_key, part, assertFilm)
    return { ...upload, media_type: `video/${film.ending}`, file_key, ...sizes }
  }
  return { ...upload, ...(await storeFile(files, part)) }
}

async function takePicture(
  { files, gates, settings, response }: IntakeDeps,
  purpose: 'picture' | 'text',
  name: string,
  { file }: MultipartFile,
): Promise<StoredUpload> {
  const { path, size, digest } = await takeIncoming(settings.dataDir, file, response)
  if (file.truncated) throw errors.fileTooLarge()
  const stored = await gates.images(() => storeImage(files, path))
  const media_type = stored.key.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const file_key = `public/${stored.key}`
  const picture = JSON.stringify(stored)
  return { purpose, name, media_type, size, digest, file_key, picture }
}

async function takeCaptions(
  files: FileStore,
  name: string,
  part: MultipartFile,
): Promise<StoredUpload> {
  const bytes = await part.toBuffer()
  // The parser truncates at the limit without an error.
  if (part.file.truncated) throw errors.fileTooLarge()
  if (!/^\uFEFF?WEBVTT(\s|$)/.test(bytes.toString('utf8'))) throw deskErrors.wrongFile('captions')
  const file_key = newKey('public', 'vtt')
  await files.put(file_key, bytes)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const upload = { purpose: 'captions', name, media_type: 'text/vtt', picture: null } as const
  return { ...upload, file_key, size: bytes.length, digest }
}

/** The URL of a picture, also of one that belongs to no record yet. */
export const urlPathOf = ({ picture, file_key }: StoredUpload): string | null =>
  picture !== null ? publicUrlPath(file_key.slice('public/'.length)) : null

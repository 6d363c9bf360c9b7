import { createHash, randomBytes } from 'node:crypto'
import type { Writable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import type { MemberId } from '#contract/ids.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import { IMPORT_BYTES_MAX } from '#contract/transfer.ts'
import type { Upload as UploadResponse } from '#contract/uploads.ts'
import { announcing, claimFile, deleteLoose } from '../../db/looseFiles.ts'
import { insertRow, type Read } from '../../db/rows.ts'
import { auditedChange } from '../../desk/audit.ts'
import { deskRouteOf } from '../../desk/changeRoute.ts'
import { deskErrors } from '../../desk/errors.ts'
import {
  DOWNLOAD_BYTES_MAX,
  deleteUnusedUploads,
  fileNameOf,
  storeFile,
  storeMeasured,
  type Upload,
  uploadedFile,
} from '../../desk/uploads.ts'
import { type FileStore, newKey } from '../../files/fileStore.ts'
import { takeIncoming } from '../../files/incoming.ts'
import { publicUrlPath } from '../../files/pictureNames.ts'
import { storeImage } from '../../files/pictures.ts'
import { type App, type Deps, limited, scope } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { ofForm } from '../../http/plugins/multipart.ts'
import { deleteOldImports } from '../../transfer/imports.ts'
import { UNDO_MS } from '../../transfer/undo.ts'
import type { Module } from '../face.ts'
import { uploadsData } from './personalDataRepository.ts'

export const uploads = {
  make: (given: Pick<UploadsDeps, 'keepTextPicture'>): Module => ({
    async desk(desk, deps) {
      const all = { ...deps, ...given }
      await desk.register(scope('uploads', async (bodies) => uploadsRoutes(bodies, all)))
    },
    personalData: uploadsData,
    expiries: { imports: { expire: deleteOldImports, keptMs: UNDO_MS } },
    cleanUp: deleteUnusedUploads,
  }),
}

type StoredUpload = Omit<Upload, 'id' | 'created_by' | 'created_at'>

const CAPTIONS_BYTES_MAX = 1024 * 1024
const BYTES_MAX: Readonly<Record<UploadPurpose, number>> = {
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
type IntakeDeps = Pick<Deps, 'files' | 'gates' | 'settings'> & {
  readonly response: Writable
}

/**
 * Stores an upload.
 * @throws Refusal for a file that is too large or of the wrong kind; errors of the form and of the store as they are
 */
async function storeUpload(
  deps: IntakeDeps,
  purpose: UploadPurpose,
  part: MultipartFile,
): Promise<StoredUpload> {
  const { files } = deps
  const name = fileNameOf(part.filename)
  if (purpose === 'picture' || purpose === 'text')
    return { purpose, name, ...(await takePicture(deps, part)) }
  if (purpose === 'captions') return takeCaptions(files, name, part)
  const upload = { purpose, name, picture: null }
  if (purpose === 'video' || purpose === 'webm') {
    const film = FILMS[purpose]
    const file_key = newKey('public', film.ending)
    const assertKind = (start: Buffer) => {
      if (!film.matches(start)) throw deskErrors.wrongFile(film.ending)
    }
    const sizes = await storeMeasured(files, file_key, { file: part.file, assertKind })
    return { ...upload, media_type: `video/${film.ending}`, file_key, ...sizes }
  }
  return { ...upload, ...(await storeFile(files, part)) }
}

async function takePicture(
  { files, gates, settings, response }: IntakeDeps,
  { file }: MultipartFile,
): Promise<Omit<StoredUpload, 'purpose' | 'name'>> {
  const { path, size, digest } = await takeIncoming(settings.dataDir, file, response)
  if (file.truncated) throw errors.fileTooLarge()
  const stored = await gates.images(() => storeImage(files, path))
  const media_type = stored.key.endsWith('.png') ? 'image/png' : 'image/jpeg'
  const file_key = `public/${stored.key}`
  const picture = JSON.stringify(stored)
  return { media_type, size, digest, file_key, picture }
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
const urlPathOf = ({ picture, file_key }: StoredUpload): string | null =>
  picture !== null ? publicUrlPath(file_key.slice('public/'.length)) : null

type UploadsDeps = Deps & {
  readonly keepTextPicture: (w: Read, picture: string, member: MemberId) => Promise<void>
}

/** Files for records: sent first, then named by the record's create or update. */
async function uploadsRoutes(desk: App, deps: UploadsDeps): Promise<void> {
  await desk.register(multipart, {
    limits: { files: 1, fields: 5, fieldNameSize: 100, fieldSize: 1000, headerPairs: 16 },
  })
  const create = deskRouteOf('uploads', 'create')
  desk.route({
    ...create,
    config: { ...create.config, isAudited: true, takesFiles: true, ...limited(120, 10) },
    handler: async (request, reply) => {
      const { purpose } = request.params as { purpose: UploadPurpose }
      const response = await createUpload({ ...deps, response: reply.raw }, purpose, request)
      return reply.status(201).send(response)
    },
  })
}

async function createUpload(
  deps: UploadsDeps & IntakeDeps,
  purpose: UploadPurpose,
  request: FastifyRequest,
): Promise<UploadResponse> {
  const { deskUser: actor, log } = request
  // The file is read before the transaction: a slow connection must not keep the database locked.
  const part = await filePart(request, BYTES_MAX[purpose])
  const files = announcing(deps.files, deps.db, deps.clock)
  const stored = await ofForm(part.file, storeUpload({ ...deps, files }, purpose, part))
  const id = randomBytes(16).toString('hex')
  const { name, media_type, size } = stored
  const upload = { ...stored, id, created_by: actor.id, created_at: deps.clock() }
  const what = { resource: 'uploads', action: 'create', log }
  try {
    return await auditedChange(deps, actor, what, async (w) => {
      if (purpose === 'text' && upload.picture !== null)
        await deps.keepTextPicture(w, upload.picture, actor.id)
      else {
        await claimFile(w.db, upload.file_key)
        await insertRow(w.db, 'desk_uploads', upload)
      }
      const after = { purpose, name, media_type, size }
      const response = { id, name, media_type, size, url: urlPathOf(stored) }
      return { record: id, before: null, after, response }
    })
  } catch (error) {
    await deleteLoose(deps.db, deps.files, [uploadedFile(upload)]).catch((failure: unknown) =>
      log.error({ err: failure, key: upload.file_key }, 'a file stays behind'),
    )
    throw error
  }
}

async function filePart(request: FastifyRequest, fileSize: number): Promise<MultipartFile> {
  if (!request.isMultipart()) throw errors.badForm()
  const part = await request.file({ limits: { fileSize }, throwFileSizeLimit: false }).catch(() => {
    throw errors.badForm()
  })
  if (part === undefined) throw errors.badForm()
  return part
}

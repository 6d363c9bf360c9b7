import { randomBytes } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import type { UploadPurpose } from '#contract/sets.ts'
import type { Upload as UploadResponse } from '#contract/uploads.ts'
import { announcing, claimFile, deleteLoose } from '../../db/looseFiles.ts'
import { insertRow } from '../../db/rows.ts'
import type { Read } from '../../db/schema.ts'
import { auditedChange } from '../../desk/audit.ts'
import { deskRouteOf } from '../../desk/changeRoute.ts'
import { uploadedFile } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { ofForm } from '../../http/plugins/multipart.ts'
import { limited } from '../../http/serve.ts'
import { BYTES_MAX, storeUpload, urlPathOf } from './intake.ts'

export type UploadsDeps = Deps & {
  readonly keepTextPicture: (w: Read, picture: string, member: MemberId) => Promise<void>
}

/** Files for records: sent first, then named by the record's create or update. */
export async function uploadsModule(desk: App, deps: UploadsDeps): Promise<void> {
  await desk.register(multipart, {
    limits: { files: 1, fields: 5, fieldNameSize: 100, fieldSize: 1000, headerPairs: 16 },
  })
  const create = deskRouteOf('uploads', 'create')
  desk.route({
    ...create,
    config: { ...create.config, isAudited: true, takesFiles: true, ...limited(120, 10) },
    handler: async (request, reply) => {
      const { purpose } = request.params as { purpose: UploadPurpose }
      return reply.status(201).send(await createUpload(deps, purpose, request, reply))
    },
  })
}

async function createUpload(
  deps: UploadsDeps,
  purpose: UploadPurpose,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UploadResponse> {
  const { deskUser: actor, log } = request
  // The file is read before the transaction: a slow connection must not keep the database locked.
  const part = await filePart(request, BYTES_MAX[purpose])
  const files = announcing(deps.files, deps.db, deps.clock)
  const stored = await ofForm(
    part.file,
    storeUpload({ ...deps, files, response: reply.raw }, purpose, part),
  )
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

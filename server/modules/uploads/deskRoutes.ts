import { randomBytes } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { acting } from '../../desk/auditedChange.ts'
import { deskCall } from '../../desk/changeRoute.ts'
import { forgetUpload, insertUpload, type Upload } from '../../desk/uploads.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors, Refusal } from '../../http/errors.ts'
import { refusalOf } from '../../http/failures.ts'
import { limited } from '../../http/serve.ts'
import { BYTES_MAX, storeUpload, urlPathOf } from './intake.ts'

/** Files are uploaded once; the create or update of a record then names the upload. */
export async function uploadsModule(desk: App, deps: Deps): Promise<void> {
  const { files } = deps
  await desk.register(multipart, {
    limits: { files: 1, fields: 5, fieldNameSize: 100, fieldSize: 1000, headerPairs: 16 },
  })

  const create = deskCall('uploads', 'create')
  desk.route({
    ...create,
    config: { ...create.config, isAccountedFor: true, takesFiles: true, ...limited(120, 10) },
    handler: async (request, reply) => {
      const sent = { ...deps, response: reply.raw }
      const { purpose } = request.params as { purpose: Upload['purpose'] }
      const who = request.deskUser
      // Before the transaction, which a slow line must not prolong.
      const taken = await storeUpload(
        sent,
        purpose,
        await filePart(request, BYTES_MAX[purpose]),
      ).catch((error: unknown) => {
        throw isParserError(error) ? errors.badForm() : error
      })
      const id = randomBytes(16).toString('hex')
      const { name, media_type, size } = taken
      const upload = { ...taken, id, created_by: who.id, created_at: deps.clock() }
      const answer = { id, name, media_type, size, url: urlPathOf(taken) }
      const what = { resource: 'uploads', action: 'create', log: request.log }
      try {
        await acting(deps, who, what, async (tx) => {
          await insertUpload(tx, upload)
          return { record: id, before: null, after: { purpose, name, media_type, size }, answer }
        })
      } catch (error) {
        await forgetUpload(files, upload).catch((left: unknown) =>
          request.log.error({ err: left, key: upload.file_key }, 'a file stays behind'),
        )
        throw error
      }
      return reply.status(201).send(answer)
    },
  })
}

async function filePart(request: FastifyRequest, fileSize: number): Promise<MultipartFile> {
  if (!request.isMultipart()) throw errors.badForm()
  const part = await request.file({ limits: { fileSize }, throwFileSizeLimit: false }).catch(() => {
    throw errors.badForm()
  })
  if (part === undefined) throw errors.badForm()
  return part
}

/** Errors of the store, such as a full disk, may match the pattern, too. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Refusal) &&
  refusalOf(error) === null &&
  /form|multipart|part|boundary|aborted|premature/i.test(error.message)

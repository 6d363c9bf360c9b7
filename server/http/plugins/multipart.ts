import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import { codeOf } from '../../config/thrown.ts'
import { type IncomingFile, takeIncoming } from '../../files/incoming.ts'
import type { App } from '../deps.ts'
import { errors, Refusal } from '../errors.ts'

type FileLimits = {
  readonly bytes: number
  readonly dataDir: string
}

/** More than the longest text of the contract in UTF-8: none is truncated unnoticed. */
const FIELD_BYTES_MAX = 100_000
const FIELDS = 30
/** A browser sends three. */
const PART_HEADERS = 16

export async function takeForms(scope: App): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fieldNameSize: 100,
      fieldSize: FIELD_BYTES_MAX,
      fields: FIELDS,
      headerPairs: PART_HEADERS,
    },
  })
}

/**
 * Reads a form: its texts into memory, its files onto the disk until the response is sent. An empty file input counts
 * as absent.
 * @param limits absent: the form may hold no file
 * @throws Refusal `bad_form` for a malformed or truncated form, a repeated name or too many files; `file_too_large`
 */
export async function readForm(request: FastifyRequest, reply: FastifyReply, limits?: FileLimits) {
  if (!request.isMultipart()) throw errors.badForm()
  const fields: Record<string, string> = {}
  const files: Record<string, IncomingFile> = {}
  let failure: unknown
  try {
    const parts = request.parts({
      limits: { files: limits === undefined ? 1 : 2, fileSize: limits?.bytes ?? 1 },
    })
    for await (const part of parts) {
      if (part.fieldname in fields || part.fieldname in files) throw errors.badForm()
      if (part.type === 'file') {
        if (limits === undefined) {
          const bytes = await part.toBuffer()
          if (bytes.length > 0 || part.filename) throw errors.badForm()
          continue
        }
        const taken = takeIncoming(limits.dataDir, part.file, reply.raw)
        const file = await ofForm(part.file, taken).catch((error: unknown) => {
          failure = error
          throw error
        })
        if (part.file.truncated) throw errors.fileTooLarge()
        if (file.size > 0 || part.filename) files[part.fieldname] = file
      } else if (typeof part.value === 'string' && !part.valueTruncated) {
        fields[part.fieldname] = part.value
      } else {
        throw errors.badForm()
      }
    }
  } catch (error) {
    // Errors of the parser have no status; a malformed form is a mistake of the caller, a full disk is not.
    if (error instanceof Refusal || error === failure) throw error
    const isTooLarge = codeOf(error) === TOO_LARGE
    throw isTooLarge && limits !== undefined ? errors.fileTooLarge() : errors.badForm()
  }
  return { fields, files }
}

const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'

/**
 * Distinguishes a truncated form from a failure of the destination of its file.
 * @param file of a form
 * @param work that reads the file
 * @throws Refusal `bad_form` or `file_too_large` for errors of the form; any error of the disk or the store as it is
 */
export async function ofForm<T>(file: Readable, work: Promise<T>): Promise<T> {
  let broken: unknown
  file.once('error', (error) => {
    broken = error
  })
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (codeOf(broken ?? error) === TOO_LARGE) throw errors.fileTooLarge()
    // A lost connection destroys the file without an error of its own.
    const isBroken = broken !== undefined || codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE'
    throw isBroken ? errors.badForm() : error
  }
}

/** Concurrent uploads of one member: a second tab, but no flood. */
const UPLOADS_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 5

/**
 * Refuses further uploads of a member while others run. Use it as `onRequest` after the member hook: the body of a
 * refused request is not read.
 */
export function limitUploads(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const underway = new Map<MemberId, number>()
  return async ({ memberId }, { raw }) => {
    const count = underway.get(memberId) ?? 0
    if (count >= UPLOADS_AT_ONCE) throw errors.tooManyRequests(RETRY_AFTER_SECONDS)
    underway.set(memberId, count + 1)
    raw.once('close', () => {
      const left = (underway.get(memberId) ?? 1) - 1
      if (left === 0) underway.delete(memberId)
      else underway.set(memberId, left)
    })
  }
}

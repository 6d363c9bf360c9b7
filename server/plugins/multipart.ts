import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { App } from '../deps.ts'
import { errors } from '../errors.ts'

export type Form = {
  readonly fields: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, Buffer>>
}
type Limits = {
  /** Bytes of one file; without it the form may hold none. */
  readonly fileBytes?: number
}

/** Bytes of one text: more than the longest text of the contract has in UTF-8, so that none is cut unseen. */
const FIELD_BYTES = 100_000
const FIELDS = 30

/** Lets the routes of a scope take forms (`multipart/form-data`); they read them with `readForm`. */
export async function takeForms(scope: App): Promise<void> {
  await scope.register(multipart, { limits: { fieldSize: FIELD_BYTES, fields: FIELDS } })
}

/**
 * Reads a whole form into memory. A file input that was left empty counts as absent.
 * @throws Refusal `bad_form` for a body that is no form, is cut short, repeats a name or holds a file too
 *   many; `file_too_large`
 */
export async function readForm(request: FastifyRequest, limits: Limits = {}): Promise<Form> {
  if (!request.isMultipart()) throw errors.badForm()
  const fields: Record<string, string> = {}
  const files: Record<string, Buffer> = {}
  const { fileBytes } = limits
  try {
    const parts = request.parts({
      limits: { files: fileBytes === undefined ? 1 : 2, fileSize: fileBytes ?? 1 },
    })
    for await (const part of parts) {
      if (part.fieldname in fields || part.fieldname in files) throw errors.badForm()
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        const isEmpty = bytes.length === 0 && !part.filename
        if (isEmpty) continue
        if (fileBytes === undefined) throw errors.badForm()
        files[part.fieldname] = bytes
      } else if (typeof part.value === 'string' && !part.valueTruncated) {
        fields[part.fieldname] = part.value
      } else {
        throw errors.badForm()
      }
    }
  } catch (error) {
    // The parser's errors have no status of their own; a wrong form is the caller's (SERVER trap 3).
    const isTooLarge = error instanceof Error && 'code' in error && error.code === TOO_LARGE
    throw isTooLarge && fileBytes !== undefined ? errors.fileTooLarge() : errors.badForm()
  }
  return { fields, files }
}

const TOO_LARGE = 'FST_REQ_FILE_TOO_LARGE'

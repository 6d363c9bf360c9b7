import type { FastifyReply, FastifyRequest } from 'fastify'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import { ANY } from '#contract/lists.ts'
import type { IncomingFile } from '../../files/incoming.ts'
import type { App } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { readForm, takeForms } from '../../http/plugins/multipart.ts'
import { refuseBadText } from '../../http/plugins/textGuard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The uploaded image of an entry's form; deleted after the response. */
    entryImage: IncomingFile | null
  }
}

/** Lets the routes of a scope read the form of an entry with `readEntryForm`. */
export async function takeEntryForms(scope: App): Promise<void> {
  await takeForms(scope)
  scope.decorateRequest('entryImage', null)
}

/**
 * Hook for `preValidation`: the fields of the form become the body that the schema validates, its file `entryImage`.
 * The name and the type that the client claims for the file are ignored.
 */
export const readEntryForm =
  (dataDir: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { fields, files } = await readForm(request, reply, { bytes: IMAGE_BYTES_MAX, dataDir })
    const { image, ...foreign } = files
    if (Object.keys(foreign).length > 0) throw errors.badForm()
    // Rejects text in the place of the file. Forms send an empty one without a file.
    if (fields.image) throw errors.invalidImage()
    request.entryImage = image ?? null
    const { title, entry_type, entry_subtype, format } = fields
    request.body = {
      title,
      entry_type: numberIn(entry_type),
      ...(isChosen(entry_subtype) && { entry_subtype: numberIn(entry_subtype) }),
      ...(format !== undefined && { format }),
    }
    await refuseBadText(request)
  }

/** Forms have texts only; an empty one counts as missing. */
const numberIn = (text = ''): string | number | undefined =>
  /^\d{1,10}$/.test(text) ? Number(text) : text || undefined

/** A sub-type is optional, and clients send "none" in several ways. */
const isChosen = (text: string | undefined): boolean =>
  text !== undefined && !['', ANY, 'null', 'undefined'].includes(text)

import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANY, IMAGE_BYTES_MAX } from '#contract/limits.ts'
import type { IncomingFile } from '../../files/incoming.ts'
import type { App } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { readForm, takeForms } from '../../http/plugins/multipart.ts'
import { refuseBadText } from '../../http/plugins/textGuard.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The file part of an entry's form, as it came; gone with the response. */
    entryImage: IncomingFile | null
  }
}

/** Lets the routes of a scope read the form of an entry with `readEntryForm`. */
export async function takeEntryForms(scope: App): Promise<void> {
  await takeForms(scope)
  scope.decorateRequest('entryImage', null)
}

/**
 * Reads the form: its texts become the body that the schema checks, its one file `entryImage`. Use as
 * `preValidation`. What the file is called and says of itself plays no part.
 */
export const readEntryForm =
  (dataDir: string) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { fields, files } = await readForm(request, reply, { bytes: IMAGE_BYTES_MAX, dataDir })
    const { image, ...foreign } = files
    if (Object.keys(foreign).length > 0) throw errors.badForm()
    // Text where the file belongs: an empty one says that there is none.
    if (fields.image) throw errors.invalidImage()
    request.entryImage = image ?? null
    const { title, entry_type, entry_subtype } = fields
    request.body = {
      title,
      entry_type: numberIn(entry_type),
      ...(isChosen(entry_subtype) && { entry_subtype: numberIn(entry_subtype) }),
    }
    await refuseBadText(request)
  }

/** Forms have texts only; an empty one says nothing. */
const numberIn = (text = ''): string | number | undefined =>
  /^\d{1,10}$/.test(text) ? Number(text) : text || undefined

/** A sub-type is optional, and forms have several ways to say nothing. */
const isChosen = (text: string | undefined): boolean =>
  text !== undefined && !['', ANY, 'null', 'undefined'].includes(text)

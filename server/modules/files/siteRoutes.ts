import Type from 'typebox'
import { ErrorBody, fileResponse } from '#contract/schemas/shared.ts'
import { publicKey } from '../../files/fileStore.ts'
import { makeVariant, originalOf } from '../../files/pictures.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { sendStored } from '../../http/plugins/storedFile.ts'

/** Public files by ending. What is not here is not shown to browsers. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
}
/** A name is random and never given twice, so its bytes never change. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Feed readers in a browser show pictures from their own pages. What is on this shelf is for everybody who knows its
 * name; private files, and films for their size, stay with the site.
 */
const SHOWN_ELSEWHERE = { 'cross-origin-resource-policy': 'cross-origin' }

/** Pictures and films that pages show. The address is the secret: nobody finds one by guessing. */
export function filesModule(open: App, { files, gates }: Pick<Deps, 'files' | 'gates'>): void {
  const making = new Map<string, Promise<boolean>>()
  /** Many visitors who ask for the same new variant wait for one drawing of it. */
  function variant(name: string): Promise<boolean> {
    const made = making.get(name) ?? make(name).finally(() => making.delete(name))
    making.set(name, made)
    return made
  }
  /** A name that no picture has does not wait behind pictures that are being drawn. */
  const make = async (name: string): Promise<boolean> =>
    (await originalOf(files, name)) !== null && gates.images(() => makeVariant(files, name))

  open.route({
    method: 'GET',
    url: '/files/:name',
    schema: {
      operationId: 'getFile',
      tags: ['Files'],
      summary: 'An image or video; supports range requests',
      params: Type.Object({ name: Type.String({ maxLength: 60 }) }),
      response: {
        200: fileResponse('The file', 'image/*', 'video/mp4', 'text/vtt'),
        404: ErrorBody,
        416: ErrorBody,
      },
    },
    handler: async (request, reply) => {
      const { name } = request.params
      const key = publicKey(name)
      const mediaType = MEDIA_TYPES[name.split('.').pop() ?? '']
      if (key === null || mediaType === undefined) throw errors.notFound()
      const isThere = (await files.size(key)) !== null || (await variant(name))
      if (!isThere) throw errors.notFound()
      return sendStored(request, reply, files, {
        key,
        mediaType,
        etag: `"${name}"`,
        cacheControl: FOREVER,
        shields: mediaType.startsWith('image/') ? SHOWN_ELSEWHERE : {},
      })
    },
  })
}

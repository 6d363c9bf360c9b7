import Type from 'typebox'
import type { App, Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { publicKey } from '../../files/fileStore.ts'
import { makeVariant, originalOf } from '../../files/pictures.ts'
import { sendStored } from '../../plugins/storedFile.ts'

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
      summary: 'A picture or film; answers ranges',
      params: Type.Object({ name: Type.String({ maxLength: 60 }) }),
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
      })
    },
  })
}

import Type from 'typebox'
import { ErrorBody, fileResponse } from '#contract/shapes.ts'
import { sweepLooseFiles } from '../../db/looseFiles.ts'
import { publicKey } from '../../files/fileStore.ts'
import { deleteIncoming, INCOMING_KEPT_MS } from '../../files/incoming.ts'
import { makeVariant, originalOf } from '../../files/pictures.ts'
import { API_BASE } from '../../http/apiBase.ts'
import { type App, type Deps, scope } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { sendStored } from '../../http/plugins/storedFile.ts'
import type { Module } from '../face.ts'

export const files = {
  make: (): Module => ({
    site: (deps) => ({ open: (open) => filesRoutes(open, deps) }),
    // The desk's pages show the site's pictures and films under the same URLs.
    async deskFiles(app, deps) {
      await app.register(
        scope('files', async (open) => filesRoutes(open, deps)),
        { prefix: API_BASE },
      )
    },
    async cleanUp({ db, clock, files: store, settings }) {
      await sweepLooseFiles(db, store, clock() - INCOMING_KEPT_MS)
      await deleteIncoming(settings.dataDir, Date.now() - INCOMING_KEPT_MS)
    },
  }),
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
}
/** Names are random and never reused, so the bytes never change. */
const FOREVER = 'public, max-age=31536000, immutable'

/** Feed readers in a browser embed pictures in their own pages. Films are excluded because of their size. */
const EMBEDDABLE = { 'cross-origin-resource-policy': 'cross-origin' }

/** Pictures and films of pages. The random name is the only protection. */
function filesRoutes(open: App, { files, gates }: Pick<Deps, 'files' | 'gates'>): void {
  const renderings = new Map<string, Promise<boolean>>()
  /** Concurrent requests for a new variant share its rendering. */
  function variant(name: string): Promise<boolean> {
    const rendering = renderings.get(name) ?? render(name).finally(() => renderings.delete(name))
    renderings.set(name, rendering)
    return rendering
  }
  /** The check precedes the gate: requests for unknown names do not queue behind renderings. */
  const render = async (name: string): Promise<boolean> =>
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
      return sendStored(reply, files, {
        key,
        mediaType,
        etag: `"${name}"`,
        cacheControl: FOREVER,
        security: mediaType.startsWith('image/') ? EMBEDDABLE : {},
      })
    },
  })
}

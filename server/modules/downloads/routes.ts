import { create as contentDisposition } from 'content-disposition'
import { contentRoutes } from '#contract/routes.ts'
import { contentSchemas } from '#contract/schemas/content.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import { asJson, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { sendStored } from '../../http/plugins/storedFile.ts'
import { routeOf } from '../../http/serve.ts'
import { presentCategories } from './present.ts'
import { downloadsRepository as downloads } from './repository.ts'

/** Files to take home (behaviour 7). */
export function downloadsModule(open: App, { db, responseCache, files }: Deps): void {
  open.route({
    ...routeOf(contentRoutes.listDownloads),
    schema: contentSchemas.listDownloads,
    handler: async (request, reply) => {
      const answer = await responseCache.get('downloads', 'list', async () =>
        asJson(presentCategories(await downloads.categories(db), await downloads.files(db))),
      )
      return sendCached(request, reply, answer)
    },
  })

  open.route({
    ...routeOf(contentRoutes.downloadFile),
    schema: contentSchemas.downloadFile,
    handler: async (request, reply) => {
      const file = await downloads.file(db, request.params.id)
      if (file === undefined) throw errors.notFound()
      assertOwnKey(file.file_key)
      return sendStored(request, reply, files, {
        key: file.file_key,
        mediaType: file.media_type,
        etag: `"${file.digest}"`,
        // The desk may replace the file under its id.
        cacheControl: 'public, no-cache',
        headers: {
          'content-disposition': contentDisposition(file.download_file_name),
          'last-modified': new Date(file.updated_at).toUTCString(),
        },
      })
    },
  })
}

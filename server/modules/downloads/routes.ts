import { create as contentDisposition } from 'content-disposition'
import { contentRoutes } from '#contract/routes.ts'
import { contentSchemas } from '#contract/schemas/content.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { asJson, sendAnswer } from '../../http/plugins/cachedResponses.ts'
import { at } from '../../http/plugins/serve.ts'
import { sendStored } from '../../http/plugins/storedFile.ts'
import { presentCategories } from './present.ts'
import { downloadsRepository as downloads } from './repository.ts'

/** Files to take home (behaviour 7). */
export function downloadsModule(open: App, { db, answers, files }: Deps): void {
  open.route({
    ...at(contentRoutes.listDownloads),
    schema: contentSchemas.listDownloads,
    handler: async (request, reply) => {
      const answer = await answers.get('downloads', 'list', async () =>
        asJson(presentCategories(await downloads.categories(db), await downloads.files(db))),
      )
      return sendAnswer(request, reply, answer)
    },
  })

  open.route({
    ...at(contentRoutes.downloadFile),
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

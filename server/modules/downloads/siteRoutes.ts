import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentCalls as calls } from '#contract/content.ts'
import type { DownloadFileId } from '#contract/ids.ts'
import { assertOwnKey } from '../../files/fileStore.ts'
import { cachedJson, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { sendStored } from '../../http/plugins/storedFile.ts'
import { serve } from '../../work/calls.ts'
import { presentCategories } from './present.ts'
import { findAvailableFile, listAvailableFiles, listCategories } from './repository.ts'

export function downloadsModule(open: App, deps: Deps): void {
  serve(open, deps, calls.listDownloads, sending(readDownloads))
  serve(open, deps, calls.downloadFile, sendFile)
}

const readDownloads = cachedJson('downloads')(
  () => 'list',
  async ({ db }: Deps) =>
    presentCategories(await listCategories({ db }), await listAvailableFiles({ db })),
)

export const downloadsReads = (deps: Deps) =>
  pageReads(deps, calls, { listDownloads: readDownloads })

async function sendFile(
  { db, files }: Deps,
  request: FastifyRequest<{ Params: { id: DownloadFileId } }>,
  reply: FastifyReply,
) {
  const file = await findAvailableFile({ db }, request.params.id)
  if (file === undefined) throw errors.notFound()
  assertOwnKey(file.file_key)
  return sendStored(reply, files, {
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
}

import { number, string } from 'valibot'
import type { DownloadFileId } from '#contract/ids.ts'
import { contentRoutes as routes } from '#contract/routes.ts'
import type { DownloadCategory, DownloadFile } from '#contract/schemas/content.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { list, object, textOrNull } from '../http/schema.ts'
import type { Services } from '../session/services.ts'
import { fetchFile } from './fetchFile.ts'

const file = object<DownloadFile>({
  id: number(),
  display_name: string(),
  download_file_name: string(),
  description: textOrNull,
  image: textOrNull,
})
const category = object<DownloadCategory>({
  id: number(),
  title: string(),
  download_files: list(file),
})

type FileDownload = {
  id: DownloadFileId
  fileName: string
  /** Called with the share that has arrived, 0 to 1; null while the size is unknown. */
  onProgress?: (share: number | null) => void
}

export const downloadsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listDownloads: build.query<DownloadCategory[], void>({
      query: () => request(routes.listDownloads),
      responseSchema: list(category),
    }),
    downloadFile: build.mutation<null, FileDownload>({
      queryFn: async ({ id, fileName, onProgress }, { signal, extra }) => {
        const { url } = request(routes.downloadFile, { params: { id } })
        const headers = { 'Accept-Language': (extra as Services).language() }
        const { blob, error } = await fetchFile(url, { headers, signal }, onProgress)
        if (error) return { error }
        saveFile(blob, fileName)
        return { data: null }
      },
    }),
  }),
})

export const { useListDownloadsQuery, useDownloadFileMutation } = downloadsApi

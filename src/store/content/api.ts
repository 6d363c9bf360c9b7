import type { ContentId, DownloadFileId } from '#contract/ids.ts'
import { contentRoutes as routes } from '#contract/routes.ts'
import type {
  ContentDetail,
  ContentItem,
  DownloadCategory,
  DownloadFile,
} from '#contract/schemas/content.ts'
import { previewToken } from '#src/platform/previewToken.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { baseApi } from '../http/baseApi.ts'
import { fetchFile } from '../http/fetchFile.ts'
import { request } from '../http/request.ts'
import { count, list, or, orNull, record, text } from '../http/schema.ts'
import type { Services } from '../session/services.ts'

const orText = or(text, '')
const orNullText = orNull(or(text, null))
const item = record<ContentItem>({
  id: count,
  type: text,
  title: text,
  short_description: orText,
  description: orText,
  date: orText,
  background_image: orNullText,
  event_scope: orNullText,
  event_type: orNullText,
})
const items = list(item)
const file = record<DownloadFile>({
  id: count,
  display_name: text,
  download_file_name: text,
  description: orNullText,
  image: orNullText,
})
const category = record<DownloadCategory>({ id: count, title: text, download_files: list(file) })

export type FileDownload = {
  id: DownloadFileId
  fileName: string
  /** Called with the share that has arrived, 0 to 1; null while the size is unknown. */
  onProgress?: (share: number | null) => void
}

/** The "public content" table of behaviour 7. */
export const contentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listNews: build.query<ContentItem[], void>({
      query: () => request(routes.listNews),
      extraOptions: { shape: items },
    }),
    listEvents: build.query<ContentItem[], void>({
      query: () => request(routes.listEvents),
      extraOptions: { shape: items },
    }),
    listLatest: build.query<ContentItem[], void>({
      query: () => request(routes.listLatest),
      extraOptions: { shape: items },
    }),
    getNews: build.query<ContentDetail, ContentId>({
      query: (id) => request(routes.getNews, { params: { id } }),
      extraOptions: { shape: item },
    }),
    getEvent: build.query<ContentDetail, ContentId>({
      query: (id) => request(routes.getEvent, { params: { id } }),
      extraOptions: { shape: item },
    }),
    /** As specified: the news detail, and only if that failed the event detail (behaviour 7; ruling 22). */
    getArticle: build.query<ContentDetail, ContentId>({
      extraOptions: { shape: item },
      queryFn: async (id, _api, _options, send) => {
        const given = { params: { id }, query: { preview: previewToken() } }
        const news = await send(request(routes.getNews, given))
        const found = news.error ? await send(request(routes.getEvent, given)) : news
        return found.error ? { error: found.error } : { data: found.data as ContentDetail }
      },
    }),
    listNext: build.query<ContentItem[], ContentId>({
      query: (id) =>
        request(routes.listNext, { params: { id }, query: { preview: previewToken() } }),
      extraOptions: { shape: items },
    }),
    listDownloads: build.query<DownloadCategory[], void>({
      query: () => request(routes.listDownloads),
      extraOptions: { shape: list(category) },
    }),
    downloadFile: build.mutation<null, FileDownload>({
      queryFn: async ({ id, fileName, onProgress }, { signal, extra }) => {
        const call = request(routes.downloadFile, { params: { id } })
        const headers = { 'Accept-Language': (extra as Services).language() }
        const { blob, error } = await fetchFile(call.url, { headers, signal }, onProgress)
        if (error) return { error }
        saveFile(blob, fileName)
        return { data: null }
      },
    }),
    /**
     * Counts a visit. A query, so that a screen drawn twice at once still counts once; nothing is kept, so that
     * the next visit to the landing page counts again (ruling 44).
     */
    logVisit: build.query<unknown, void>({
      query: () => request(routes.logVisit),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useListNewsQuery,
  useListEventsQuery,
  useListLatestQuery,
  useLazyGetNewsQuery,
  useLazyGetEventQuery,
  useGetArticleQuery,
  useListNextQuery,
  useListDownloadsQuery,
  useDownloadFileMutation,
  useLogVisitQuery,
} = contentApi

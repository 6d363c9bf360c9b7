import { type ContentDetail, type ContentItem, contentCalls as calls } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { previewToken } from '#src/platform/previewToken.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { checked, responseOf } from '../http/schema.ts'

const listing = (name: 'listNews' | 'listEvents' | 'listLatest') => ({
  query: () => request(calls[name]),
  responseSchema: responseOf(calls[name]),
})
const detail = (name: 'getNews' | 'getEvent') => ({
  query: (id: ContentId) => request(calls[name], { params: { id } }),
  responseSchema: responseOf(calls[name]),
})

export const contentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listNews: build.query<ContentItem[], void>(listing('listNews')),
    listEvents: build.query<ContentItem[], void>(listing('listEvents')),
    listLatest: build.query<ContentItem[], void>(listing('listLatest')),
    getNews: build.query<ContentDetail, ContentId>(detail('getNews')),
    getEvent: build.query<ContentDetail, ContentId>(detail('getEvent')),
    /** As specified: the news detail, and only if that failed the event detail (behaviour 7.5; ruling 22). */
    getArticle: build.query<ContentDetail, ContentId>({
      queryFn: async (id, _api, _options, send) => {
        const input = { params: { id }, query: { preview: previewToken() } }
        const find = (name: 'getNews' | 'getEvent') =>
          checked(responseOf(calls[name]), send(request(calls[name], input)))
        const news = await find('getNews')
        return news.error ? find('getEvent') : news
      },
    }),
    listNext: build.query<ContentItem[], ContentId>({
      query: (id) =>
        request(calls.listNext, { params: { id }, query: { preview: previewToken() } }),
      responseSchema: responseOf(calls.listNext),
    }),
    /**
     * Counts a visit. A query, so that a screen that renders twice at once counts once; nothing is cached, so that
     * the next visit to the landing page counts again (ruling 44).
     */
    logVisit: build.query<unknown, void>({
      query: () => request(calls.logVisit),
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
  useLogVisitQuery,
} = contentApi

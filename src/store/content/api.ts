import { number, string } from 'valibot'
import { contentRoutes as routes } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import type { Route } from '#contract/route.ts'
import type { ContentDetail, ContentItem } from '#contract/schemas/content.ts'
import { previewToken } from '#src/platform/previewToken.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { checked, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'

const item = object<ContentItem>({
  id: number(),
  type: string(),
  title: string(),
  short_description: textOrEmpty,
  description: textOrEmpty,
  date: textOrEmpty,
  background_image: textOrNull,
  event_scope: textOrNull,
  event_type: textOrNull,
})
const items = list(item)

const listing = (route: Route) => ({ query: () => request(route), responseSchema: items })
const detail = (route: typeof routes.getNews | typeof routes.getEvent) => ({
  query: (id: ContentId) => request(route, { params: { id } }),
  responseSchema: item,
})

export const contentApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listNews: build.query<ContentItem[], void>(listing(routes.listNews)),
    listEvents: build.query<ContentItem[], void>(listing(routes.listEvents)),
    listLatest: build.query<ContentItem[], void>(listing(routes.listLatest)),
    getNews: build.query<ContentDetail, ContentId>(detail(routes.getNews)),
    getEvent: build.query<ContentDetail, ContentId>(detail(routes.getEvent)),
    /** As specified: the news detail, and only if that failed the event detail (behaviour 7.5; ruling 22). */
    getArticle: build.query<ContentDetail, ContentId>({
      queryFn: async (id, _api, _options, send) => {
        const input = { params: { id }, query: { preview: previewToken() } }
        const news = await checked(item, send(request(routes.getNews, input)))
        return news.error ? checked(item, send(request(routes.getEvent, input))) : news
      },
    }),
    listNext: build.query<ContentItem[], ContentId>({
      query: (id) =>
        request(routes.listNext, { params: { id }, query: { preview: previewToken() } }),
      responseSchema: items,
    }),
    /**
     * Counts a visit. A query, so that a screen that renders twice at once counts once; nothing is cached, so that
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
  useLogVisitQuery,
} = contentApi

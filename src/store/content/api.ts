import { type ContentDetail, type ContentItem, contentCalls as calls } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import type { ListedIn } from '#contract/languages.ts'
import { announces } from '#src/platform/page.ts'
import { previewToken } from '#src/platform/urlParts.ts'
import { endpointsOf, sends } from '../http/endpoints.ts'
import { type ApiCall, request } from '../http/request.ts'
import { checked, responseOf } from '../http/schema.ts'

/** Shows an article that is not published yet, to those who have the link from the desk. */
const withPreview = (call: ApiCall): ApiCall => {
  const preview = previewToken()
  return preview === null ? call : { ...call, params: { ...call.params, preview } }
}

/** Lists of the site show each series of events once, as its next date, where the server knows how. */
const once = <Listed extends ListedIn>(listed: Listed) => ({
  ...listed,
  ...(announces('list_series') && { series: 'once' as const }),
})

export const contentApi = endpointsOf(calls, {
  queries: {
    listNews: {},
    getNews: {},
    getEvent: {},
    /**
     * Counts a visit. A query, so that a screen that renders twice at once counts once; nothing is cached, so that
     * the next visit to the landing page counts again (ruling 44).
     */
    logVisit: { keeps: 0 },
  },
}).injectEndpoints({
  endpoints: (build) => ({
    listEvents: build.query<ContentItem[], ListedIn>({
      ...sends(calls.listEvents),
      query: (listed) => request(calls.listEvents, once(listed)),
    }),
    /** All dates of each series. */
    listDates: build.query<ContentItem[], ListedIn>(sends(calls.listEvents)),
    listLatest: build.query<ContentItem[], ListedIn>({
      ...sends(calls.listLatest),
      query: (listed) => request(calls.listLatest, once(listed)),
    }),
    /** As specified: the news detail, and only if that failed the event detail (behaviour 7.5; ruling 22). */
    getArticle: build.query<ContentDetail, ContentId>({
      queryFn: async (id, _api, _options, send) => {
        const find = (call: typeof calls.getNews | typeof calls.getEvent) =>
          checked(responseOf(call), send(withPreview(request(call, id))))
        const news = await find(calls.getNews)
        return news.error ? find(calls.getEvent) : news
      },
    }),
    listNext: build.query<ContentItem[], ListedIn & { id: ContentId }>({
      ...sends(calls.listNext),
      query: (article) => withPreview(request(calls.listNext, once(article))),
    }),
  }),
})

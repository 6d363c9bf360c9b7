import type { FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { boolean, fallback, type GenericSchema, number, string } from 'valibot'
import { searchRoutes } from '#contract/added-routes/search.ts'
import { GLOSSARY_PAGE } from '#contract/limits.ts'
import { LOOKUP_HEADER } from '#contract/lists.ts'
import { contentRoutes, glossaryRoutes, rulesRoutes } from '#contract/routes.ts'
import type { DownloadCategory, DownloadFile } from '#contract/schemas/content.ts'
import type { SearchGroup, SearchHit } from '#contract/schemas/search.ts'
import { baseApi } from '../http/baseApi.ts'
import { suggestionsIn } from '../http/headers.ts'
import { type ApiCall, request } from '../http/request.ts'
import { checked, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'
import { foldText } from './folding.ts'
import { type FoundGroup, groupOf, type ListedRow } from './lists.ts'

export type Found = {
  groups: FoundGroup[]
  /** Titles close to the term when nothing was found. */
  suggestions: string[]
  /** Entries of the glossary have URLs of their own. */
  canLookUp: boolean
  /** Some lists could not be loaded. */
  isPartial: boolean
}

const hit = object<SearchHit>({ id: number(), title: string() })
const group = object<SearchGroup>({
  kind: string(),
  hits: list(hit),
  has_more: fallback(boolean(), false),
})
const found = object<Pick<Found, 'groups' | 'suggestions'>>({
  groups: list(group),
  suggestions: fallback(list(string()), []),
})

type Listed = { id: number; title: string; found?: unknown; description?: string | null }
type Article = Listed & { short_description: string; description: string; date: string }
type Entry = Listed & { excerpt?: unknown }

const listed = list(object<Pick<Listed, 'id' | 'title'>>({ id: number(), title: string() }))
const articles = list(
  object<Omit<Article, 'found'>>({
    id: number(),
    title: string(),
    short_description: textOrEmpty,
    description: textOrEmpty,
    date: textOrEmpty,
  }),
)
const file = object<
  Pick<DownloadFile, 'id' | 'display_name' | 'download_file_name' | 'description'>
>({
  id: number(),
  display_name: string(),
  download_file_name: textOrEmpty,
  description: textOrNull,
})
const categories = list(
  object<Pick<DownloadCategory, 'download_files'>>({ download_files: list(file) as never }),
)

/** What is searched in the page while there is no network. */
type WholeLists = { news: ListedRow[]; events: ListedRow[]; downloads: ListedRow[]; failed: number }

const articleRow = ({ id, title, short_description, description, date }: Article): ListedRow => ({
  id,
  title,
  date,
  texts: [short_description, description],
})

const textIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])

/** Lists are read again after this time. Seconds. */
const LISTS_KEPT = 300

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Only for servers that announce it. */
    searchSite: build.query<Found, string>({
      query: (q) => request(searchRoutes.searchSite, { query: { q } }),
      rawResponseSchema: found,
      transformResponse: ({ groups, suggestions }: Found): Found => ({
        groups,
        suggestions,
        canLookUp: true,
        isPartial: false,
      }),
    }),
    /** The specified lists that have no search: read once, and searched in the page. */
    searchedLists: build.query<WholeLists, void>({
      keepUnusedDataFor: LISTS_KEPT,
      queryFn: async (_arg, _api, _options, send) => {
        const read = <T>(schema: GenericSchema<unknown, T>, call: ApiCall) =>
          checked(schema as GenericSchema<T>, send(call))
        const [news, events, downloads] = await Promise.all([
          read(articles, request(contentRoutes.listNews)),
          read(articles, request(contentRoutes.listEvents)),
          read(categories, request(contentRoutes.listDownloads)),
        ])
        const errors = errorsOf([news, events, downloads])
        const [error] = errors
        if (error && errors.length === 3) return { error }
        return {
          data: {
            news: ((news.data ?? []) as Article[]).map(articleRow),
            events: ((events.data ?? []) as Article[]).map(articleRow),
            downloads: (downloads.data ?? [])
              .flatMap(({ download_files }) => download_files)
              .map(({ id, display_name: title, download_file_name, description }) => ({
                id,
                title,
                texts: [description ?? '', download_file_name],
              })),
            failed: errors.length,
          },
        }
      },
    }),
  }),
})

type Outcome = { error?: FetchBaseQueryError | undefined }

const errorsOf = (outcomes: readonly Outcome[]): FetchBaseQueryError[] =>
  outcomes.flatMap(({ error }) => error ?? [])

const { searchedLists } = searchApi.endpoints

export const searchInLists = searchApi.injectEndpoints({
  endpoints: (build) => ({
    /** The same by the specified lists alone, of which a device has kept the answers. */
    searchLists: build.query<Found, string>({
      queryFn: async (search, { dispatch, getState }, _options, send) => {
        const query = { search }
        const known = searchedLists.select()(getState() as never).data
        const forceRefetch = known !== undefined && known.failed > 0
        const whole = dispatch(
          searchedLists.initiate(undefined, { subscribe: false, forceRefetch }),
        )
        const glossary = { query: { search, limit: GLOSSARY_PAGE } }
        const sentEntries = Promise.resolve(
          send(request(glossaryRoutes.listGlossaryEntries, glossary)),
        )
        const [quick, basic, entries, { meta }, lists] = await Promise.all([
          checked(listed, send(request(rulesRoutes.listQuickEntries, { query }))),
          checked(listed, send(request(rulesRoutes.listRuleEntries, { query }))),
          checked(listed, sentEntries),
          sentEntries,
          whole,
        ])
        const errors = errorsOf([quick, basic, entries, lists as Outcome])
        const [error] = errors
        if (error && errors.length === 4) return { error }
        const term = foldText(search)
        const rules = (rows: readonly Listed[] = []) =>
          rows.map(({ id, title, found: text }) => ({ id, title, texts: textIn(text) }))
        const entryRows = ((entries.data ?? []) as Entry[]).map(
          ({ id, title, description, excerpt }) => ({
            id,
            title,
            texts: [...textIn(description), ...textIn(excerpt)],
          }),
        )
        const { news = [], events = [], downloads = [], failed = 0 } = lists.data ?? {}
        return {
          data: {
            groups: [
              groupOf('quick_rule', rules(quick.data), term, true),
              groupOf('basic_rule', rules(basic.data), term, true),
              groupOf('entry', entryRows, term, true),
              groupOf('news', news, term, false),
              groupOf('event', events, term, false),
              groupOf('download', downloads, term, false),
            ].filter(({ hits }) => hits.length > 0),
            suggestions: suggestionsIn(meta),
            canLookUp: meta?.response?.headers.get(LOOKUP_HEADER) === 'entry',
            isPartial: failed > 0 || errors.length > 0,
          },
        }
      },
    }),
  }),
})

export const { useSearchSiteQuery } = searchApi
export const { useSearchListsQuery } = searchInLists

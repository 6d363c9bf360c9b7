import { boolean, fallback, number, string } from 'valibot'
import type { FoundOnSite, SearchGroup, SearchHit } from '#contract/schemas/search.ts'
import { searchRoutes } from '#contract/siteSearch.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { list, object } from '../http/schema.ts'

/** Titles close to the term are in `suggestions` when nothing was found. */
export type Found = FoundOnSite & {
  /** Whether the hits come from this device because the server could not be reached. */
  isKept: boolean
}

type Sent = FoundOnSite & { is_kept: boolean }
const hit = object<SearchHit>({ id: number(), title: string() })
const group = object<SearchGroup>({
  kind: string(),
  hits: list(hit),
  has_more: fallback(boolean(), false),
})
const found = object<Sent>({
  groups: list(group),
  suggestions: fallback(list(string()), []),
  is_kept: fallback(boolean(), false),
})

type Search = {
  term: string
  /** Whether there is no network; part of the cache key, so that offline results are not shown once it is back. */
  isAlone: boolean
}

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchSite: build.query<Found, Search>({
      query: ({ term }) => request(searchRoutes.searchSite, { query: { q: term } }),
      rawResponseSchema: found,
      transformResponse: ({ groups, suggestions, is_kept: isKept }: Sent): Found => ({
        groups,
        suggestions,
        isKept,
      }),
    }),
  }),
})

export const { useSearchSiteQuery } = searchApi

import { searchCalls as calls, type FoundOnSite } from '#contract/siteSearch.ts'
import { baseApi } from '../http/baseApi.ts'
import { sends } from '../http/endpoints.ts'
import { request } from '../http/request.ts'

/** Titles close to the term are in `suggestions` when nothing was found. */
export type Found = FoundOnSite & {
  /** Whether the hits come from this device because the server could not be reached. */
  isKept: boolean
}

/** Added by src/offline/keptSearch.ts. */
type Kept = { is_kept?: boolean }

type Search = {
  q: string
  /** Whether there is no network; part of the cache key, so that offline results are not shown once it is back. */
  isAlone: boolean
}

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchSite: build.query<Found, Search>({
      ...sends(calls.searchSite),
      query: ({ q }) => request(calls.searchSite, { q }),
      // Found on this device when the connection was lost: the server may find more by now.
      forceRefetch: ({ endpointState }) =>
        (endpointState?.data as Found | undefined)?.isKept === true,
      transformResponse: ({ is_kept, ...found }: FoundOnSite & Kept): Found => ({
        ...found,
        isKept: is_kept === true,
      }),
    }),
  }),
})

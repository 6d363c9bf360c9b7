import type { ListedIn } from '#contract/languages.ts'
import { searchCalls as calls, type FoundOnSite } from '#contract/siteSearch.ts'
import { baseApi } from '../http/baseApi.ts'
import { sends } from '../http/endpoints.ts'
import { request } from '../http/request.ts'

/** Titles close to the term are in `suggestions` when nothing was found. */
export type Found = FoundOnSite & {
  /** Whether the hits come from this device because the server could not be reached. */
  isFromDevice: boolean
}

/** Added by `searchSaved`. Page and worker can be of different versions, so the name stays. */
type FromDevice = { is_kept?: boolean }

type Search = ListedIn & {
  q: string
  /** Whether there is no network; part of the cache key, so that offline results are not shown once it is back. */
  isOffline: boolean
}

export const searchApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    searchSite: build.query<Found, Search>({
      ...sends(calls.searchSite),
      query: ({ q, language }) => request(calls.searchSite, { q, language }),
      // Found on this device when the connection was lost: the server may find more by now.
      forceRefetch: ({ endpointState }) =>
        (endpointState?.data as Found | undefined)?.isFromDevice === true,
      transformResponse: ({ is_kept, ...found }: FoundOnSite & FromDevice): Found => ({
        ...found,
        isFromDevice: is_kept === true,
      }),
    }),
  }),
})

import {
  glossaryCalls as calls,
  GLOSSARY_PAGE,
  type GlossaryEntry,
  type GlossarySort,
  type GlossarySubEntriesBody,
  type GlossarySubEntry,
  type GlossarySubtype,
  type GlossaryType,
} from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import type { ANY } from '#contract/lists.ts'
import { baseApi } from '../http/baseApi.ts'
import { nextCursor, suggestionsIn } from '../http/headers.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

export type GlossaryFilters = {
  search: string
  type: GlossaryTypeId | typeof ANY
  subtype: GlossarySubtypeId | typeof ANY
  showUserEntries: boolean
  showMyEntries: boolean
  sort: GlossarySort
}

export type GlossaryPage = {
  entries: GlossaryEntry[]
  /** Null on the last page, and always with a server that ignores `limit` and sends everything. */
  next: string | null
  /** Titles close to the search term when nothing was found. */
  suggestions: string[]
}

export type NewGlossaryEntry = {
  title: string
  typeId: GlossaryTypeId
  subtypeId: GlossarySubtypeId | null
  /** A File is sent with its name. */
  image: Blob | null
  /** Only for servers that announce it. */
  isFormatted?: boolean
}

const ENTRIES = { type: 'GlossaryEntry', id: 'list' } as const

export const glossaryApi = baseApi
  .injectEndpoints({
    endpoints: (build) => ({
      listGlossaryTypes: build.query<GlossaryType[], void>({
        query: () => request(calls.listGlossaryTypes),
        rawResponseSchema: responseOf(calls.listGlossaryTypes),
        transformResponse: ({ results }: { results: GlossaryType[] }) => results,
      }),
      listGlossarySubtypes: build.query<GlossarySubtype[], void>({
        query: () => request(calls.listGlossarySubtypes),
        rawResponseSchema: responseOf(calls.listGlossarySubtypes),
        transformResponse: ({ results }: { results: GlossarySubtype[] }) => results,
      }),
      listSubtypesOfType: build.query<GlossarySubtype[], GlossaryTypeId>({
        query: (typeId) => request(calls.listSubtypesOfType, { params: { typeId } }),
        rawResponseSchema: responseOf(calls.listSubtypesOfType),
        transformResponse: ({ subtypes }: { subtypes: GlossarySubtype[] }) => subtypes,
      }),
      listGlossaryEntries: build.infiniteQuery<GlossaryPage, GlossaryFilters, string | null>({
        query: ({ queryArg, pageParam: cursor }) =>
          request(calls.listGlossaryEntries, {
            query: { ...queryArg, search: queryArg.search.trim(), limit: GLOSSARY_PAGE, cursor },
          }),
        rawResponseSchema: responseOf(calls.listGlossaryEntries),
        transformResponse: (entries: GlossaryEntry[], meta): GlossaryPage => ({
          entries,
          next: nextCursor(meta?.response?.headers.get('Link') ?? null),
          suggestions: suggestionsIn(meta),
        }),
        infiniteQueryOptions: {
          initialPageParam: null,
          getNextPageParam: ({ next }) => next ?? undefined,
        },
        providesTags: [ENTRIES],
      }),
      /** One entry by id; only for servers that announce it. Null if there is none that the caller may see. */
      findGlossaryEntry: build.query<
        GlossaryEntry | null,
        { id: GlossaryEntryId; showMyEntries: boolean }
      >({
        query: ({ id, showMyEntries }) =>
          request(calls.listGlossaryEntries, { query: { entry: id, showMyEntries } }),
        rawResponseSchema: responseOf(calls.listGlossaryEntries),
        transformResponse: (entries: GlossaryEntry[], _meta, { id }) =>
          entries.find((each) => each.id === id) ?? null,
        providesTags: [ENTRIES],
      }),
      listGlossarySubEntries: build.query<GlossarySubEntry[], GlossaryEntryId>({
        query: (id) => request(calls.listGlossarySubEntries, { params: { id } }),
        responseSchema: responseOf(calls.listGlossarySubEntries),
        // Not with the list: the sections of an entry that was just deleted must not be refetched.
        providesTags: (_result, _error, id) => [{ type: 'GlossaryEntry', id }],
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      deleteGlossaryEntry: build.mutation<unknown, GlossaryEntryId>({
        query: (id) => request(calls.deleteGlossaryEntry, { params: { id } }),
        // Invalidates after a failure too: another tab may have been first.
        invalidatesTags: [ENTRIES],
      }),
      /** The first of two steps; the second needs the id of its response (behaviour 7.7). */
      createGlossaryEntry: build.mutation<{ id: GlossaryEntryId }, NewGlossaryEntry>({
        query: ({ title, typeId, subtypeId, image, isFormatted }) => {
          const body = new FormData()
          body.set('title', title)
          body.set('entry_type', String(typeId))
          if (subtypeId !== null) body.set('entry_subtype', String(subtypeId))
          if (image) body.set('image', image)
          if (isFormatted) body.set('format', 'light')
          return request(calls.createGlossaryEntry, { body })
        },
        responseSchema: responseOf(calls.createGlossaryEntry),
      }),
      createGlossarySubEntries: build.mutation<
        unknown,
        { id: GlossaryEntryId; subEntries: { title: string; content: string }[] }
      >({
        query: ({ id, subEntries }) => {
          const sub_entries = subEntries.map((each) => ({ ...each, glossary_entry: id }))
          const body: GlossarySubEntriesBody = { sub_entries }
          return request(calls.createGlossarySubEntries, { params: { id }, body })
        },
        invalidatesTags: (_result, error, { id }) =>
          error ? [] : [ENTRIES, { type: 'GlossaryEntry', id }],
      }),
    }),
  })

raiseToasts<typeof glossaryApi>({
  deleteGlossaryEntry: { done: 'toast.entry_deleted', failed: 'toast.entry_delete_failed' },
  createGlossarySubEntries: { done: 'toast.entry_created' },
})

export const {
  useListGlossaryTypesQuery,
  useListGlossarySubtypesQuery,
  useListSubtypesOfTypeQuery,
  useListGlossaryEntriesInfiniteQuery,
  useFindGlossaryEntryQuery,
  useListGlossarySubEntriesQuery,
  useLazyListGlossarySubEntriesQuery,
  useDeleteGlossaryEntryMutation,
  useCreateGlossaryEntryMutation,
  useCreateGlossarySubEntriesMutation,
} = glossaryApi

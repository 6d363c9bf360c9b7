import { boolean, fallback, number, string } from 'valibot'
import { GLOSSARY_PAGE, glossaryRoutes as routes } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import type {
  GlossaryEntry,
  GlossarySubEntriesBody,
  GlossarySubEntry,
  GlossarySubtype,
  GlossaryType,
} from '#contract/schemas/glossary.ts'
import { baseApi } from '../http/baseApi.ts'
import { nextCursor, suggestionsIn } from '../http/headers.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { idOrNull, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'
import type { GlossaryFilters } from './slice.ts'

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

const orFalse = fallback(boolean(), false)
type TypeDetail = GlossaryEntry['entry_type_detail']
type Author = GlossaryEntry['created_by']

const entry = object<GlossaryEntry>({
  id: number(),
  title: string(),
  description: textOrNull,
  image: textOrNull,
  entry_type: fallback(number(), 0),
  entry_type_detail: fallback(object<TypeDetail>({ name: textOrEmpty, icon: textOrNull }), {
    name: '',
    icon: null,
  }),
  entry_subtype: idOrNull,
  entry_subtype_name: textOrNull,
  created_by: fallback(object<Author>({ username: string(), is_staff: boolean() }), {
    username: '',
    is_staff: true,
  }),
  pending: orFalse,
  is_rejected: orFalse,
})
const types = object<{ results: GlossaryType[] }>({
  results: list(object<GlossaryType>({ id: number(), name: string(), icon: textOrNull })),
})
const subtypes = list(object<GlossarySubtype>({ id: number(), name: string() }))
const sections = list(
  object<GlossarySubEntry>({
    title: textOrEmpty,
    content: textOrEmpty,
    glossary_entry: fallback(number(), 0),
  }),
)

const ENTRIES = { type: 'GlossaryEntry', id: 'list' } as const

export const glossaryApi = baseApi
  .injectEndpoints({
    endpoints: (build) => ({
      listGlossaryTypes: build.query<GlossaryType[], void>({
        query: () => request(routes.listGlossaryTypes),
        rawResponseSchema: types,
        transformResponse: ({ results }: { results: GlossaryType[] }) => results,
      }),
      listGlossarySubtypes: build.query<GlossarySubtype[], void>({
        query: () => request(routes.listGlossarySubtypes),
        rawResponseSchema: object<{ results: GlossarySubtype[] }>({ results: subtypes }),
        transformResponse: ({ results }: { results: GlossarySubtype[] }) => results,
      }),
      listSubtypesOfType: build.query<GlossarySubtype[], GlossaryTypeId>({
        query: (typeId) => request(routes.listSubtypesOfType, { params: { typeId } }),
        rawResponseSchema: object<{ subtypes: GlossarySubtype[] }>({ subtypes }),
        transformResponse: ({ subtypes }: { subtypes: GlossarySubtype[] }) => subtypes,
      }),
      listGlossaryEntries: build.infiniteQuery<GlossaryPage, GlossaryFilters, string | null>({
        query: ({ queryArg, pageParam: cursor }) =>
          request(routes.listGlossaryEntries, {
            query: { ...queryArg, search: queryArg.search.trim(), limit: GLOSSARY_PAGE, cursor },
          }),
        rawResponseSchema: list(entry),
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
          request(routes.listGlossaryEntries, { query: { entry: id, showMyEntries } }),
        rawResponseSchema: list(entry),
        transformResponse: (entries: GlossaryEntry[], _meta, { id }) =>
          entries.find((each) => each.id === id) ?? null,
        providesTags: [ENTRIES],
      }),
      listGlossarySubEntries: build.query<GlossarySubEntry[], GlossaryEntryId>({
        query: (id) => request(routes.listGlossarySubEntries, { params: { id } }),
        responseSchema: sections,
        // Lacks the tag of the list: the sections of a deleted entry must not be refetched.
        providesTags: (_result, _error, id) => [{ type: 'GlossaryEntry', id }],
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      deleteGlossaryEntry: build.mutation<unknown, GlossaryEntryId>({
        query: (id) => request(routes.deleteGlossaryEntry, { params: { id } }),
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
          return request(routes.createGlossaryEntry, { body })
        },
        responseSchema: object<{ id: GlossaryEntryId }>({ id: number() }),
      }),
      createGlossarySubEntries: build.mutation<
        unknown,
        { id: GlossaryEntryId; subEntries: { title: string; content: string }[] }
      >({
        query: ({ id, subEntries }) => {
          const sub_entries = subEntries.map((each) => ({ ...each, glossary_entry: id }))
          const body: GlossarySubEntriesBody = { sub_entries }
          return request(routes.createGlossarySubEntries, { params: { id }, body })
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

import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import { GLOSSARY_PAGE } from '#contract/limits.ts'
import { LOOKUP_HEADER } from '#contract/lists.ts'
import { glossaryRoutes as routes } from '#contract/routes.ts'
import type {
  GlossaryEntry,
  GlossarySubEntriesBody,
  GlossarySubEntry,
  GlossarySubtype,
  GlossaryType,
} from '#contract/schemas/glossary.ts'
import { baseApi } from '../http/baseApi.ts'
import { nextCursor } from '../http/nextCursor.ts'
import { request } from '../http/request.ts'
import { count, flag, list, or, orNull, record, text } from '../http/schema.ts'
import { suggestionsIn } from '../http/suggestions.ts'
import type { GlossaryChoice } from './slice.ts'

export type GlossaryPage = {
  entries: GlossaryEntry[]
  /** Null on the last page, and always with a server that ignores `limit` and sends everything. */
  next: string | null
  /** What might have been meant when nothing was found. */
  suggestions: string[]
  /** The server also answers for a single entry, by its id. */
  canLookUp: boolean
}

export type NewGlossaryEntry = {
  title: string
  typeId: GlossaryTypeId
  subtypeId: GlossarySubtypeId | null
  /** A File keeps its name on the way. */
  image: Blob | null
}

const orNullText = orNull(or(text, null))
const entry = record<GlossaryEntry>({
  id: count,
  title: text,
  description: orNullText,
  image: orNullText,
  entry_type: or(count, 0),
  entry_type_detail: or(record<GlossaryType>({ name: or(text, ''), icon: orNullText }), {
    name: '',
    icon: null,
  }),
  entry_subtype_name: orNullText,
  created_by: or(record<GlossaryEntry['created_by']>({ username: text, is_staff: flag }), {
    username: '',
    is_staff: true,
  }),
  pending: or(flag, false),
  is_rejected: or(flag, false),
})
const type = record<GlossaryType>({ id: count, name: text, icon: orNullText })
const subtype = record<GlossarySubtype>({ id: count, name: text })
const subEntry = record<GlossarySubEntry>({ title: or(text, ''), content: or(text, '') })

const ENTRIES = { type: 'GlossaryEntry', id: 'list' } as const

/** The "glossary" table of behaviour 7. */
export const glossaryApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listGlossaryTypes: build.query<GlossaryType[], void>({
      query: () => request(routes.listGlossaryTypes),
      extraOptions: { shape: record<{ results: GlossaryType[] }>({ results: list(type) }) },
      transformResponse: ({ results }: { results: GlossaryType[] }) => results,
    }),
    listGlossarySubtypes: build.query<GlossarySubtype[], void>({
      query: () => request(routes.listGlossarySubtypes),
      extraOptions: { shape: record<{ results: GlossarySubtype[] }>({ results: list(subtype) }) },
      transformResponse: ({ results }: { results: GlossarySubtype[] }) => results,
    }),
    listSubtypesOfType: build.query<GlossarySubtype[], GlossaryTypeId>({
      query: (typeId) => request(routes.listSubtypesOfType, { params: { typeId } }),
      extraOptions: { shape: record<{ subtypes: GlossarySubtype[] }>({ subtypes: list(subtype) }) },
      transformResponse: ({ subtypes }: { subtypes: GlossarySubtype[] }) => subtypes,
    }),
    listGlossaryEntries: build.infiniteQuery<GlossaryPage, GlossaryChoice, string | null>({
      query: ({ queryArg, pageParam: cursor }) =>
        request(routes.listGlossaryEntries, {
          query: { ...queryArg, search: queryArg.search.trim(), limit: GLOSSARY_PAGE, cursor },
        }),
      extraOptions: { shape: list(entry) },
      transformResponse: (entries: GlossaryEntry[], meta): GlossaryPage => ({
        entries,
        next: nextCursor(meta?.response?.headers.get('Link') ?? null),
        suggestions: suggestionsIn(meta),
        canLookUp: meta?.response?.headers.get(LOOKUP_HEADER) === 'entry',
      }),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      providesTags: [ENTRIES],
    }),
    /** One entry out of the list; only for servers that offer it. Null: there is none that the caller may see. */
    findGlossaryEntry: build.query<
      GlossaryEntry | null,
      { id: GlossaryEntryId; showMyEntries: boolean }
    >({
      query: ({ id, showMyEntries }) =>
        request(routes.listGlossaryEntries, { query: { entry: id, showMyEntries } }),
      extraOptions: { shape: list(entry) },
      transformResponse: (entries: GlossaryEntry[], _meta, { id }) =>
        entries.find((each) => each.id === id) ?? null,
      providesTags: [ENTRIES],
    }),
    listGlossarySubEntries: build.query<GlossarySubEntry[], GlossaryEntryId>({
      query: (id) => request(routes.listGlossarySubEntries, { params: { id } }),
      extraOptions: { shape: list(subEntry) },
      // Not with the list: what was just deleted must not be asked for its sections.
      providesTags: (_answer, _error, id) => [{ type: 'GlossaryEntry', id }],
    }),
    deleteGlossaryEntry: build.mutation<unknown, GlossaryEntryId>({
      query: (id) => request(routes.deleteGlossaryEntry, { params: { id } }),
      // Also after a failure: another tab may have been first.
      invalidatesTags: [ENTRIES],
    }),
    /** First of the two steps; the answer's id is what the second one needs (behaviour 7). */
    createGlossaryEntry: build.mutation<{ id: GlossaryEntryId }, NewGlossaryEntry>({
      query: ({ title, typeId, subtypeId, image }) => {
        const body = new FormData()
        body.set('title', title)
        body.set('entry_type', String(typeId))
        if (subtypeId !== null) body.set('entry_subtype', String(subtypeId))
        if (image) body.set('image', image)
        return request(routes.createGlossaryEntry, { body })
      },
      extraOptions: { shape: record<{ id: number }>({ id: count }) },
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
      invalidatesTags: (_answer, error, { id }) =>
        error ? [] : [ENTRIES, { type: 'GlossaryEntry', id }],
    }),
  }),
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

import {
  glossaryCalls as calls,
  GLOSSARY_PAGE,
  type GlossaryEntry,
  type GlossarySort,
  type GlossarySubtype,
  type GlossaryType,
} from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId } from '#contract/ids.ts'
import type { ANY } from '#contract/lists.ts'
import { endpointsOf, sends } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { nextCursor, request, requestOf, suggestionsIn } from '../http/request.ts'
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

const ENTRIES = ['GlossaryEntry', 'list'] as const
const LIST = [{ type: ENTRIES[0], id: ENTRIES[1] }] as const

const results = <Row>({ results }: { results: Row[] }) => results

export const glossaryApi = endpointsOf(calls, {
  queries: {
    // Not with the list: the sections of an entry that was just deleted must not be refetched.
    listGlossarySubEntries: { tags: (id) => [['GlossaryEntry', id]] },
  },
  changes: {
    // Invalidates after a failure too: another tab may have been first.
    deleteGlossaryEntry: { ends: [ENTRIES] },
    createGlossarySubEntries: { endsIfDone: ({ id }) => [ENTRIES, ['GlossaryEntry', id]] },
  },
}).injectEndpoints({
  endpoints: (build) => ({
    listGlossaryTypes: build.query<GlossaryType[], void>({
      ...sends(calls.listGlossaryTypes),
      transformResponse: results<GlossaryType>,
    }),
    listGlossarySubtypes: build.query<GlossarySubtype[], void>({
      ...sends(calls.listGlossarySubtypes),
      transformResponse: results<GlossarySubtype>,
    }),
    listSubtypesOfType: build.query<GlossarySubtype[], GlossaryTypeId>({
      ...sends(calls.listSubtypesOfType),
      transformResponse: ({ subtypes }: { subtypes: GlossarySubtype[] }) => subtypes,
    }),
    listGlossaryEntries: build.infiniteQuery<GlossaryPage, GlossaryFilters, string | null>({
      query: ({ queryArg, pageParam: cursor }) =>
        requestOf(calls.listGlossaryEntries, {
          ...queryArg,
          search: queryArg.search.trim(),
          limit: GLOSSARY_PAGE,
          cursor,
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
      providesTags: LIST,
    }),
    /** One entry by id; only for servers that announce it. Null if there is none that the caller may see. */
    findGlossaryEntry: build.query<
      GlossaryEntry | null,
      { entry: GlossaryEntryId; showMyEntries: boolean }
    >({
      query: (arg) => requestOf(calls.listGlossaryEntries, arg),
      rawResponseSchema: responseOf(calls.listGlossaryEntries),
      transformResponse: (entries: GlossaryEntry[], _meta, { entry }) =>
        entries.find(({ id }) => id === entry) ?? null,
      providesTags: LIST,
    }),
    /** The first of two steps; the second needs the id of its response (behaviour 7.7). */
    createGlossaryEntry: build.mutation<{ id: GlossaryEntryId }, NewGlossaryEntry>({
      ...sends(calls.createGlossaryEntry),
      query: ({ title, typeId, subtypeId, image, isFormatted }) => {
        const body = new FormData()
        body.set('title', title)
        body.set('entry_type', String(typeId))
        if (subtypeId !== null) body.set('entry_subtype', String(subtypeId))
        if (image) body.set('image', image)
        if (isFormatted) body.set('format', 'light')
        return { ...request(calls.createGlossaryEntry), body }
      },
    }),
  }),
})

raiseToasts<typeof glossaryApi>({
  deleteGlossaryEntry: { done: 'toast.entry_deleted', failed: 'toast.entry_delete_failed' },
  createGlossaryEntry: { failed: null },
  createGlossarySubEntries: { done: 'toast.entry_created', failed: null },
})

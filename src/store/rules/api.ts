import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import { fallback, literal, number, string } from 'valibot'
import type { RuleEntryId } from '#contract/ids.ts'
import { rulesRoutes as routes } from '#contract/rules.ts'
import type {
  BasicRuleEntry,
  QuickRuleEntry,
  QuickSubcategory,
  RuleCategory,
  RuleFilters,
  RuleSubcategory,
  RuleSubEntry,
  RuleVideo,
} from '#contract/schemas/rules.ts'
import { baseApi } from '../http/baseApi.ts'
import { suggestionsIn } from '../http/headers.ts'
import { request } from '../http/request.ts'
import { checked, idOrNull, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'

/** A category with the sub-categories of its own call (behaviour 3.5). */
export type RuleCategoryTree = RuleCategory & { subcategories: RuleSubcategory[] }

/** Keeps the lists in the cache for a visitor who returns from a rule. Seconds. */
const keepUnusedDataFor = 600

/** Rules found, or titles close to the search term when there are none. */
export type FoundRules<Entry> = { entries: Entry[]; suggestions: string[] }

const found = <Entry>(entries: unknown, meta: FetchBaseQueryMeta | undefined) => ({
  entries: entries as Entry[],
  suggestions: suggestionsIn(meta),
})

const entry = { id: number(), title: string(), image: textOrNull, nextId: idOrNull }
const subEntries = list(
  object<RuleSubEntry>({ id: number(), title: textOrEmpty, content: textOrEmpty }),
)
// The list determines the type of an entry, whatever the entry says.
const basicEntry = object<BasicRuleEntry>({
  ...entry,
  type: fallback(literal('basic'), 'basic'),
  category: idOrNull,
  subcategory: idOrNull,
})
const quickEntry = object<QuickRuleEntry>({
  ...entry,
  type: fallback(literal('quick'), 'quick'),
  quick_subcategory: idOrNull,
})
const categories = list(object<RuleCategory>({ id: number(), name: string() }))
const subcategories = list(
  object<RuleSubcategory>({ id: number(), name: string(), category: fallback(number(), 0) }),
)

/** Public: nothing here changes while a visitor reads. */
export const rulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All categories, each with its sub-categories; a category whose own call failed has none. */
    listRuleCategories: build.query<RuleCategoryTree[], void>({
      keepUnusedDataFor,
      queryFn: async (_arg, _api, _options, send) => {
        const { data, error } = await checked(categories, send(request(routes.listRuleCategories)))
        if (error) return { error }
        const withSubcategories = async (category: RuleCategory): Promise<RuleCategoryTree> => {
          const call = request(routes.listRuleSubcategories, {
            params: { categoryId: category.id },
          })
          const response = await checked(subcategories, send(call))
          return { ...category, subcategories: response.data ?? [] }
        }
        return { data: await Promise.all(data.map(withSubcategories)) }
      },
    }),
    listRuleVideos: build.query<RuleVideo[], void>({
      query: () => request(routes.listRuleVideos),
      responseSchema: list(object<RuleVideo>({ video_title: string(), file_url: string() })),
      keepUnusedDataFor,
    }),
    listQuickSubcategories: build.query<QuickSubcategory[], void>({
      query: () => request(routes.listQuickSubcategories),
      responseSchema: list(object<QuickSubcategory>({ id: number(), name: string() })),
      keepUnusedDataFor,
    }),
    listRuleEntries: build.query<FoundRules<BasicRuleEntry>, RuleFilters>({
      query: (query) => request(routes.listRuleEntries, { query }),
      rawResponseSchema: list(basicEntry),
      transformResponse: found<BasicRuleEntry>,
      keepUnusedDataFor,
    }),
    listQuickEntries: build.query<FoundRules<QuickRuleEntry>, RuleFilters>({
      query: (query) => request(routes.listQuickEntries, { query }),
      rawResponseSchema: list(quickEntry),
      transformResponse: found<QuickRuleEntry>,
      keepUnusedDataFor,
    }),
    listRuleSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(routes.listRuleSubEntries, { params: { id } }),
      responseSchema: subEntries,
    }),
    listQuickSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(routes.listQuickSubEntries, { params: { id } }),
      responseSchema: subEntries,
    }),
  }),
})

export const {
  useListRuleCategoriesQuery,
  useListRuleVideosQuery,
  useListQuickSubcategoriesQuery,
  useListRuleEntriesQuery,
  useListQuickEntriesQuery,
  useListRuleSubEntriesQuery,
  useListQuickSubEntriesQuery,
} = rulesApi

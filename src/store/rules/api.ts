import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { RuleEntryId } from '#contract/ids.ts'
import { rulesRoutes as routes } from '#contract/rules.ts'
import {
  type BasicRuleEntry,
  type QuickRuleEntry,
  type QuickSubcategory,
  type RuleCategory,
  type RuleFilters,
  type RuleSubcategory,
  type RuleSubEntry,
  type RuleVideo,
  rulesSchemas as schemas,
} from '#contract/schemas/rules.ts'
import { baseApi } from '../http/baseApi.ts'
import { suggestionsIn } from '../http/headers.ts'
import { request } from '../http/request.ts'
import { checked, responseOf } from '../http/schema.ts'

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

/** Public: nothing here changes while a visitor reads. */
export const rulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All categories, each with its sub-categories; a category whose own call failed has none. */
    listRuleCategories: build.query<RuleCategoryTree[], void>({
      keepUnusedDataFor,
      queryFn: async (_arg, _api, _options, send) => {
        const sent = send(request(routes.listRuleCategories))
        const { data, error } = await checked(responseOf(schemas.listRuleCategories), sent)
        if (error) return { error }
        const withSubcategories = async (category: RuleCategory): Promise<RuleCategoryTree> => {
          const call = request(routes.listRuleSubcategories, {
            params: { categoryId: category.id },
          })
          const response = await checked(responseOf(schemas.listRuleSubcategories), send(call))
          return { ...category, subcategories: response.data ?? [] }
        }
        return { data: await Promise.all(data.map(withSubcategories)) }
      },
    }),
    listRuleVideos: build.query<RuleVideo[], void>({
      query: () => request(routes.listRuleVideos),
      responseSchema: responseOf(schemas.listRuleVideos),
      keepUnusedDataFor,
    }),
    listQuickSubcategories: build.query<QuickSubcategory[], void>({
      query: () => request(routes.listQuickSubcategories),
      responseSchema: responseOf(schemas.listQuickSubcategories),
      keepUnusedDataFor,
    }),
    listRuleEntries: build.query<FoundRules<BasicRuleEntry>, RuleFilters>({
      query: (query) => request(routes.listRuleEntries, { query }),
      rawResponseSchema: responseOf(schemas.listRuleEntries),
      transformResponse: found<BasicRuleEntry>,
      keepUnusedDataFor,
    }),
    listQuickEntries: build.query<FoundRules<QuickRuleEntry>, RuleFilters>({
      query: (query) => request(routes.listQuickEntries, { query }),
      rawResponseSchema: responseOf(schemas.listQuickEntries),
      transformResponse: found<QuickRuleEntry>,
      keepUnusedDataFor,
    }),
    listRuleSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(routes.listRuleSubEntries, { params: { id } }),
      responseSchema: responseOf(schemas.listRuleSubEntries),
    }),
    listQuickSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(routes.listQuickSubEntries, { params: { id } }),
      responseSchema: responseOf(schemas.listQuickSubEntries),
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

import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { RuleEntryId } from '#contract/ids.ts'
import {
  type BasicRuleEntry,
  rulesCalls as calls,
  type QuickRuleEntry,
  type QuickSubcategory,
  type RuleCategory,
  type RuleFilters,
  type RuleSubcategory,
  type RuleSubEntry,
  type RuleVideo,
} from '#contract/rules.ts'
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
        const sent = send(request(calls.listRuleCategories))
        const { data, error } = await checked(responseOf(calls.listRuleCategories), sent)
        if (error) return { error }
        const withSubcategories = async (category: RuleCategory): Promise<RuleCategoryTree> => {
          const call = request(calls.listRuleSubcategories, {
            params: { categoryId: category.id },
          })
          const response = await checked(responseOf(calls.listRuleSubcategories), send(call))
          return { ...category, subcategories: response.data ?? [] }
        }
        return { data: await Promise.all(data.map(withSubcategories)) }
      },
    }),
    listRuleVideos: build.query<RuleVideo[], void>({
      query: () => request(calls.listRuleVideos),
      responseSchema: responseOf(calls.listRuleVideos),
      keepUnusedDataFor,
    }),
    listQuickSubcategories: build.query<QuickSubcategory[], void>({
      query: () => request(calls.listQuickSubcategories),
      responseSchema: responseOf(calls.listQuickSubcategories),
      keepUnusedDataFor,
    }),
    listRuleEntries: build.query<FoundRules<BasicRuleEntry>, RuleFilters>({
      query: (query) => request(calls.listRuleEntries, { query }),
      rawResponseSchema: responseOf(calls.listRuleEntries),
      transformResponse: found<BasicRuleEntry>,
      keepUnusedDataFor,
    }),
    listQuickEntries: build.query<FoundRules<QuickRuleEntry>, RuleFilters>({
      query: (query) => request(calls.listQuickEntries, { query }),
      rawResponseSchema: responseOf(calls.listQuickEntries),
      transformResponse: found<QuickRuleEntry>,
      keepUnusedDataFor,
    }),
    listRuleSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(calls.listRuleSubEntries, { params: { id } }),
      responseSchema: responseOf(calls.listRuleSubEntries),
    }),
    listQuickSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(calls.listQuickSubEntries, { params: { id } }),
      responseSchema: responseOf(calls.listQuickSubEntries),
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

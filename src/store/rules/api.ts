import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import {
  type BasicRuleEntry,
  rulesCalls as calls,
  type QuickRuleEntry,
  type RuleCategory,
  type RuleFilters,
  type RuleSubcategory,
} from '#contract/rules.ts'
import { endpointsOf, sends } from '../http/endpoints.ts'
import { request, suggestionsIn } from '../http/request.ts'
import { checked, responseOf } from '../http/schema.ts'

/** A category with the sub-categories of its own call (behaviour 3.5). */
export type RuleCategoryTree = RuleCategory & { subcategories: RuleSubcategory[] }

/** Keeps the lists in the cache for a visitor who returns from a rule. Seconds. */
const keepUnusedDataFor = 600

/** Rules found, or titles close to the search term when there are none. */
export type FoundRules<Entry> = { entries: Entry[]; suggestions: string[] }

const found = <Entry>(entries: Entry[], meta: FetchBaseQueryMeta | undefined) => ({
  entries,
  suggestions: suggestionsIn(meta),
})

/** Public: nothing here changes while a visitor reads. */
export const rulesApi = endpointsOf(calls, {
  queries: {
    listRuleVideos: { keeps: keepUnusedDataFor },
    listQuickSubcategories: { keeps: keepUnusedDataFor },
    listRuleSubEntries: {},
    listQuickSubEntries: {},
  },
}).injectEndpoints({
  endpoints: (build) => ({
    /** All categories, each with its sub-categories; a category whose own call failed has none. */
    listRuleCategories: build.query<RuleCategoryTree[], void>({
      keepUnusedDataFor,
      queryFn: async (_arg, _api, _options, send) => {
        const sent = send(request(calls.listRuleCategories))
        const { data, error } = await checked(responseOf(calls.listRuleCategories), sent)
        if (error) return { error }
        const withSubcategories = async (category: RuleCategory): Promise<RuleCategoryTree> => {
          const call = request(calls.listRuleSubcategories, category.id)
          const response = await checked(responseOf(calls.listRuleSubcategories), send(call))
          return { ...category, subcategories: response.data ?? [] }
        }
        return { data: await Promise.all(data.map(withSubcategories)) }
      },
    }),
    listRuleEntries: build.query<FoundRules<BasicRuleEntry>, RuleFilters>({
      ...sends(calls.listRuleEntries),
      transformResponse: found<BasicRuleEntry>,
      keepUnusedDataFor,
    }),
    listQuickEntries: build.query<FoundRules<QuickRuleEntry>, RuleFilters>({
      ...sends(calls.listQuickEntries),
      transformResponse: found<QuickRuleEntry>,
      keepUnusedDataFor,
    }),
  }),
})

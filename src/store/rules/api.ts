import type { FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { RuleEntryId } from '#contract/ids.ts'
import type { ListedIn } from '#contract/languages.ts'
import { ANY } from '#contract/lists.ts'
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
const listsApi = endpointsOf(calls, {
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

type RuleEntry = BasicRuleEntry | QuickRuleEntry
type Sought = ListedIn & { readonly id: RuleEntryId; readonly kind: RuleEntry['type'] }

/** The unfiltered lists, with the arguments of the rules page, so that its cache entries are used. */
const UNFILTERED = { search: '', category: ANY, subcategory: ANY }

export const rulesApi = listsApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The rule in the list of this kind, else in the other one, which is only then requested: there is no call for a
     * single rule. One whose translation is listed in its place is in the list of its own language. Null for none.
     */
    findRule: build.query<RuleEntry | null, Sought>({
      queryFn: async ({ id, kind, ...listedIn }, { dispatch }) => {
        const { listRuleEntries: basic, listQuickEntries: quick } = listsApi.endpoints
        let failed: FetchBaseQueryError | undefined
        for (const isQuick of kind === 'quick' ? [true, false] : [false, true]) {
          const read = async (listed: ListedIn): Promise<RuleEntry[]> => {
            const query = { ...UNFILTERED, ...listed }
            const options = { subscribe: false }
            const { data, error } = await (isQuick
              ? dispatch(quick.initiate(query, options))
              : dispatch(basic.initiate(query, options)))
            failed ??= error as FetchBaseQueryError | undefined
            return data?.entries ?? []
          }
          const entries = await read(listedIn)
          const translations = entries.flatMap((entry) => entry.translations ?? [])
          const language = translations.find((one) => one.id === id)?.language
          const known = language === undefined ? entries : await read({ language })
          const found = known.find((entry) => entry.id === id)
          if (found) return { data: found }
        }
        return failed ? { error: failed } : { data: null }
      },
    }),
  }),
})

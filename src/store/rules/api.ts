import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import { rulesRoutes as routes } from '#contract/routes.ts'
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
import { request } from '../http/request.ts'
import { count, list, or, orNull, record, text } from '../http/schema.ts'
import { suggestionsIn } from '../http/suggestions.ts'

/** A category with the sub-categories of its own call (behaviour 3). */
export type RuleCategoryTree = RuleCategory & { subcategories: RuleSubcategory[] }

/** A visitor who reads a rule and comes back finds the lists still there. Seconds. */
const keepUnusedDataFor = 600

/** The kind that a list holds, whatever the server says of a single entry. */
const kind = (type: 'basic' | 'quick') => () => type
/** Rules found, or what might have been meant when there are none. */
export type FoundRules<Entry> = { entries: Entry[]; suggestions: string[] }

const found = <Entry>(entries: Entry[], meta: FetchBaseQueryMeta | undefined) => ({
  entries,
  suggestions: suggestionsIn(meta),
})

const named = record<{ id: number; name: string }>({ id: count, name: text })
const entry = {
  id: count,
  title: text,
  image: orNull(or(text, null)),
  nextId: orNull(or(count, null)),
}
const subEntries = list(
  record<RuleSubEntry>({ id: count, title: or(text, ''), content: or(text, '') }),
)
const orNullId = orNull(or(count, null))
const basicEntry = record<BasicRuleEntry>({
  ...entry,
  type: kind('basic'),
  category: orNullId,
  subcategory: orNullId,
})
const quickEntry = record<QuickRuleEntry>({
  ...entry,
  type: kind('quick'),
  quick_subcategory: orNullId,
})
const video = record<RuleVideo>({ video_title: text, file_url: text })

/** The "rules" table of behaviour 7. Public: nothing here changes while a visitor reads. */
export const rulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All categories, each with its sub-categories; a category whose own call failed has none. */
    listRuleCategories: build.query<RuleCategoryTree[], void>({
      extraOptions: { shape: list(named) },
      keepUnusedDataFor,
      queryFn: async (_arg, _api, _options, send) => {
        const { data, error } = await send(request(routes.listRuleCategories))
        if (error) return { error }
        const withSubcategories = async (category: RuleCategory): Promise<RuleCategoryTree> => {
          const params = { categoryId: category.id satisfies RuleCategoryId }
          const answer = await send(request(routes.listRuleSubcategories, { params }))
          return { ...category, subcategories: (answer.data ?? []) as RuleSubcategory[] }
        }
        return { data: await Promise.all((data as RuleCategory[]).map(withSubcategories)) }
      },
    }),
    listRuleVideos: build.query<RuleVideo[], void>({
      query: () => request(routes.listRuleVideos),
      extraOptions: { shape: list(video) },
      keepUnusedDataFor,
    }),
    listQuickSubcategories: build.query<QuickSubcategory[], void>({
      query: () => request(routes.listQuickSubcategories),
      extraOptions: { shape: list(named) },
      keepUnusedDataFor,
    }),
    listRuleEntries: build.query<FoundRules<BasicRuleEntry>, RuleFilters>({
      query: (query) => request(routes.listRuleEntries, { query }),
      extraOptions: { shape: list(basicEntry) },
      transformResponse: found<BasicRuleEntry>,
      keepUnusedDataFor,
    }),
    listQuickEntries: build.query<FoundRules<QuickRuleEntry>, RuleFilters>({
      query: (query) => request(routes.listQuickEntries, { query }),
      extraOptions: { shape: list(quickEntry) },
      transformResponse: found<QuickRuleEntry>,
      keepUnusedDataFor,
    }),
    listRuleSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(routes.listRuleSubEntries, { params: { id } }),
      extraOptions: { shape: subEntries },
    }),
    listQuickSubEntries: build.query<RuleSubEntry[], RuleEntryId>({
      query: (id) => request(routes.listQuickSubEntries, { params: { id } }),
      extraOptions: { shape: subEntries },
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

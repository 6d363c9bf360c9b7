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
import { baseApi } from './baseApi.ts'
import { request } from './request.ts'
import { count, list, or, orNull, record, text } from './shapes.ts'

/** A category with the sub-categories of its own call (SPEC 3). */
export type RuleCategoryTree = RuleCategory & { subcategories: RuleSubcategory[] }

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

/** The "rules" table of SPEC 7. Public: nothing here changes while a visitor reads. */
export const rulesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** All categories, each with its sub-categories; a category whose own call failed has none. */
    listRuleCategories: build.query<RuleCategoryTree[], void>({
      extraOptions: { shape: list(named) },
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
      extraOptions: { shape: list(record<RuleVideo>({ video_title: text, file_url: text })) },
    }),
    listQuickSubcategories: build.query<QuickSubcategory[], void>({
      query: () => request(routes.listQuickSubcategories),
      extraOptions: { shape: list(named) },
    }),
    listRuleEntries: build.query<BasicRuleEntry[], RuleFilters>({
      query: (query) => request(routes.listRuleEntries, { query }),
      extraOptions: {
        shape: list(
          record<BasicRuleEntry>({ ...entry, category: orNullId, subcategory: orNullId }),
        ),
      },
    }),
    listQuickEntries: build.query<QuickRuleEntry[], RuleFilters>({
      query: (query) => request(routes.listQuickEntries, { query }),
      extraOptions: {
        shape: list(record<QuickRuleEntry>({ ...entry, quick_subcategory: orNullId })),
      },
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

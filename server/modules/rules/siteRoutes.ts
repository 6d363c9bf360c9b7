import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import { type RuleFilters, rulesCalls } from '#contract/rules.ts'
import type { RuleKind } from '#contract/sets.ts'
import { termKey } from '#shared/search.ts'
import { type IsMentioned, markMentioned, treesOf } from '../../db/linkedTexts.ts'
import { hasRow } from '../../db/rows.ts'
import type { CachedResponse, Content } from '../../http/cache/cachedResponse.ts'
import { asJson, cachedJson, JSON_TYPE, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { nearTitles, suggestionsHeader } from '../../text/nearTitles.ts'
import { routesOn } from '../../work/calls.ts'
import { presentSections, presentVideo } from './present.ts'
import {
  findEntry,
  listCategories,
  listQuickSubcategories,
  listSections,
  listSubcategories,
  listVideos,
} from './repository.ts'
import type { RuleSearch } from './search.ts'

const fromCache = cachedJson('rules')

/** Rules of both kinds (behaviour 7.6). The same for all callers, so all of it is cached. */
export function rulesModule(open: App, deps: Searching): void {
  const route = routesOn(open, deps, rulesCalls)
  route('listRuleCategories', sending(readCategories))
  route('listRuleSubcategories', sending(readSubcategories))
  route('listRuleVideos', sending(readVideos))
  route('listQuickSubcategories', sending(readQuickSubcategories))
  route('listRuleEntries', sending(readEntries('basic')))
  route('listQuickEntries', sending(readEntries('quick')))
  route('listRuleSubEntries', sending(readSections('basic')))
  route('listQuickSubEntries', sending(readSections('quick')))
}

const readCategories = fromCache(
  () => 'categories',
  ({ db }: Deps) => listCategories({ db }),
)

const readVideos = fromCache(
  () => 'videos',
  async ({ db }: Deps) => (await listVideos({ db })).map(presentVideo),
)

const readQuickSubcategories = fromCache(
  () => 'quick subcategories',
  ({ db }: Deps) => listQuickSubcategories({ db }),
)

type OfCategory = { readonly params: { readonly categoryId: RuleCategoryId } }

const readSubcategories = fromCache(
  ({ params }: OfCategory) => `subcategories ${params.categoryId}`,
  async ({ db }: Deps, { params: { categoryId: id } }) => {
    if (!(await hasRow(db, 'rule_categories', { id }))) throw errors.notFound()
    return listSubcategories({ db }, id)
  },
)

type ById = { readonly params: { readonly id: RuleEntryId } }

const readSections = (kind: RuleKind) =>
  fromCache(
    ({ params }: ById) => `${kind} ${params.id}`,
    async ({ db, clock, isMentioned }: Searching, { params: { id } }) => {
      const entry = await findEntry({ db }, id)
      if (entry?.kind !== kind) throw errors.notFound()
      const sections = await listSections({ db }, [id])
      return markMentioned(
        presentSections(entry, sections, await treesOf(db, 'rule', [id])),
        await isMentioned(db, 'rule', id, clock()),
      )
    },
  )

export type Searching = Deps & {
  readonly search: RuleSearch
  readonly isMentioned: IsMentioned
}
type Filtered = { readonly query: RuleFilters }

const readEntries =
  (kind: RuleKind) =>
  async ({ responseCache, search }: Searching, { query }: Filtered): Promise<CachedResponse> => {
    const category = idFilter(query.category)
    const subcategory = idFilter(query.subcategory)
    const term = termKey(query.search ?? '')
    // Quick entries have no category, so the filter excludes all of them.
    const isNothing =
      isUnknown(category) || isUnknown(subcategory) || (kind === 'quick' && category !== null)
    const key = JSON.stringify(isNothing ? 'nothing' : [kind, category, subcategory, term])
    const make = async (): Promise<Content> => {
      if (isNothing) return asJson([])
      const found = await search.find(kind, { term, category, subcategory })
      const isMissed = found.count === 0 && term !== ''
      return {
        mediaType: JSON_TYPE,
        text: found.json,
        headers: isMissed ? suggestionsHeader(nearTitles(term, await search.titles(kind))) : {},
        compression: term === '' ? 'thorough' : 'quick',
      }
    }
    return responseCache.get('rules', key, make)
  }

export const rulesReads = (deps: Searching) =>
  pageReads(deps, rulesCalls, {
    listRuleCategories: readCategories,
    listRuleSubcategories: readSubcategories,
    listRuleVideos: readVideos,
    listQuickSubcategories: readQuickSubcategories,
    listRuleEntries: readEntries('basic'),
    listQuickEntries: readEntries('quick'),
    listRuleSubEntries: readSections('basic'),
    listQuickSubEntries: readSections('quick'),
  })

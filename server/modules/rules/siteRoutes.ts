import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import { type RuleFilters, rulesCalls } from '#contract/rules.ts'
import type { RuleKind } from '#contract/sets.ts'
import { termKey } from '#shared/search.ts'
import { type IsMentioned, markMentioned, treesOf } from '../../db/linkedTexts.ts'
import { hasRow } from '../../db/rows.ts'
import type { CachedResponse, Content } from '../../http/cache/cachedResponse.ts'
import type { Area, ResponseCache, Stamp } from '../../http/cache/responseCache.ts'
import { asJson, cachedJson, JSON_TYPE, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import type { Kit } from '../../text/kit.ts'
import { suggestionsHeader } from '../../text/nearTitles.ts'
import { routesOn } from '../../work/calls.ts'
import { presentBasic, presentQuick, presentSections, presentVideo } from './present.ts'
import {
  type EntryRow,
  findEntry,
  listCategories,
  listEntries,
  listQuickSubcategories,
  listSections,
  listSubcategories,
  listVideos,
} from './repository.ts'
import { searchRules } from './search.ts'

/**
 * Caches a value made from an area in memory, for as long as a response.
 * @param load gets the previous value, of which it may reuse parts
 */
export function cachedValue<Value>(
  responseCache: ResponseCache,
  area: Area,
  load: (before: Value | undefined) => Promise<Value>,
): () => Promise<Value> {
  let last: { readonly stamp: Stamp; readonly value: Promise<Value> } | undefined
  return () => {
    if (last !== undefined && responseCache.isCurrent(last.stamp)) return last.value
    const before = last?.value.catch(() => undefined)
    const entry = {
      stamp: responseCache.stamp(area),
      value: Promise.resolve(before).then(load),
    }
    last = entry
    entry.value.catch(() => {
      if (last === entry) last = undefined
    })
    return entry.value
  }
}

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
  readonly lists: RuleLists
  readonly isMentioned: IsMentioned
}
export type RuleLists = Readonly<Record<RuleKind, () => Promise<readonly Presented[]>>>
type Presented = {
  readonly id: RuleEntryId
  readonly category: number | null
  readonly subcategory: number | null
  readonly json: string
}

/** All entries of each kind in reading order. Rules are few: cached for as long as a response, they are read once for all searches. */
export function ruleLists({ db, responseCache, kit }: Deps): RuleLists {
  const listOf = (kind: RuleKind) =>
    cachedValue(responseCache, 'rules', async () =>
      presentedList(kind, await listEntries({ db }, kind), kit.current()),
    )
  return { basic: listOf('basic'), quick: listOf('quick') }
}

function presentedList(kind: RuleKind, rows: readonly EntryRow[], kit: Kit): Presented[] {
  const groups = Map.groupBy(rows, ({ translation_group }) => translation_group)
  return rows.map((row, at) => {
    const { id, translation_group: group } = row
    const others = group === null ? [] : (groups.get(group) ?? [])
    const translations = others.filter((one) => one.id !== id)
    const around = { nextId: rows[at + 1]?.id ?? null, translations, kit }
    const entry = kind === 'basic' ? presentBasic(row, around) : presentQuick(row, around)
    const category = kind === 'basic' ? row.category_id : null
    const subcategory = kind === 'basic' ? row.subcategory_id : row.quick_subcategory_id
    return { id, category, subcategory, json: JSON.stringify(entry) }
  })
}

type Filtered = { readonly query: RuleFilters }

const readEntries =
  (kind: RuleKind) =>
  async ({ db, responseCache, lists }: Searching, { query }: Filtered): Promise<CachedResponse> => {
    const category = idFilter(query.category)
    const subcategory = idFilter(query.subcategory)
    const term = termKey(query.search ?? '')
    // Quick entries have no category, so the filter excludes all of them.
    const isNothing =
      isUnknown(category) || isUnknown(subcategory) || (kind === 'quick' && category !== null)
    const key = JSON.stringify(isNothing ? 'nothing' : [kind, category, subcategory, term])
    const make = async (): Promise<Content> => {
      if (isNothing) return asJson([])
      const shown = (await lists[kind]()).filter(
        (entry) =>
          (category === null || entry.category === category) &&
          (subcategory === null || entry.subcategory === subcategory),
      )
      if (term === '') return listOf(shown.map(({ json }) => json))
      const { ids, texts, near } = await searchRules({ db }, { kind, term, category, subcategory })
      const isFound: ReadonlySet<number> = new Set(ids)
      const found = shown.flatMap(({ id, json }) => {
        if (!isFound.has(id)) return []
        const text = texts.get(id)
        return text === undefined ? json : `${json.slice(0, -1)},"found":${JSON.stringify(text)}}`
      })
      return { ...listOf(found), headers: suggestionsHeader(near), compression: 'quick' }
    }
    return responseCache.get('rules', key, make)
  }

const listOf = (entries: readonly string[]): Content => ({
  mediaType: JSON_TYPE,
  text: `[${entries.join(',')}]`,
  compression: 'thorough',
})

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

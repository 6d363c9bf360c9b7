import { LRUCache } from 'lru-cache'
import { ID_MAX } from '#contract/fields.ts'
import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import { RULE_PAGE, rulePath } from '#contract/publicPages.ts'
import {
  type BasicRuleEntry,
  type QuickRuleEntry,
  type RuleFilters,
  type RuleVideo,
  rulesCalls,
} from '#contract/rules.ts'
import type { RuleKind } from '#contract/sets.ts'
import { describedBy } from '#shared/pageTags.ts'
import { termKey } from '#shared/search.ts'
import { type IsMentioned, richSections, treesOf } from '../../db/linkedTexts.ts'
import { hasRow } from '../../db/rows.ts'
import { sectionsOf } from '../../desk/sections.ts'
import { pictureFields, publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import type { CachedResponse, Content } from '../../http/cache/cachedResponse.ts'
import type { Area, ResponseCache, Stamp } from '../../http/cache/responseCache.ts'
import { asJson, cachedJson, JSON_TYPE, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { headMarkup, linkPicture } from '../../http/pageTags.ts'
import { type HeadOf, keptHead, type ListPages, MISSING } from '../../http/plugins/pageHead.ts'
import { languageOf, mainLanguage, translationsOf } from '../../text/contentLanguage.ts'
import type { Kit } from '../../text/kit.ts'
import { plainText } from '../../text/light.ts'
import { suggestionsHeader } from '../../text/nearTitles.ts'
import { reading, routesOn } from '../../work/work.ts'
import {
  type EntryRow,
  findEntry,
  listEntries,
  listNamed,
  listPages,
  listSubcategories,
  listVideos,
  type VideoRow,
} from './repository.ts'
import { searchRules } from './search.ts'

const fromCache = cachedJson('rules')

/** Rules of both kinds (behaviour 7.6). The same for all callers, so all of it is cached. */
export function rulesRoutes(open: App, deps: Searching): void {
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
  (deps: Deps) => listNamed(deps, 'rule_categories'),
)

const readVideos = fromCache(
  () => 'videos',
  async (deps: Deps) => (await listVideos(deps)).map(presentVideo),
)

const readQuickSubcategories = fromCache(
  () => 'quick subcategories',
  (deps: Deps) => listNamed(deps, 'quick_subcategories'),
)

type OfCategory = { readonly params: { readonly categoryId: RuleCategoryId } }

const readSubcategories = fromCache(
  ({ params }: OfCategory) => `subcategories ${params.categoryId}`,
  async (deps: Deps, { params: { categoryId: id } }) => {
    if (!(await hasRow(deps.db, 'rule_categories', { id }))) throw errors.notFound()
    return listSubcategories(deps, id)
  },
)

type ById = { readonly params: { readonly id: RuleEntryId } }

const readSections = (kind: RuleKind) =>
  fromCache(
    ({ params }: ById) => `${kind} ${params.id}`,
    async (deps: Searching, { params: { id } }) => {
      const entry = await findEntry(deps, id)
      if (entry?.kind !== kind) throw errors.notFound()
      const sections = (await sectionsOf(deps, 'rule_sub_entries', [entry]))(id)
      return richSections(
        sections.map(({ level: _level, ...section }) => section),
        {
          ...entry,
          treeOf: await treesOf(deps, 'rule', [id]),
          mentioned: await deps.isMentioned(reading(deps), { kind: 'rule', id }),
        },
      )
    },
  )

type Searching = Deps & { readonly lists: RuleLists; readonly isMentioned: IsMentioned }
type RuleLists = Readonly<Record<RuleKind, () => Promise<RuleList>>>
type RuleList = {
  /** All of them without a language. */
  readonly entriesIn: (language: string | undefined) => readonly Presented[]
  /** Lists by filters and ids: different terms often find the same rules. */
  readonly found: LRUCache<string, Content>
}
type Presented = {
  readonly id: RuleEntryId
  readonly category: number | null
  readonly subcategory: number | null
  readonly json: string
}

/** The longest list of 2,000 rules takes 0.3 MB. */
const FOUND_BYTES_MAX = 8 * 1024 * 1024

/** Caches a value made from an area in memory, for as long as a response. */
export function cachedValue<Value>(
  responseCache: ResponseCache,
  area: Area,
  load: () => Promise<Value>,
): () => Promise<Value> {
  let last: { readonly stamp: Stamp; readonly value: Promise<Value> } | undefined
  return () => {
    if (last !== undefined && responseCache.isCurrent(last.stamp)) return last.value
    const entry = { stamp: responseCache.stamp(area), value: load() }
    last = entry
    entry.value.catch(() => {
      if (last === entry) last = undefined
    })
    return entry.value
  }
}

/** All entries of each kind in reading order. Rules are few: cached for as long as a response, they are read once for all searches. */
export function ruleLists(deps: Deps): RuleLists {
  const listOf = (kind: RuleKind) =>
    cachedValue(deps.responseCache, 'rules', async () => ({
      entriesIn: presentedIn(kind, await listEntries(deps, kind), deps.kit.current()),
      found: new LRUCache<string, Content>({
        maxSize: FOUND_BYTES_MAX,
        sizeCalculation: ({ text }, key) => text.length + key.length,
      }),
    }))
  return { basic: listOf('basic'), quick: listOf('quick') }
}

/** Presents the list once for each language in which it is another one. */
function presentedIn(kind: RuleKind, all: readonly EntryRow[], kit: Kit): RuleList['entriesIn'] {
  const main = mainLanguage(kit)
  const groups = Map.groupBy(all, ({ translation_group }) => translation_group)
  const isIn = (language: string | undefined) => (row: EntryRow) =>
    (row.language ?? main) === language
  const translationsOf = ({ id, translation_group: group }: EntryRow): EntryRow[] =>
    group === null ? [] : (groups.get(group) ?? []).filter((one) => one.id !== id)

  const lists = new Map<string, readonly Presented[]>()
  return (wanted) => {
    const isWanted = isIn(wanted)
    const others = new Set(
      all.filter((row) => !isWanted(row) && translationsOf(row).some(isWanted)),
    )
    const key = others.size === 0 ? '' : (wanted ?? '')
    const known = lists.get(key)
    if (known !== undefined) return known
    const rows = all.filter((row) => !others.has(row))
    const list = rows.map((row, at) => {
      const nextId = rows[at + 1]?.id ?? null
      const category = kind === 'basic' ? row.category_id : null
      const subcategory = kind === 'basic' ? row.subcategory_id : row.quick_subcategory_id
      const around = { nextId, translations: translationsOf(row), kit }
      const json = JSON.stringify(presentEntry(row, kind, around))
      return { id: row.id, category, subcategory, json }
    })
    lists.set(key, list)
    return list
  }
}

/** What the entry of a list takes from its neighbours. */
type Around = {
  readonly nextId: RuleEntryId | null
  readonly translations: readonly EntryRow[]
  readonly kit: Kit
}

function presentEntry(row: EntryRow, kind: RuleKind, { nextId, translations, kit }: Around) {
  const picture = readPicture(row.picture)
  const entry = {
    id: row.id,
    title: row.title,
    image: picture && publicUrlPath(picture.key),
    nextId,
    ...(picture && pictureFields(picture)),
    ...languageOf(row.language, mainLanguage(kit)),
    ...translationsOf(row.language, translations, kit),
  }
  return kind === 'basic'
    ? ({
        ...entry,
        type: kind,
        category: row.category_id,
        subcategory: row.subcategory_id,
      } satisfies BasicRuleEntry)
    : ({
        ...entry,
        type: kind,
        quick_subcategory: row.quick_subcategory_id,
      } satisfies QuickRuleEntry)
}

const presentVideo = (row: VideoRow): RuleVideo => ({
  video_title: row.title,
  file_url: publicUrlPath(row.file_key),
  ...(row.webm_key !== null && { webm_url: publicUrlPath(row.webm_key) }),
  ...(row.captions_key !== null && { captions_url: publicUrlPath(row.captions_key) }),
  ...(row.poster_key !== null && { poster_url: publicUrlPath(row.poster_key) }),
})

type Filtered = { readonly query: RuleFilters }

const readEntries =
  (kind: RuleKind) =>
  async (deps: Searching, { query }: Filtered): Promise<CachedResponse> => {
    const category = idFilter(query.category)
    const subcategory = idFilter(query.subcategory)
    const term = termKey(query.search ?? '')
    const { language } = query
    // Quick entries have no category, so the filter excludes all of them.
    const isNothing =
      isUnknown(category) || isUnknown(subcategory) || (kind === 'quick' && category !== null)
    const key = JSON.stringify(
      isNothing ? 'nothing' : [kind, category, subcategory, term, language],
    )
    const make = async (): Promise<Content> => {
      if (isNothing) return asJson([])
      const list = await deps.lists[kind]()
      const shown = list
        .entriesIn(language)
        .filter(
          (entry) =>
            (category === null || entry.category === category) &&
            (subcategory === null || entry.subcategory === subcategory),
        )
      if (term === '') return listOf(shown.map(({ json }) => json))
      const asked = {
        kind,
        term,
        category,
        subcategory,
        language,
        main: mainLanguage(deps.settings),
      }
      const { ids, texts, near } = await searchRules(deps, asked)
      const isSame = texts.size === 0 && near.length === 0
      const same = `${category} ${subcategory} ${language} ${Buffer.from(ids.buffer).toString('latin1')}`
      const known = isSame ? list.found.get(same) : undefined
      if (known !== undefined) return known
      const isFound: ReadonlySet<number> = new Set(ids)
      const found = shown.flatMap(({ id, json }) => {
        if (!isFound.has(id)) return []
        const text = texts.get(id)
        return text === undefined ? json : `${json.slice(0, -1)},"found":${JSON.stringify(text)}}`
      })
      const headers = suggestionsHeader(near)
      const content = { ...listOf(found), headers, compression: 'quick' } as const
      if (isSame) list.found.set(same, content)
      return content
    }
    return deps.responseCache.get('rules', key, make)
  }

const listOf = (entries: readonly string[]): Content => ({
  mediaType: JSON_TYPE,
  text: Buffer.from(`[${entries.join(',')}]`),
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

/** Rules in the sitemap; the rules page links to all of them. */
const LISTED_MAX = 10_000

/** The head of a rule's page; 404 for an unknown id. */
export const ruleHead =
  (deps: Deps): HeadOf =>
  async (url) => {
    const [, text] = RULE_PAGE.exec(url.path) ?? []
    if (text === undefined) return null
    const id = Number(text) as RuleEntryId
    if (!(Number.isInteger(id) && id >= 1 && id <= ID_MAX)) return MISSING
    return keptHead(deps, url, {
      area: 'rules',
      id,
      make: async (site) => {
        const entry = await findEntry(deps, id)
        if (entry === undefined) throw errors.notFound()
        const sections = (await sectionsOf(deps, 'rule_sub_entries', [entry]))(id)
        const first = sections.find(({ content }) => content.trim() !== '')
        const words = first ? [plainText(entry.format, first.content)] : []
        return headMarkup(site, {
          title: entry.title,
          description: describedBy(entry.title, words),
          path: rulePath(id),
          type: 'article',
          picture: linkPicture(site.publicUrl, entry.picture),
          ...languageOf(entry.language, mainLanguage(site.kit)),
        })
      },
    })
  }

export const rulePages =
  (deps: Deps): ListPages =>
  async () =>
    (await listPages(deps, LISTED_MAX)).map(({ id, updated_at }) => ({
      path: rulePath(id),
      changedAt: updated_at,
    }))

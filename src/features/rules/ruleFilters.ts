import { TEXT_MAX } from '#contract/fields.ts'
import { ANY } from '#contract/lists.ts'
import type { BasicRuleEntry, QuickRuleEntry } from '#contract/rules.ts'
import { cutText } from '#shared/cutText.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { idIn } from '#src/platform/urlParts.ts'
import type { FilterCodec } from '#src/ui/useUrlFilters.ts'

const RULE_TABS = ['quick', 'basic'] as const
export type RuleTab = (typeof RULE_TABS)[number]

type RuleFilters = {
  tab: RuleTab
  search: string
  /** An id in digits, or Any; always Any in the quick tab, which has no categories (ruling 26). */
  category: string
  subcategory: string
}

export const unfiltered = (tab: RuleTab): RuleFilters => ({
  tab,
  search: '',
  category: ANY,
  subcategory: ANY,
})

const idOrAny = (text: string | null): string => String(idIn(text) ?? ANY)

export const ruleFilters: FilterCodec<RuleFilters> = {
  read: (query) => {
    const tab = RULE_TABS.find((each) => each === query.get('tab')) ?? 'quick'
    return {
      tab,
      search: cutText(query.get('search') ?? '', TEXT_MAX),
      category: tab === 'basic' ? idOrAny(query.get('category')) : ANY,
      subcategory: idOrAny(query.get('subcategory')),
    }
  },
  write: ({ tab, search, category, subcategory }) => {
    const query = new URLSearchParams()
    if (tab !== 'quick') query.set('tab', tab)
    if (search !== '') query.set('search', search)
    if (category !== ANY) query.set('category', category)
    if (subcategory !== ANY) query.set('subcategory', subcategory)
    return query
  },
}

/** The arguments of both lists; the tab chooses between them. */
export const queryOf = ({ search, category, subcategory }: RuleFilters) => ({
  search: search.trim(),
  category,
  subcategory,
})

const nothingFound = { quick: 'rules.no_quick', basic: 'rules.no_basic' } as const
const emptySubcategory = {
  quick: 'rules.empty_quick_subcategory',
  basic: 'rules.empty_subcategory',
} as const

/** A chosen sub-category is empty by itself without a search; otherwise nothing was found (ruling 28). */
export function emptyMessage({ tab, search, subcategory }: RuleFilters): MessageKey {
  const isEmptySubcategory = subcategory !== ANY && search.trim() === ''
  return (isEmptySubcategory ? emptySubcategory : nothingFound)[tab]
}

/** No rule of the tab is left out. */
export const isUnfiltered = (filters: RuleFilters): boolean =>
  ruleFilters.write({ ...filters, tab: 'quick' }).toString() === ''

export type RuleListProps = {
  applied: RuleFilters
  onChange: (changed: Partial<RuleFilters>) => void
}
export type RuleTabProps = RuleListProps & {
  /** Values of the controls; the applied filters follow later. */
  filters: RuleFilters
}

export type RuleEntry = BasicRuleEntry | QuickRuleEntry

/** The key of entries without a category, such as all quick ones. Never shown (ruling 27). */
export const QUICK_ENTRIES = 'quick_entries'

const subcategoryOf = (entry: RuleEntry): number | null =>
  entry.type === 'quick' ? entry.quick_subcategory : entry.subcategory
const categoryOf = (entry: RuleEntry): number | typeof QUICK_ENTRIES =>
  (entry.type === 'basic' ? entry.category : null) ?? QUICK_ENTRIES

export function groupEntries<Entry extends RuleEntry>(entries: readonly Entry[]) {
  return grouped(entries, categoryOf).map(([category, ofCategory]) => ({
    category,
    groups: grouped(ofCategory, subcategoryOf).map(([subcategory, ofSubcategory]) => ({
      subcategory,
      entries: ofSubcategory,
    })),
  }))
}

/** Keys are in the order of their first entry. */
const grouped = <Entry, Key>(entries: readonly Entry[], keyOf: (entry: Entry) => Key) =>
  [...new Set(entries.map(keyOf))].map(
    (key) => [key, entries.filter((entry) => keyOf(entry) === key)] as const,
  )

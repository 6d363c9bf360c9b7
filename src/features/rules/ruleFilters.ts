import { ANY, ID_MAX, TEXT_MAX } from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'

export const RULE_TABS = ['quick', 'basic'] as const
export type RuleTab = (typeof RULE_TABS)[number]

/** What the rules page shows. The quick tab has no categories: there `category` stays Any (ruling 26). */
export type RuleFilters = {
  tab: RuleTab
  search: string
  /** An id in digits, or Any. */
  category: string
  subcategory: string
}

const isId = (text: string): boolean => /^[1-9]\d*$/.test(text) && Number(text) <= ID_MAX

/** The page as it starts, and as a change of tabs leaves it (behaviour 2, 4). */
export const unfiltered = (tab: RuleTab): RuleFilters => ({
  tab,
  search: '',
  category: ANY,
  subcategory: ANY,
})

/** Reads a query string; whatever it does not say, or says wrongly, is as at the beginning. */
export function readFilters(query: URLSearchParams): RuleFilters {
  const tab = RULE_TABS.find((each) => each === query.get('tab')) ?? 'quick'
  const idIn = (name: string) => {
    const text = query.get(name) ?? ''
    return isId(text) ? text : ANY
  }
  return {
    tab,
    search: (query.get('search') ?? '').slice(0, TEXT_MAX),
    category: tab === 'basic' ? idIn('category') : ANY,
    subcategory: idIn('subcategory'),
  }
}

/** The shortest query string that reads as these filters. */
export function writeFilters({ tab, search, category, subcategory }: RuleFilters): URLSearchParams {
  const query = new URLSearchParams()
  if (tab !== 'quick') query.set('tab', tab)
  if (search !== '') query.set('search', search)
  if (category !== ANY) query.set('category', category)
  if (subcategory !== ANY) query.set('subcategory', subcategory)
  return query
}

/** The parameters of both lists; the tab chooses between them. */
export const questionFor = ({ search, category, subcategory }: RuleFilters) => ({
  search: search.trim(),
  category,
  subcategory,
})

const nothingFound = { quick: 'rules.no_quick', basic: 'rules.no_basic' } as const
const emptySubcategory = {
  quick: 'rules.empty_quick_subcategory',
  basic: 'rules.empty_subcategory',
} as const

/**
 * Which of the four sentences an empty list gets. A chosen sub-category without a search is empty by itself;
 * in every other case nothing was found (ruling 28).
 */
export function emptyMessage({ tab, search, subcategory }: RuleFilters): MessageKey {
  const isEmptySubcategory = subcategory !== ANY && search.trim() === ''
  return (isEmptySubcategory ? emptySubcategory : nothingFound)[tab]
}

/** What each list is given. */
export type RuleListProps = {
  /** What the list is asked for. */
  asked: RuleFilters
  onChange: (changed: Partial<RuleFilters>) => void
}
/** What each tab is given. */
export type RuleTabProps = RuleListProps & {
  /** What the controls say. */
  shown: RuleFilters
}

import { memo, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { TEXT_MAX } from '#contract/fields.ts'
import { ANY, SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'
import { marked } from '#shared/search.ts'
import { onSearchKey } from '#src/platform/keys.ts'
import { hides } from '#src/platform/page.ts'
import type { PageData } from '#src/store/reducer.ts'
import { type RuleCategoryTree, rulesApi } from '#src/store/rules/api.ts'
import type { Elements } from '#src/ui/elements.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { joined } from '#src/ui/look.ts'
import { Marked } from '#src/ui/Marked.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { SearchField } from '#src/ui/TextField.tsx'
import { useKit } from '#src/ui/useKit.ts'
import { useListedIn, useTextLanguage } from '#src/ui/useLanguage.ts'
import { useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { IdSelect, RuleList } from './RuleList.tsx'
import {
  groupEntries,
  QUICK_ENTRIES,
  queryOf,
  type RuleEntry,
  type RuleListProps,
  type RuleTab,
  type RuleTabProps,
  ruleFilters,
  unfiltered,
} from './ruleFilters.ts'
import { type RuleItemState, ruleItemPath } from './ruleNavigation.ts'
import { useScrollMemory } from './useScrollPosition.ts'
import { VideoSection } from './VideoSection.tsx'

type Props = {
  /** Undefined when the names could not be loaded. */
  heading: string | undefined
  /** The category; its name or id chooses the drawing beside the heading. */
  category: { id: unknown; name?: string }
  children: ReactNode
}

function RuleSection({ heading, category, children }: Props) {
  return (
    <div className="grid gap-x-10 gap-y-4 border-t border-line pt-6 pb-12 xl:grid-cols-[13rem_minmax(0,1fr)] print:block print:break-inside-avoid">
      <div>
        {heading && (
          <h2 className="flex items-start gap-3 font-heading text-2xl font-bold xl:sticky xl:top-24">
            <img
              src={categoryIcon(category.name ?? '', Number(category.id) || 0)}
              alt=""
              width={32}
              height={32}
              loading="lazy"
              className="size-8 shrink-0 opacity-75 dark:invert print:hidden"
            />
            <span className="min-w-0 wrap-anywhere">{heading}</span>
          </h2>
        )}
      </div>
      <div className="space-y-8">{children}</div>
    </div>
  )
}

/** Patterns for the name of a category and their drawings; the first match counts. */
const DRAWINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/argu|social|debate|talk/i, 'social'],
  [/conflict|fight|combat|battle|danger/i, 'combat'],
  [/dice|die\b|test|roll/i, 'dice'],
  [/character|people|who/i, 'person'],
  [/travel|road|journey/i, 'travel'],
  [/echo|magic|spell/i, 'magic'],
  [/harm|trouble|wound/i, 'harm'],
  [/rest|heal/i, 'heal'],
  [/director|running|master/i, 'round-table'],
  [/gear|equip|thing/i, 'equipment'],
  [/start|begin|first/i, 'lantern'],
]
/** Drawings for other names, chosen by id so that neighbours differ. */
const OTHERS = ['scroll', 'map', 'door', 'scales', 'hourglass', 'seeds']

/** The drawing of a category, by its name: the API has none. */
function categoryIcon(name: string, id: number): string {
  const known = DRAWINGS.find(([pattern]) => pattern.test(name))?.[1]
  return `/icons/game/${known ?? OTHERS[id % OTHERS.length] ?? 'book'}.svg`
}

/** The state of each link has its entry and the query of this page. */
function EntryLinks({ entries, term }: { entries: readonly RuleEntry[]; term: string }) {
  const { search } = useLocation()
  const langOf = useTextLanguage()
  return (
    <ul className="grid sm:grid-cols-2 sm:gap-x-8 md:max-lg:grid-cols-1 print:block">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line/70 print:border-0">
          <Link
            to={ruleItemPath(entry.id)}
            lang={langOf(entry.language)}
            // Some screen readers pause around each mark.
            aria-label={term.trim() === '' ? undefined : entry.title}
            state={{ entry, rulesQuery: search } satisfies RuleItemState}
            className="flex min-h-12 items-center py-2 leading-snug no-underline decoration-gold underline-offset-4 transition-colors wrap-anywhere hover:text-gold-deep hover:underline print:min-h-0 print:py-0.5"
          >
            {/* One box: flex items of their own would become columns. */}
            <span>
              <Marked parts={marked(entry.title, term)} />
            </span>
          </Link>
          {typeof entry.found === 'string' && (
            <p
              lang={langOf(entry.language)}
              className="-mt-1 pb-3 text-ui leading-snug text-ink-soft wrap-anywhere"
            >
              <Marked parts={marked(entry.found, term)} />
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function BasicRules({ filters, ...list }: RuleTabProps) {
  const { t } = useTranslation()
  const { data: categories } = rulesApi.useListRuleCategoriesQuery()
  const chosen = categories?.filter(
    ({ id }) => filters.category === ANY || String(id) === filters.category,
  )
  return (
    <>
      <FilterBar search={filters.search} onChange={list.onChange}>
        <IdSelect
          label={t('rules.category')}
          searchLabel={t('rules.search_categories')}
          choices={categories}
          value={filters.category}
          // As specified: another category sets the sub-category to Any (behaviour 2.10).
          onChange={(category) => list.onChange({ category, subcategory: ANY })}
        />
        <IdSelect
          label={t('rules.subcategory')}
          searchLabel={t('rules.search_subcategories')}
          choices={chosen?.flatMap(({ subcategories }) => subcategories)}
          value={filters.subcategory}
          onChange={(subcategory) => list.onChange({ subcategory })}
        />
      </FilterBar>
      <BasicList {...list} />
    </>
  )
}

const NONE: RuleCategoryTree[] = []

/** The basic rules under their categories and sub-categories. Memoised: not rendered while the visitor types. */
const BasicList = memo(function BasicList(props: RuleListProps) {
  const { t } = useTranslation()
  const { data: categories = NONE, isLoading } = rulesApi.useListRuleCategoriesQuery()
  const result = rulesApi.useListRuleEntriesQuery({ ...queryOf(props.applied), ...useListedIn() })
  const nameOf = (list: ReadonlyArray<{ id: number; name: string }>, id: unknown) =>
    list.find((each) => each.id === id)?.name
  const subcategories = categories.flatMap((category) => category.subcategories)
  return (
    <RuleList {...props} result={result} isNamed={!isLoading}>
      {(entries) =>
        groupEntries(entries).map(({ category: id, groups }) => {
          const name = nameOf(categories, id)
          const heading = id === QUICK_ENTRIES ? t('rules.quick_entries') : name
          return (
            <RuleSection key={id} heading={heading} category={{ id, name }}>
              {groups.map(({ subcategory, entries: ofGroup }) => (
                <Subcategory key={subcategory} heading={nameOf(subcategories, subcategory)}>
                  <EntryLinks entries={ofGroup} term={props.applied.search} />
                </Subcategory>
              ))}
            </RuleSection>
          )
        })
      }
    </RuleList>
  )
})

function Subcategory({ heading, children }: { heading: string | undefined; children: Elements }) {
  return (
    <div className="print:mt-4 print:break-inside-avoid">
      {heading && (
        <h3 className="mb-1 font-heading text-lg font-bold text-gold-deep wrap-anywhere">
          {heading}
        </h3>
      )}
      {children}
    </div>
  )
}

/** The quick tab: its dropdown lists sub-categories under the name Category (ruling 26). */
function QuickRules({ filters, ...list }: RuleTabProps) {
  const { t } = useTranslation()
  const { data: subcategories } = rulesApi.useListQuickSubcategoriesQuery()
  return (
    <>
      <FilterBar search={filters.search} onChange={list.onChange}>
        <IdSelect
          label={t('rules.category')}
          searchLabel={t('rules.search_categories')}
          choices={subcategories}
          value={filters.subcategory}
          onChange={(subcategory) => list.onChange({ subcategory })}
        />
      </FilterBar>
      <QuickList {...list} />
    </>
  )
}

/** The quick rules under the names of their sub-categories. Memoised: not rendered while the visitor types. */
const QuickList = memo(function QuickList(props: RuleListProps) {
  const { t } = useTranslation()
  const { data: subcategories, isLoading } = rulesApi.useListQuickSubcategoriesQuery()
  const result = rulesApi.useListQuickEntriesQuery({ ...queryOf(props.applied), ...useListedIn() })
  return (
    <RuleList {...props} result={result} isNamed={!isLoading}>
      {(entries) =>
        groupEntries(entries)
          .flatMap(({ groups }) => groups)
          .map(({ subcategory: id, entries: ofGroup }) => {
            const name = subcategories?.find((each) => each.id === id)?.name
            const heading = name ?? t('rules.quick_entries')
            return (
              <RuleSection key={id} heading={heading} category={{ id, name }}>
                <EntryLinks entries={ofGroup} term={props.applied.search} />
              </RuleSection>
            )
          })
      }
    </RuleList>
  )
})

const { endpoints } = rulesApi

export const pageData: PageData = {
  queryOf: (query) => ruleFilters.write(ruleFilters.read(query)),
  fetch: (dispatch, { query, listedIn, kit }) => {
    const filters = ruleFilters.read(query)
    const wanted = { ...queryOf(filters), ...listedIn }
    const ofTab =
      filters.tab === 'quick'
        ? [
            dispatch(endpoints.listQuickSubcategories.initiate()),
            dispatch(endpoints.listQuickEntries.initiate(wanted)),
          ]
        : [
            dispatch(endpoints.listRuleCategories.initiate()),
            dispatch(endpoints.listRuleEntries.initiate(wanted)),
          ]
    const videos = hides('videos', kit) ? null : dispatch(endpoints.listRuleVideos.initiate())
    return Promise.all([videos, ...ofTab])
  },
}

/** Tab, search and filters are in the URL. */
function RulesPage() {
  const { t } = useTranslation()
  const { filters, applied, change, reset } = useUrlFilters(ruleFilters, {
    debounceMs: SEARCH_DEBOUNCE_MS,
  })
  useScrollMemory()
  const hasVideos = !hides('videos', useKit())
  const props = {
    filters,
    // The URL is updated later; a list must never get the filters of the other tab.
    applied: applied.tab === filters.tab ? applied : unfiltered(filters.tab),
    onChange: change,
  }
  const tabs: ReadonlyArray<TabItem<RuleTab>> = [
    { id: 'quick', label: t('rules.quick_rules'), panel: <QuickRules {...props} /> },
    { id: 'basic', label: t('rules.basic_rules'), panel: <BasicRules {...props} /> },
  ]
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('rules.title') })}</title>
      <Hero
        picture="rules"
        size="low"
        contentClassName="max-sm:pt-1! max-sm:pb-4!"
        heading={t('rules.title')}
        lead={t('rules.lead')}
      />
      {/* The search is in the first view: below the player on narrow windows, else beside it. */}
      <div
        className={joined(
          'mx-auto grid max-w-page gap-x-10 gap-y-4 px-4 pt-4 pb-24 md:pt-8 xl:gap-x-14 print:block print:pt-0',
          hasVideos && 'md:grid-cols-[minmax(0,1fr)_15rem] lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        {hasVideos && <VideoSection className="md:order-last" />}
        <Tabs
          label={t('rules.tabs')}
          tabs={tabs}
          selected={filters.tab}
          // As specified: another tab clears the search and sets the filters to Any (behaviour 2.10).
          onSelect={(tab) => reset(unfiltered(tab))}
          className="min-w-0"
        />
      </div>
    </>
  )
}

type FilterBarProps = {
  search: string
  onChange: (changed: { search: string }) => void
  children: Elements
}

function FilterBar({ search, onChange, children }: FilterBarProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => onSearchKey(() => box.current?.focus()), [])
  return (
    <div className="flex flex-wrap gap-4 *:min-w-0 *:flex-1 *:basis-48 print:hidden">
      <SearchField
        ref={box}
        label={t('rules.search')}
        placeholder={t('rules.search')}
        aria-keyshortcuts="/"
        maxLength={TEXT_MAX}
        value={search}
        onChange={(text) => onChange({ search: text })}
        className="basis-full!"
      />
      {children}
    </div>
  )
}

export { RulesPage as Screen }

import { useTranslation } from 'react-i18next'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'
import type { PageData } from '#src/store/pageData.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { BasicRules } from './BasicRules.tsx'
import { QuickRules } from './QuickRules.tsx'
import { queryOf, type RuleTab, ruleFilters, unfiltered } from './ruleFilters.ts'
import { useScrollMemory } from './useScrollPosition.ts'
import { VideoSection } from './VideoSection.tsx'

const { endpoints } = rulesApi

export const pageData: PageData = {
  queryOf: (query) => ruleFilters.write(ruleFilters.read(query)),
  fetch: (dispatch, { query }) => {
    const filters = ruleFilters.read(query)
    const wanted = queryOf(filters)
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
    return Promise.all([dispatch(endpoints.listRuleVideos.initiate()), ...ofTab])
  },
}

/** Tab, search and filters are in the URL. */
export function RulesPage() {
  const { t } = useTranslation()
  const { filters, applied, change, reset } = useUrlFilters(ruleFilters, {
    debounceMs: SEARCH_DEBOUNCE_MS,
  })
  useScrollMemory()
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
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-4 px-4 pt-4 pb-24 md:grid-cols-[minmax(0,1fr)_15rem] md:pt-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-14 print:block print:pt-0">
        <VideoSection className="md:order-last" />
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

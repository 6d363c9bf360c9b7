import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { BasicRules } from './BasicRules.tsx'
import { QuickRules } from './QuickRules.tsx'
import type { RuleTab } from './ruleFilters.ts'
import { useRuleFilters } from './useRuleFilters.ts'
import { useRememberedScroll } from './useScrollPosition.ts'
import { VideoSection } from './VideoSection.tsx'

/** Rules (behaviour 2): videos, and both lists with their filters. Tab, search and filters stand in the address. */
export function RulesPage() {
  const { t } = useTranslation()
  const { shown, asked, change, chooseTab } = useRuleFilters()
  useRememberedScroll()
  const filters = { shown, asked, onChange: change }
  const tabs: ReadonlyArray<TabItem<RuleTab>> = [
    { id: 'quick', label: t('rules.quick_rules'), panel: <QuickRules {...filters} /> },
    { id: 'basic', label: t('rules.basic_rules'), panel: <BasicRules {...filters} /> },
  ]
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('rules.title') })}</title>
      <Hero picture="rules" size="low" contentClassName="max-sm:pt-1! max-sm:pb-4!">
        <PageHeading lead={t('rules.lead')}>{t('rules.title')}</PageHeading>
      </Hero>
      {/* The search stands in the first view: on narrow windows below a small player, else beside it. */}
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-5 px-4 pt-5 pb-24 md:grid-cols-[minmax(0,1fr)_15rem] md:pt-8 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-14 print:block print:pt-0">
        <VideoSection className="md:order-last" />
        <Tabs
          label={t('rules.tabs')}
          tabs={tabs}
          selected={shown.tab}
          onSelect={chooseTab}
          className="min-w-0"
        />
      </div>
    </>
  )
}

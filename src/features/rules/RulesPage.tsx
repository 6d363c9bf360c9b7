import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { BasicRules } from './BasicRules.tsx'
import { QuickRules } from './QuickRules.tsx'
import type { RuleTab } from './ruleFilters.ts'
import { useRuleFilters } from './useRuleFilters.ts'
import { useRememberedScroll } from './useScrollPlace.ts'
import { VideoSection } from './VideoSection.tsx'

/** Rules (SPEC 2): videos, and both lists with their filters. Tab, search and filters stand in the address. */
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
      <Hero picture="rules">
        <PageHeading lead={t('rules.lead')}>{t('rules.title')}</PageHeading>
      </Hero>
      <div className="mx-auto max-w-page px-4 pt-10 pb-24 sm:pt-14 print:pt-0">
        <VideoSection />
        <Tabs
          label={t('rules.tabs')}
          tabs={tabs}
          selected={shown.tab}
          onSelect={chooseTab}
          className="mt-12 sm:mt-16"
        />
      </div>
    </>
  )
}

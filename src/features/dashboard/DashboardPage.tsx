import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { askBeforeUnload } from '#src/platform/page.ts'
import { useListInvitesQuery } from '#src/store/api/groupsApi.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectPendingInviteCount } from '#src/store/selectors/invites.ts'
import { selectOrderDraft } from '#src/store/slices/orderDetails.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { DetailsTab } from './account/DetailsTab.tsx'
import { SettingsTab } from './account/SettingsTab.tsx'
import { DeskLink } from './DeskLink.tsx'
import { type DashboardTab, tabIn, withTab } from './dashboardTabs.ts'
import { Greeting } from './Greeting.tsx'
import { GroupsTab } from './groups/GroupsTab.tsx'
import { InvitesTab } from './invites/InvitesTab.tsx'
import { FRESH_FOR } from './lists.ts'

/** The member's own page (SPEC 2, Dashboard). The tab stands in the address: reload and back keep it. */
export function DashboardPage() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  // Coming to the dashboard is one of the moments that bring the badge up to date (SETTLED 60).
  useListInvitesQuery(undefined, FRESH_FOR)
  const count = useAppSelector(selectPendingInviteCount)
  const hasDraft = useAppSelector((state) => selectOrderDraft(state) !== null)
  useEffect(() => (hasDraft ? askBeforeUnload() : undefined), [hasDraft])

  const tabs: ReadonlyArray<TabItem<DashboardTab>> = [
    { id: 'groups', label: t('dashboard.tab_groups'), panel: <GroupsTab /> },
    {
      id: 'invites',
      label: t('dashboard.tab_invites'),
      badge: count > 0 ? { count, name: t('dashboard.tab_invites_pending', { count }) } : undefined,
      panel: <InvitesTab />,
    },
    { id: 'details', label: t('dashboard.tab_details'), panel: <DetailsTab /> },
    { id: 'settings', label: t('dashboard.tab_settings'), panel: <SettingsTab /> },
  ]

  return (
    <>
      <Hero picture="dashboard" size="low">
        {/* As wide as the column below it. */}
        <div className="mx-auto w-full max-w-[54rem]">
          <Greeting />
          <DeskLink />
        </div>
      </Hero>
      <div className="mx-auto min-h-[60vh] max-w-4xl px-4 pt-4 pb-16 sm:pt-6 sm:pb-24">
        <Tabs
          label={t('dashboard.tabs')}
          tabs={tabs}
          selected={tabIn(query)}
          onSelect={(tab) => setQuery(withTab(query, tab), { replace: true })}
        />
      </div>
    </>
  )
}

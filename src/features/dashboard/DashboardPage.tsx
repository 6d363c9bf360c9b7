import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { REFETCH_STALE, useListInvitesQuery } from '#src/store/groups/api.ts'
import { selectPendingInviteCount } from '#src/store/groups/selectors.ts'
import { useAppSelector, useUnsaved } from '#src/store/hooks.ts'
import { profileApi } from '#src/store/profile/api.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { DeskLink } from './DeskLink.tsx'
import { type DashboardTab, tabIn, withTab } from './dashboardTabs.ts'
import { Greeting } from './Greeting.tsx'
import { GroupsTab } from './groups/GroupsTab.tsx'
import { InvitesTab } from './groups/InvitesTab.tsx'
import { DetailsTab } from './profile/DetailsTab.tsx'
import { SettingsTab } from './profile/SettingsTab.tsx'

const selectPreferences = profileApi.endpoints.getPreferences.select()

/** The member's own page (behaviour 2, Dashboard). The tab is in the URL. */
export function DashboardPage() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  // Opening the dashboard updates the badge (ruling 60).
  useListInvitesQuery(undefined, REFETCH_STALE)
  const count = useAppSelector(selectPendingInviteCount)
  // Not in its tab, so that a change of tabs keeps it.
  const [draft, setDraft] = useState<boolean | null>(null)
  const saved = useAppSelector((state) => selectPreferences(state).data?.email_notifications)
  useUnsaved('settings', draft !== null && draft !== saved)

  const tabs: ReadonlyArray<TabItem<DashboardTab>> = [
    { id: 'groups', label: t('dashboard.tab_groups'), panel: <GroupsTab /> },
    {
      id: 'invites',
      label: t('dashboard.tab_invites'),
      badge: count > 0 ? { count, name: t('dashboard.tab_invites_pending', { count }) } : undefined,
      panel: <InvitesTab />,
    },
    { id: 'details', label: t('dashboard.tab_details'), panel: <DetailsTab /> },
    {
      id: 'settings',
      label: t('dashboard.tab_settings'),
      panel: <SettingsTab draft={draft} onEdit={setDraft} />,
    },
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

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useSearchParams } from 'react-router'
import { safeUrl } from '#shared/safeUrl.ts'
import { keptLinkSecret, linkSecretIn } from '#src/platform/linkSecret.ts'
import { accountApi } from '#src/store/account/api.ts'
import { useFeature } from '#src/store/account/selectors.ts'
import { calendarApi } from '#src/store/calendar/api.ts'
import { groupsApi, REFETCH_STALE } from '#src/store/groups/api.ts'
import { selectPendingInviteCount } from '#src/store/groups/selectors.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import type { PageData } from '#src/store/reducer.ts'
import { selectIsStaff } from '#src/store/session/slice.ts'
import { IconButton } from '#src/ui/Button.tsx'
import type { Elements } from '#src/ui/elements.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { Late } from '#src/ui/Late.tsx'
import { joined } from '#src/ui/look.ts'
import { SkeletonBars } from '#src/ui/Skeleton.tsx'
import { SummaryRow } from '#src/ui/SummaryRow.tsx'
import { type TabItem, Tabs } from '#src/ui/Tabs.tsx'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { Tooltip } from '#src/ui/Tooltip.tsx'
import { countNext, NextOutline } from '../calendar/next/NextOutline.tsx'
import { GroupsTab } from '../groups/GroupsTab.tsx'
import { InvitesTab } from '../groups/InvitesTab.tsx'
import { DetailsTab, NameChangeDialog } from '../profile/DetailsTab.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { type SettingsDraft, SettingsTab } from './SettingsTab.tsx'

/** First steps of a member without groups; null where the server sends none, undefined before it has answered. */
function useFirstPart(): Elements | null | undefined {
  const isOffered = useFeature('next')
  const { data, error } = calendarApi.useGetUpcomingQuery(undefined, { skip: !isOffered })
  if (!isOffered || error !== undefined) return null
  if (data === undefined) return undefined
  return data.first_steps ? <FirstSteps steps={data.first_steps} /> : null
}

const loadNext = async () =>
  (await import(/* webpackChunkName: "dashboard-next" */ './AnsweredNext.tsx')).AnsweredNext

/** Above the list of groups, if the server announces it. */
const NextPart = () => useFeature('next') && <LateNext />

function LateNext() {
  const result = calendarApi.useGetUpcomingQuery(undefined, REFETCH_STALE)
  const { data: groups, isLoading } = groupsApi.useListGroupsQuery()
  // A member without groups has nothing planned: there is no box that says so.
  if (result.data && countNext(result.data) === 0 && !groups?.length)
    return isLoading ? <NextOutline /> : null
  return <Late load={loadNext} props={{ result }} waiting={<NextOutline />} />
}

/** The page that uses a response subscribes to it. */
const UNUSED_YET = { subscribe: false } as const

/** Nothing but the selected tab changes the shell. */
export const pageData: PageData = {
  queryOf: (query) => withTab(new URLSearchParams(), tabIn(query)),
  // A link to it has only its code fetched: the lists of a member change at any time.
  prefetch: async () => {},
  fetch: (dispatch, { query }) => {
    const { listGroups, listInvites } = groupsApi.endpoints
    return Promise.all([
      dispatch(accountApi.endpoints.getProfile.initiate(undefined, UNUSED_YET)),
      dispatch(listInvites.initiate(undefined, UNUSED_YET)),
      tabIn(query) === 'groups' && dispatch(listGroups.initiate(undefined, UNUSED_YET)),
    ])
  },
}

function DashboardPage() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  // Opening the dashboard updates the badge (ruling 60).
  groupsApi.useListInvitesQuery(undefined, REFETCH_STALE)
  const count = useAppSelector(selectPendingInviteCount)
  // Kept here and not in its tab, so that a change of tabs keeps it.
  const [draft, setDraft] = useState<SettingsDraft>({})

  const tabs: ReadonlyArray<TabItem<DashboardTab>> = [
    {
      id: 'groups',
      label: t('dashboard.tab_groups'),
      panel: <GroupsPanel />,
    },
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
        <Greeting />
        <DeskLink />
      </Hero>
      <div className="mx-auto min-h-screen max-w-page px-4 pt-4 pb-16 sm:pt-6 sm:pb-24">
        <DeletionNotice />
        <InviteLink />
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

const GroupsPanel = () => (
  <GroupsTab top={<NextPart />} first={useFirstPart()} bottom={<CalendarLinks />} />
)

const loadArrival = async () =>
  (await import(/* webpackChunkName: "link-arrival" */ '../groups/page/LinkArrival.tsx'))
    .LinkArrival

/** Stays mounted after an invite link has led here, to show its outcome. */
function InviteLink() {
  const isHere = (linkSecretIn(useLocation().hash) ?? keptLinkSecret()) !== null
  const [wasHere, setWasHere] = useState(isHere)
  if (isHere && !wasHere) setWasHere(true)
  return wasHere && <Late load={loadArrival} />
}

/** The staff desk has an origin of its own, which only the server knows. */
function DeskLink() {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  const url = safeUrl(profile?.desk_url)
  if (url === null) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-gold-light underline underline-offset-4"
    >
      {t('dashboard.staff_desk')}
      <Icon name="external" className="size-4" />
    </a>
  )
}

const DASHBOARD_TABS = ['groups', 'invites', 'details', 'settings'] as const
type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** Groups is the default, also for unknown tabs. */
const tabIn = (query: URLSearchParams): DashboardTab =>
  DASHBOARD_TABS.find((tab) => tab === query.get('tab')) ?? 'groups'

function withTab(query: URLSearchParams, tab: DashboardTab): URLSearchParams {
  const changed = new URLSearchParams(query)
  if (tab === 'groups') changed.delete('tab')
  else changed.set('tab', tab)
  return changed
}

/** Longer names get a smaller font. Characters. */
const LONG_NAME = 40

function Greeting() {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  const isStaff = useAppSelector(selectIsStaff)
  // A mail leads to it.
  const isNamed = useLocation().hash === '#name-change'
  const [isDialogOpen, setIsDialogOpen] = useState(isNamed)
  const username = profile?.username ?? ''
  const greeting = profile?.is_first_visit ? 'dashboard.greeting_first' : 'dashboard.greeting'
  const heading = username ? t(greeting, { username }) : t('dashboard.greeting_plain')

  return (
    <div className="flex items-center gap-1 sm:gap-2">
      <title>{t('navbar.page_title', { heading })}</title>
      <Tooltip
        as="div"
        className="min-w-0"
        text={t(isStaff ? 'dashboard.welcome_evaluator' : 'dashboard.welcome_player')}
      >
        {(describedBy) => (
          <h1
            aria-describedby={describedBy}
            className={joined(
              'font-heading font-bold hyphens-manual wrap-anywhere',
              username.length > LONG_NAME ? 'text-xl' : 'text-2xl sm:text-4xl',
            )}
          >
            {heading}
          </h1>
        )}
      </Tooltip>
      <IconButton
        icon="pencil"
        label={t('dashboard.request_name_change')}
        onClick={() => setIsDialogOpen(true)}
        className="shrink-0"
      />
      <NameChangeDialog open={isDialogOpen} onClose={() => setIsDialogOpen(false)} />
    </div>
  )
}

const loadFeeds = async () =>
  (await import(/* webpackChunkName: "calendar-links" */ '../calendar/FeedsPanel.tsx')).FeedsPanel

/** Private links to the member's calendar, as a row below the groups. */
export function CalendarLinks() {
  const { t } = useTranslation()
  if (!useFeature('calendar')) return null
  return (
    <div className="mt-8 border-y border-line">
      <SummaryRow
        name="calendar"
        level={3}
        title={t('calendar.title')}
        fact={null}
        hint={t('settings.manage')}
        lead={t('calendar.lead')}
        isLate
      >
        <Late load={loadFeeds} waiting={<SkeletonBars count={1} />} />
      </SummaryRow>
    </div>
  )
}

/** Notice above all tabs while the profile says that the account is due to be deleted. */
function DeletionNotice() {
  const { t } = useTranslation()
  const { data: profile } = accountApi.useGetProfileQuery()
  const due = profile?.deletion_due_at
  if (typeof due !== 'string') return null
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2 rounded-sm border-s-2 border-gold bg-current/4 ps-3 font-sans text-sm">
      <span>
        <Timed text={t('deletion.due', { date: TIME })} at={due} />
      </span>
      <Link
        to="?section=deletion&tab=settings#section-deletion"
        className="inline-flex min-h-tap min-w-tap items-center gap-2 underline underline-offset-4"
      >
        {t('deletion.to_settings')}
      </Link>
    </p>
  )
}

export { DashboardPage as Screen }

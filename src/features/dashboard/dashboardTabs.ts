/** The values of `?tab=`. */
const DASHBOARD_TABS = ['groups', 'invites', 'details', 'settings'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** Groups is the default (behaviour 2), also for unknown tabs. */
export const tabIn = (query: URLSearchParams): DashboardTab =>
  DASHBOARD_TABS.find((tab) => tab === query.get('tab')) ?? 'groups'

/** The same query with another tab; the default tab has no parameter. */
export function withTab(query: URLSearchParams, tab: DashboardTab): URLSearchParams {
  const changed = new URLSearchParams(query)
  if (tab === 'groups') changed.delete('tab')
  else changed.set('tab', tab)
  return changed
}

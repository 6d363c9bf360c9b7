/** The four tabs, as they stand in the address behind `?tab=`. */
const DASHBOARD_TABS = ['groups', 'invites', 'details', 'settings'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** Groups is the default (behaviour 2), also for an address that names no tab of ours. */
export const tabIn = (query: URLSearchParams): DashboardTab =>
  DASHBOARD_TABS.find((tab) => tab === query.get('tab')) ?? 'groups'

/** The same query with another tab; the default tab needs no word. */
export function withTab(query: URLSearchParams, tab: DashboardTab): URLSearchParams {
  const changed = new URLSearchParams(query)
  if (tab === 'groups') changed.delete('tab')
  else changed.set('tab', tab)
  return changed
}

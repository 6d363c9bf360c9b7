/** Where a login leads, as specified. */
export const HOME = '/discordia/'

/** The dashboard with any of its tabs: the only page of ours that asks for a login first. */
const DASHBOARD = /^\/discordia\/dashboard(\?[^#]*)?$/

/**
 * Where a login leads that was begun with this state of the history: back to the dashboard if somebody came from
 * there, such as by a link in a mail. Nothing but an address of the dashboard counts.
 */
export function landingFor(state: unknown): string {
  const { returnTo } = (state ?? {}) as Record<string, unknown>
  return typeof returnTo === 'string' && DASHBOARD.test(returnTo) ? returnTo : HOME
}

/** The target of a login, as specified. */
export const HOME = '/discordia/'

/** The dashboard with any of its tabs: the only page that requires a login. */
const DASHBOARD = /^\/discordia\/dashboard(\?[^#]*)?$/

/** The target of a login with this navigation state: back to the dashboard, such as after a link in a mail. No other URL counts. */
export function landingFor(state: unknown): string {
  const { returnTo } = (state ?? {}) as Record<string, unknown>
  return typeof returnTo === 'string' && DASHBOARD.test(returnTo) ? returnTo : HOME
}

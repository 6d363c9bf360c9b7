import type { BuiltSite } from './builtSite.ts'
import { enterAs } from './enterAs.ts'
import { toastOn } from './toast.ts'

/** What the tests of the dashboard's tabs have in common. */
export function dashboardPage(built: BuiltSite) {
  const tab = (name: string | RegExp) => built.page.getByRole('tab', { name })
  return {
    tab,
    /** Opens a tab as a demo member; without a name, the tab that is open by default. */
    open: async (username: string, tabName?: string | RegExp): Promise<void> => {
      await enterAs(built.page, built.site, `${username}@discordia.example`)
      await built.page.goto('/discordia/dashboard')
      if (tabName) await tab(tabName).click()
      await tab('Groups').waitFor()
    },
    toast: (role: 'status' | 'alert', text: string): Promise<void> =>
      toastOn(built.page, role, text),
  }
}

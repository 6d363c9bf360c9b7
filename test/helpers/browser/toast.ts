import type { Page } from 'playwright-core'

/** Waits for a toast of the pages with exactly this text. */
export const toastOn = (page: Page, role: 'status' | 'alert', text: string): Promise<void> =>
  page
    .getByRole('region', { name: 'Notifications', exact: true })
    .getByRole(role)
    .getByText(text, { exact: true })
    .waitFor()

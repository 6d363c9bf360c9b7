import type { Browser, Locator, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from './browser.ts'
import { DEMO_PASSWORD, freePort, type Site, startSite } from './site.ts'

/*
 * The staff desk as it is shipped, on an origin of its own beside the site, and somebody who sits at it.
 */

export type DeskSite = {
  readonly site: Site
  readonly browser: Browser
  /** The desk's origin. */
  readonly url: string
  /** A browser window of its own that nobody has logged in to. */
  readonly sitDown: (options?: Parameters<typeof visit>[2]) => Promise<Visit>
  readonly close: () => Promise<void>
}

export async function startDeskSite(env: Record<string, string> = {}): Promise<DeskSite> {
  const port = await freePort()
  const site = await startSite({ env: { DESK_PORT: String(port), ...env } })
  const browser = await openBrowser()
  const url = `http://127.0.0.1:${port}`
  return {
    site,
    browser,
    url,
    sitDown: (options) => visit(browser, { ...site, url }, options),
    close: async () => {
      await browser.close()
      await site.stop()
      site.remove()
    },
  }
}

/** Fills the login form wherever the desk shows it. */
export async function logInAtDesk(
  page: Page,
  email: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the desk and logs in; says nothing about whether the desk lets the account in. */
export async function enter(page: Page, email: string, password?: string): Promise<void> {
  await page.goto('/')
  await logInAtDesk(page, email, password)
}

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' })

/** Opens a page of the desk through its menu and waits until it has what it asked for. */
export async function open(page: Page, item: string): Promise<void> {
  // What waits is counted behind the name.
  const name = new RegExp(`^${item}( \\d+\\+? waiting)?$`)
  await menu(page).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name: item }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** What has the focus, by its name. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
  })

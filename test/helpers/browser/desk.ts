import type { Browser, Locator, Page } from 'playwright-core'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { openBrowser, responded, type Visit, visit } from './browser.ts'
import { emailOf } from './signIn.ts'
import { type BrowserServer, startWorld, type World } from './startWorld.ts'

/* The staff desk as it is built, on an origin of its own beside the site. */

export type DeskSite = {
  readonly server: BrowserServer
  readonly browser: Browser
  /** A new browser context at the desk, logged out. */
  readonly sitDown: (options?: Parameters<typeof visit>[2]) => Promise<Visit>
  readonly close: () => Promise<void>
}

export async function startDeskSite(world: World): Promise<DeskSite> {
  const server = await startWorld(world)
  const browser = await openBrowser()
  return {
    server,
    browser,
    sitDown: (options) => visit(browser, { url: server.deskUrl }, options),
    close: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** Fills the login form wherever the desk shows it. */
export async function logInAtDesk(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email').fill(emailOf(username))
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

/** Opens the desk and logs in; whether the desk lets the account in is left to the caller. */
export async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await logInAtDesk(page, username)
}

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' })

/** Opens a page of the desk through its menu and waits until it has what it asked for. */
export async function open(page: Page, item: string): Promise<void> {
  // What waits is counted behind the name.
  const name = new RegExp(`^${item}( \\d+\\+? waiting)?$`)
  await menu(page).getByRole('link', { name }).click()
  await page.getByRole('heading', { level: 1, name: item }).waitFor()
  await responded(page)
}

/** What has the focus, by its name. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
  })

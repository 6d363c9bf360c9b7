import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findFirefox } from '#scripts/firefox.ts'

/*
 * A real Firefox over WebDriver BiDi, by Puppeteer: Playwright drives only a Firefox of its own, which is not the one that
 * visitors have.
 */

/** Starts it without a window; it ends with `close`. */
export const openFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
  })

const selectorOf = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`

/** Waits for what has this role and name. */
export async function byRole(page: Page, role: string, name: string): Promise<void> {
  await page.locator(selectorOf(role, name)).wait()
}

/** Clicks what has this role and name, once it is there and no longer moves. */
export const click = (page: Page, role: string, name: string): Promise<void> =>
  page.locator(selectorOf(role, name)).click()

/** Fills the field of this role and name. */
export const fill = (page: Page, role: string, name: string, text: string): Promise<void> =>
  page.locator(selectorOf(role, name)).fill(text)

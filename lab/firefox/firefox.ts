import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findFirefox } from './findFirefox.ts'

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

/** What has this role and name; on a large page it is found many times faster within an element that CSS selects. */
const locate = (page: Page, role: string, name: string, within = ':root') =>
  page.locator(`${within} ::-p-aria([name="${name}"][role="${role}"])`)

/** Waits for what has this role and name. */
export async function byRole(
  page: Page,
  role: string,
  name: string,
  within?: string,
): Promise<void> {
  await locate(page, role, name, within).wait()
}

/** Clicks what has this role and name, once it is there and no longer moves. */
export const click = (page: Page, role: string, name: string, within?: string): Promise<void> =>
  locate(page, role, name, within).click()

/** Fills the field of this role and name. */
export const fill = (
  page: Page,
  role: string,
  name: string,
  text: string,
  within?: string,
): Promise<void> => locate(page, role, name, within).fill(text)

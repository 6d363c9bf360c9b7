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

/** Puppeteer's own errors do not say what was waited for. */
async function done(page: Page, role: string, name: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
    throw new Error(`${role} "${name}" at ${page.url()}, “${heading}”: ${String(cause)}`, { cause })
  }
}

/** Waits for what has this role and name. */
export const byRole = (page: Page, role: string, name: string, within?: string): Promise<void> =>
  done(page, role, name, locate(page, role, name, within).wait())

/** Clicks what has this role and name, once it is there and no longer moves. */
export const click = (page: Page, role: string, name: string, within?: string): Promise<void> =>
  done(page, role, name, locate(page, role, name, within).click())

/** Fills the field of this role and name. */
export const fill = (
  page: Page,
  role: string,
  name: string,
  text: string,
  within?: string,
): Promise<void> => done(page, role, name, locate(page, role, name, within).fill(text))

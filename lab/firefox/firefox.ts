import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findFirefox } from './findFirefox.ts'

/*
 * A real Firefox over WebDriver BiDi, by Puppeteer: Playwright drives only a patched Firefox, which no visitor has.
 */

/** Starts it without a window; the caller closes it. */
export const openFirefox = (): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? 'firefox',
    headless: true,
  })

/** Element with this role and name; on a large page `within` makes the search many times faster. */
const locate = (page: Page, role: string, name: string, within = ':root') =>
  page.locator(`${within} ::-p-aria([name="${name}"][role="${role}"])`)

/** Adds role and name to errors of Puppeteer. */
async function done(page: Page, role: string, name: string, work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (cause) {
    const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
    throw new Error(`${role} "${name}" at ${page.url()}, “${heading}”: ${String(cause)}`, { cause })
  }
}

/** Waits for the element with this role and name. */
export const byRole = (page: Page, role: string, name: string, within?: string): Promise<void> =>
  done(page, role, name, locate(page, role, name, within).wait())

/** Clicks the element with this role and name, once it has appeared and no longer moves. */
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

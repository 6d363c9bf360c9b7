import lighthouse, { type Result } from 'lighthouse'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { findChromium } from '../../scripts/chromium.ts'

export type { Result as LighthouseResult } from 'lighthouse'

/** All categories except the experimental one. */
const ALL = ['performance', 'accessibility', 'best-practices', 'seo']

/** The machine's Chromium, driven by the library that Lighthouse uses. */
export const openChromium = async (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })

/** A page of a new visitor: no storage, no cache. */
export async function asNewVisitor<T>(
  browser: Browser,
  use: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.createBrowserContext()
  try {
    return await use(await context.newPage())
  } finally {
    await context.close()
  }
}

/** A browser on a busy machine may fail to show a page in time. */
const ATTEMPTS = 2

/**
 * One first visit in the mobile preset: a slow fourth-generation network and a processor of a quarter of the speed, both
 * computed from a trace of the unhindered visit.
 * @throws when Lighthouse could not load the page, twice
 */
export async function visit(
  browser: Browser,
  url: string,
  categories: readonly string[] = ALL,
): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await visitOnce(browser, url, categories)
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      console.log(`  repeated: ${error instanceof Error ? error.message : String(error)}`)
    }
}

function visitOnce(browser: Browser, url: string, categories: readonly string[]): Promise<Result> {
  return asNewVisitor(browser, async (page) => {
    const flags = { logLevel: 'error' as const, onlyCategories: [...categories] }
    const outcome = await lighthouse(url, flags, undefined, page)
    if (outcome === undefined) throw new Error(`Lighthouse has no result for ${url}`)
    const { runtimeError } = outcome.lhr
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
    return outcome.lhr
  })
}

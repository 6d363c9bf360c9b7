import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from './browser.ts'
import { type Site, startSite } from './site.ts'

/** What the tests of a file share, and what is new for each of them. */
export type BuiltSite = {
  readonly site: Site
  readonly browser: Browser
  /** Of this test alone. */
  readonly visitor: Visit
  readonly page: Page
  /** Waits until the page has everything that it asked for. */
  readonly settled: () => Promise<void>
}

/** Serves the built site for the tests around it: each starts as a new visitor, and nothing may complain. */
export function builtSite(): BuiltSite {
  let site: Site
  let browser: Browser
  let visitor: Visit
  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })
  beforeEach(async () => {
    visitor = await visit(browser, site)
  })
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
  return {
    get site() {
      return site
    },
    get browser() {
      return browser
    },
    get visitor() {
      return visitor
    },
    get page() {
      return visitor.page
    },
    settled: () => visitor.page.locator('main[aria-busy="false"]').waitFor(),
  }
}

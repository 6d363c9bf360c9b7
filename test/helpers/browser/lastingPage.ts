import type { BrowserContext, Page } from 'playwright-core'
import { watchComplaints } from './browser.ts'

/** Methods whose effect lasts as long as the page. */
const CHANGES = [
  'addInitScript',
  'addLocatorHandler',
  'close',
  'emulateMedia',
  'exposeBinding',
  'exposeFunction',
  'setExtraHTTPHeaders',
  'setViewportSize',
] as const
/** Events of a page that tests listen to. */
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'response']

export type LastingPage = {
  readonly page: Page
  /** A new visitor; the list that the page's complaints are added to. */
  readonly arrive: () => string[]
  /** Clears routes, listeners and storage. False when the next visitor needs a new page. */
  readonly leave: () => Promise<boolean>
}

/** A page for one visitor after the other. */
export async function lastingPage(context: BrowserContext): Promise<LastingPage> {
  const page = await context.newPage()
  let isChanged = false
  for (const name of CHANGES) {
    const change: (...args: never[]) => unknown = page[name]
    Object.defineProperty(page, name, {
      value: (...args: unknown[]) => {
        isChanged = true
        return Reflect.apply(change, page, args)
      },
    })
  }
  return {
    page,
    arrive: () => watchComplaints(page),
    async leave() {
      if (isChanged || page.isClosed()) return false
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      // Outside the page, so that the pointer hovers over no element of the next document.
      await page.mouse.move(-1, -1)
      // A file of the same origin, on which no script of the site runs.
      await page.goto('/robots.txt')
      for (const event of EVENTS) page.removeAllListeners(event)
      await page.evaluate(() => sessionStorage.clear())
      return true
    },
  }
}

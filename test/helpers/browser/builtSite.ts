import type { Browser, Page } from 'playwright-core'
import { newContext, openBrowser, settled, type Visit, visit } from './browser.ts'
import { type LastingPage, lastingPage } from './lastingPage.ts'
import { type BrowserServer, startWorld, type World } from './startWorld.ts'
import { takenOver } from './takenOver.ts'

/** The parts that the tests of a file share, and those that are new for each test. */
export type BuiltSite<F = Front> = {
  readonly server: BrowserServer
  /** The server of `before`. */
  readonly front: F
  readonly browser: Browser
  /** Visitor of this test only. */
  readonly visitor: Visit
  readonly page: Page
  /** The page of one more visitor of this test, at the site or at the desk, with a storage of its own. */
  readonly newcomer: (options?: NewcomerOptions) => Promise<Page>
  /** Waits until the page can be used and every request of it has its response, or has failed. */
  readonly settled: () => Promise<void>
}

export type NewcomerOptions = Parameters<typeof visit>[2] & { at?: 'site' | 'desk' }

/** A proxy between browsers and the server. */
type Front = { readonly url: string; readonly close: () => void }

type Options<F> = {
  world: World
  /** Replaces the IP address, to which no passkey can be bound. */
  host?: 'localhost'
  /** Starts a server between the browser and the site, such as a proxy. */
  before?: (server: BrowserServer) => Promise<F>
  /** Gives each test a new context; needed if tests change it for good, such as by a clock. */
  ownContext?: boolean
}

/** Serves the built site for the tests around it. Each starts as a new visitor, and the console must stay empty. */
export function builtSite<F extends Front = Front>({
  world,
  host,
  before,
  ownContext = false,
}: Options<F>): BuiltSite<F> {
  let server: BrowserServer
  let front: F | undefined
  let site: Pick<BrowserServer, 'url'>
  let browser: Browser
  let newcomers: Newcomers
  let visitor: Visit
  let others: Visit[]
  beforeAll(async () => {
    server = await startWorld(world, { ...(host && { host }) })
    front = await before?.(server)
    site = front ?? server
    browser = await openBrowser()
    if (!ownContext) newcomers = await receiveNewcomers(browser, site)
  })
  afterAll(async () => {
    await browser?.close()
    front?.close()
    await server?.stop()
  })
  beforeEach(async () => {
    others = []
    visitor = ownContext ? await visit(browser, site) : await newcomers.next()
  })
  afterEach(async () => {
    // Closed before the check: pages of a failed test must not stay for the next one.
    for (const each of [visitor, ...others]) await each.close()
    expect([visitor, ...others].flatMap(({ complaints }) => complaints)).toEqual([])
  })
  return {
    get server() {
      return server
    },
    get front() {
      if (front === undefined) throw new Error('Nothing stands before the site')
      return front
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
    newcomer: async ({ at = 'site', ...options } = {}) => {
      const url = at === 'desk' ? server.deskUrl : site.url
      const other = await visit(browser, { url }, options)
      others.push(other)
      return other.page
    },
    settled: async () => {
      await takenOver(visitor.page)
      await settled(visitor.page)
    },
  }
}

type Newcomers = { readonly next: () => Promise<Visit> }

/**
 * Visitors one after the other in one context, whose storage is emptied between them. Opening a page takes as much as
 * loading the site in it, so that they share one page too, unless a test has changed it for good. A second page, which
 * stays open, keeps the renderer and what it has compiled alive meanwhile.
 */
async function receiveNewcomers(
  browser: Browser,
  server: Pick<BrowserServer, 'url'>,
): Promise<Newcomers> {
  const context = await newContext(browser, server)
  const porter = await context.newPage()
  await porter.goto('/robots.txt')
  let seat: LastingPage | null = null
  const clear = async (): Promise<void> => {
    const left = seat
    seat = null
    if (await left?.leave()) seat = left
    for (const page of context.pages())
      if (page !== porter && page !== seat?.page) await page.close()
    await context.clearCookies()
    await porter.evaluate(() => localStorage.clear())
  }
  return {
    next: async () => {
      seat ??= await lastingPage(context)
      return { context, page: seat.page, complaints: seat.arrive(), close: clear }
    },
  }
}

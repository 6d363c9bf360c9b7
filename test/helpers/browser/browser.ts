import { buffer } from 'node:stream/consumers'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Download,
  type LaunchOptions,
  type Page,
  type Request,
} from 'playwright-core'
import { liveCalls } from '#contract/live.ts'
import { findChromium } from '#scripts/chromium.ts'
import type { BrowserServer } from './startWorld.ts'

/*
 * A real browser for end-to-end tests. Console errors and warnings of every page are collected in `complaints`, which
 * must be empty in the end.
 */

/** Features that cost processor time for each new window or page, and that a headless browser does not show. */
const NEEDLESS_FEATURES = [
  // The browser's own buttons have a renderer of their own.
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUILocationBar',
  'WebUIReloadButton',
  'WebUISplitTabsButton',
  'WebUIToolbar',
  // A spare renderer serves the next page of one context, and is discarded for a page of another.
  'SpareRendererForSitePerProcess',
]
/** Features that Playwright disables; repeated here, because Chromium reads only the last list. */
const PLAYWRIGHT_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The pages of a context share a renderer, and with it its compiled code.
  '--process-per-site',
  `--disable-features=${[...PLAYWRIGHT_FEATURES, ...NEEDLESS_FEATURES].join()}`,
]

const launchOptions = async (): Promise<LaunchOptions> => ({
  executablePath: await findChromium(),
  args: ARGS,
})

/** A browser for many processes; each has contexts of its own, which end with its connection. */
export async function serveBrowser(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const server = await chromium.launchServer({ ...(await launchOptions()), host: '127.0.0.1' })
  return { endpoint: server.wsEndpoint(), close: () => server.close() }
}

/**
 * A browser of its own whose engine interprets scripts, so that its heap holds what pages keep and no machine code,
 * of which hundreds of rounds make more and more.
 */
export async function openInterpretingBrowser(): Promise<Browser> {
  const options = await launchOptions()
  const flags = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode'
  return chromium.launch({ ...options, args: [...ARGS, flags] })
}

/** The browser that is served for this run of tests; without one, a browser of its own. */
export async function openBrowser(): Promise<Browser> {
  const { E2E_BROWSER } = process.env
  if (E2E_BROWSER) return chromium.connect(E2E_BROWSER)
  return chromium.launch(await launchOptions())
}

/** Content of a download, read as a stream because a shared browser may store its files elsewhere. */
export const bytesOf = async (download: Download): Promise<Buffer> =>
  buffer(await download.createReadStream())

export type Visit = {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors and warnings so far, and uncaught errors. */
  readonly complaints: string[]
  readonly close: () => Promise<void>
}

type Options = {
  width?: number
  height?: number
  reducedMotion?: 'reduce' | 'no-preference'
  /** Blocked by default, because requests of a worker bypass the routes that tests set. */
  serviceWorkers?: 'allow' | 'block'
  hasTouch?: boolean
  /** Language of the browser. */
  locale?: string
}

/** A fresh visitor with a storage of their own. */
export async function visit(
  browser: Browser,
  server: Pick<BrowserServer, 'url'>,
  options: Options = {},
): Promise<Visit> {
  const context = await newContext(browser, server, options)
  return { ...(await openPage(context)), close: () => context.close() }
}

/** A storage, and a window of this size for each of its pages. */
export const newContext = (
  browser: Browser,
  { url }: Pick<BrowserServer, 'url'>,
  {
    width = 1280,
    height = 900,
    reducedMotion = 'reduce',
    serviceWorkers = 'block',
    hasTouch = false,
    locale = 'en-GB',
  }: Options = {},
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    viewport: { width, height },
    reducedMotion,
    serviceWorkers,
    hasTouch,
    locale,
  })

/** A page whose complaints are recorded. */
export async function openPage(context: BrowserContext): Promise<Omit<Visit, 'close'>> {
  const page = await context.newPage()
  return { context, page, complaints: watchComplaints(page) }
}

/**
 * Waits until the page is at rest: each request, but the stream of events, has ended, and what the page drew from it
 * has sent no other.
 */
export async function settled(page: Page): Promise<void> {
  let before: Request | undefined
  let last = await endOfRequests(page)
  do {
    before = last
    last = await endOfRequests(page)
  } while (last !== before)
}

/** Waits until the requests so far have ended and are drawn. @returns the last of them */
async function endOfRequests(page: Page): Promise<Request | undefined> {
  await page.locator('main:not([aria-busy="true"])').waitFor()
  const requests = (await page.requests()).filter(
    (request) => !request.url().endsWith(liveCalls.followChanges.path),
  )
  // Sizes are known when a request ends. `response.finished()` never resolves without a listener for its event.
  await Promise.all(requests.map((request) => request.sizes().catch(() => undefined)))
  await page.evaluate(drawn)
  return requests.at(-1)
}

/** Lets the page draw twice: effects run after the first time. */
const drawn = () =>
  new Promise<void>((resolve) => {
    const draw = (then: () => void) => requestAnimationFrame(() => setTimeout(then))
    draw(() => draw(resolve))
  })

/** Console errors and warnings from now on, and uncaught errors. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // Failed requests are part of many tests; the browser reports each of them.
    const isRefusal =
      /^(Failed to load resource|Service Worker registration blocked)|net::ERR_INTERNET_DISCONNECTED/.test(
        message.text(),
      )
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findChromium } from '#scripts/chromium.ts'
import { DEMO_PASSWORD, type Site } from './site.ts'

/*
 * A real browser for end-to-end tests. Every page is watched: what it says in the console as an error or a
 * warning is among its `complaints`, which have to be empty in the end.
 */

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** @param more switches of Chromium beside the usual ones */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...ARGS, ...more] })
}

export type Visit = {
  readonly context: BrowserContext
  readonly page: Page
  /** Console errors and warnings so far, and errors nobody caught. */
  readonly complaints: string[]
  readonly close: () => Promise<void>
}

type Options = { width?: number; height?: number; reducedMotion?: 'reduce' | 'no-preference' }

/** A fresh visitor with a storage of their own. */
export async function visit(
  browser: Browser,
  site: Pick<Site, 'url'>,
  options: Options = {},
): Promise<Visit> {
  const context = await newContext(browser, site, options)
  return { ...(await openPage(context)), close: () => context.close() }
}

/** A storage, and a window of this size for each of its pages. */
export const newContext = (
  browser: Browser,
  { url }: Pick<Site, 'url'>,
  { width = 1280, height = 900, reducedMotion = 'reduce' }: Options = {},
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    viewport: { width, height },
    reducedMotion,
    locale: 'en-GB',
  })

/** A page that is watched. */
export async function openPage(context: BrowserContext): Promise<Omit<Visit, 'close'>> {
  const page = await context.newPage()
  return { context, page, complaints: watchComplaints(page) }
}

/** What the page complains about from now on. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A refused call is part of many tests; the browser reports each one by itself.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

/** Logs in through the page, as a person does, and waits for the landing page. */
export async function logIn(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.goto('/auth/login')
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: 'Email' }).fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await main.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('**/discordia/')
}

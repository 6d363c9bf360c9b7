import { generate } from 'otplib'
import type { Browser, Locator, Page } from 'playwright-core'
import { DESK_SESSION_HOURS } from '#server/modules/account/deskSessions.ts'
import { HOUR } from '#test/helpers/fixtures/contents.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import { openBrowser, settled, type Visit, visit } from './browser.ts'
import { mailedCode } from './mailedCode.ts'
import { emailOf } from './signIn.ts'
import { type BrowserServer, serverOfDesk, startWorld, type World } from './startWorld.ts'

/* The staff desk as it is built, on an origin of its own beside the site. */

export type DeskSite = {
  readonly server: BrowserServer
  readonly browser: Browser
  /** A new browser context at the desk, logged out. */
  readonly sitDown: (options?: Parameters<typeof visit>[2]) => Promise<Visit>
  readonly close: () => Promise<void>
}

export async function startDeskSite(world: World): Promise<DeskSite> {
  const server = await startWorld(world)
  const browser = await openBrowser()
  return {
    server,
    browser,
    sitDown: (options) => visit(browser, { url: server.deskUrl }, options),
    close: async () => {
      await browser.close()
      await server.stop()
    },
  }
}

/** Recovery codes of the accounts that have set up their second step, by desk and name. */
const recoveryCodes = new Map<string, string[]>()

/** Fills the login form wherever the desk shows it; the first login of staff sets up the second step. */
export async function logInAtDesk(page: Page, username: string): Promise<void> {
  const key = `${new URL(page.url()).origin} ${username}`
  await page.getByLabel('Email').fill(emailOf(username))
  await page.getByLabel('Password').fill(PASSWORD)
  const answered = page.waitForResponse(
    (one) => one.request().method() === 'POST' && one.url().endsWith('/session'),
  )
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  const answer = (await (await answered).json()) as Answer
  if (answer.errors?.[0]?.code === 'second_factor_required') {
    const code = recoveryCodes.get(key)?.pop()
    if (code === undefined) throw new Error(`${username} has no code`)
    await page.getByLabel(/^Code from your/).fill(code)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  if (!answer.needs_second_factor) return
  await page.getByLabel('Code from the email').fill(await mailedCode(serverOfDesk(page), username))
  await page.getByRole('button', { name: 'Continue' }).click()
  // The server's clock, which a test may have set.
  const now = Date.parse(answer.expires_at ?? '') - DESK_SESSION_HOURS * HOUR
  recoveryCodes.set(key, await setUpSecondStep(page, now))
}

type Answer = {
  errors?: { code: string }[]
  needs_second_factor?: boolean
  expires_at?: string
}

/** Sets up the second step as staff do, with the secret instead of a phone. @returns the recovery codes */
async function setUpSecondStep(page: Page, now: number): Promise<string[]> {
  const key = await page.getByText('Or enter this key by hand').locator('code').textContent()
  const secret = (key ?? '').replaceAll(' ', '')
  await page
    .getByLabel('Code', { exact: true })
    .fill(await generate({ secret, epoch: Math.floor(now / 1000) }))
  await page.getByRole('button', { name: 'Turn on two-step login' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const texts = await codes.allTextContents()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  return texts
}

/** Opens the desk and logs in; the caller checks whether the desk accepts the account. */
export async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await logInAtDesk(page, username)
}

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' })

/** Pages that are a tab of an entry of the menu, by their headings. */
const TABS: Readonly<Record<string, readonly [entry: string, tab: string]>> = {
  Counters: ['Overview', 'Counters'],
  'Download files': ['Downloads', 'Files'],
  'Download categories': ['Downloads', 'Categories'],
  'Rule entries': ['Rules', 'Entries'],
  'Rule categories': ['Rules', 'Categories'],
  'Rule sub-categories': ['Rules', 'Sub-categories'],
  'Quick sub-categories': ['Rules', 'Quick sub-categories'],
  Videos: ['Rules', 'Videos'],
  'Glossary entries': ['Glossary', 'Entries'],
  'Glossary types': ['Glossary', 'Types'],
  'Glossary sub-types': ['Glossary', 'Sub-types'],
}

/** Opens a page of the desk through its menu and waits for its responses. */
export async function open(page: Page, item: string): Promise<void> {
  const [entry, tab] = TABS[item] ?? [item]
  // The menu shows the number of waiting items behind the name.
  const name = new RegExp(`^${entry}( \\d+\\+? waiting)?$`)
  await menu(page).getByRole('link', { name }).click()
  if (tab !== undefined) {
    const strip = page.getByRole('navigation', { name: entry })
    await strip.getByRole('link', { name: tab, exact: true }).click()
  }
  await page.getByRole('heading', { level: 1, name: item }).waitFor()
  await settled(page)
}

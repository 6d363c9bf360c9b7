import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright-core'
import { openPage } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { entryDialog, openEntryForm } from '../../test/helpers/browser/entryForm.ts'
import { emailOf, signIn } from '../../test/helpers/browser/signIn.ts'
import { takenOver } from '../../test/helpers/browser/takenOver.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { eventually, figure } from '../../test/helpers/server/faults.ts'

const PATHS = [
  '/discordia/dashboard',
  '/discordia/rules',
  '/discordia/world',
  '/discordia/downloads',
  '/discordia/news&events/',
]

describe('five tabs of one browser', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })
  let tabs: Page[]
  const complaints: string[][] = []

  const menu = (page: Page, name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  const everywhere = (look: (page: Page) => Promise<unknown>) => Promise.all(tabs.map(look))

  async function openTabs(paths = PATHS): Promise<void> {
    const others = await Promise.all(paths.slice(1).map(() => openPage(built.visitor.context)))
    tabs = [built.page, ...others.map(({ page }) => page)]
    complaints.push(...others.map((other) => other.complaints))
    await Promise.all(tabs.map((tab, index) => tab.goto(paths[index] ?? '')))
    await everywhere(takenOver)
  }
  afterEach(() => {
    expect(complaints.splice(0).flat()).toEqual([])
  })

  const lastToken = (): number => {
    const db = new Database(join(built.server.dataDir, 'discordia.sqlite'), { readonly: true })
    const id = db.prepare('select max(id) from refresh_tokens').pluck().get()
    db.close()
    return Number(id)
  }

  test('a login in one of them makes a member in all, a logout in another one a visitor', async () => {
    await openTabs(['/auth/login', ...PATHS.slice(1)])
    const [first, second] = tabs as [Page, Page]
    await first.getByRole('textbox', { name: 'Email' }).fill(emailOf('Ben'))
    await first.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await first.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await everywhere((tab) => menu(tab, 'Logout').waitFor())
    await everywhere((tab) => menu(tab, /^My Account/).waitFor())

    await menu(second, 'Logout').click()
    await everywhere((tab) => menu(tab, 'Login').waitFor())
    expect(await second.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
    figure('5 of 5 tabs followed')
  })

  test('an expired token is refreshed once for all of them', async () => {
    await signIn(built.page, built.server, 'Ann')
    await openTabs(PATHS.map(() => '/discordia/dashboard'))
    await everywhere((tab) => tab.getByRole('button', { name: /^Ravens/ }).waitFor())
    await tabs[0]?.evaluate(() => localStorage.setItem('access_token', 'stale'))
    const before = lastToken()
    await everywhere((tab) => tab.reload())
    await everywhere((tab) => tab.getByRole('button', { name: /^Ravens/ }).waitFor())
    await everywhere((tab) => menu(tab, 'Logout').waitFor())
    expect(lastToken() - before).toBe(1)
    figure('1 refresh for 5 tabs (limit 1)')
  })

  test('a theme that is chosen in one is that of the others when they are loaded again', async () => {
    await openTabs()
    const [first, ...others] = tabs as [Page, ...Page[]]
    await first.getByRole('radio', { name: 'Dark' }).click()
    const themeOf = (tab: Page) => tab.evaluate(() => document.documentElement.dataset.theme)
    expect(await themeOf(first)).toBe('dark')
    await Promise.all(others.map((tab) => tab.reload()))
    for (const tab of others) expect(await themeOf(tab)).toBe('dark')
  })

  test('a draft in one outlives what happens in the others, also a refresh of the session', async () => {
    await signIn(built.page, built.server, 'Cleo')
    await openTabs(PATHS.map(() => '/discordia/world'))
    const [first, second] = tabs as [Page, Page]
    const name = (page: Page) => entryDialog(page).getByRole('textbox', { name: 'Name' })
    await openEntryForm(first)
    await name(first).fill('The First Kettle')
    await openEntryForm(second)
    await name(second).fill('The Second Kettle')
    await tabs[2]?.evaluate(() => localStorage.setItem('access_token', 'stale'))
    await tabs[2]?.reload()
    await tabs[3]?.close()
    for (const [tab, title] of [
      [first, 'The First Kettle'],
      [second, 'The Second Kettle'],
    ] as const) {
      expect(await name(tab).inputValue()).toBe(title)
      await tab.reload()
      await takenOver(tab)
      await openEntryForm(tab)
      // Waits for the refresh, because the damaged token does not name its member.
      await eventually(
        () => name(tab).inputValue(),
        (value) => value === title,
      )
    }
  })
})

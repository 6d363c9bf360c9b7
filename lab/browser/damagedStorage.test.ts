import type { Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { entryDialog, openEntryForm } from '../../test/helpers/browser/entryForm.ts'
import { tokensOf } from '../../test/helpers/browser/signIn.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { amount, figure, isLong, SEED } from '../../test/helpers/server/faults.ts'
import { sample } from '../../test/helpers/server/sample.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { DAMAGES, type Damage, type Facet } from './damagedStorage.ts'
import { DRAFT_TITLE, healthyValues, type StoredValues } from './storedValues.ts'

const PAGES = ['/discordia/rules', '/discordia/world', '/discordia/dashboard']
const CASES = sample(DAMAGES, amount(DAMAGES.length, 8))
const DAY_MS = 24 * 60 * 60 * 1000

/** Replaces the values of both areas; `isFull` also fills the rest of local storage. */
function fillStorage({ values, isFull }: { values: StoredValues; isFull: boolean }): void {
  const areas = [
    [localStorage, values.local],
    [sessionStorage, values.tab],
  ] as const
  for (const [area, texts] of areas) {
    area.clear()
    for (const [key, text] of Object.entries(texts)) if (text !== null) area.setItem(key, text)
  }
  for (let size = isFull ? 2 ** 22 : 0; size >= 1; size /= 2)
    try {
      for (;;) localStorage.setItem(`filler-${size}-${localStorage.length}`, 'x'.repeat(size))
    } catch {
      // Full for this size.
    }
}

/** Makes a part of the browser's storage throw, as private windows and settings of browsers do. */
function forbid(what: NonNullable<Damage['forbids']>): void {
  const refuse = () => {
    throw new DOMException('Access is denied.', 'SecurityError')
  }
  if (what === 'getItem' || what === 'setItem') Storage.prototype[what] = refuse
  else
    Object.defineProperty(what === 'cookie' ? Document.prototype : window, what, {
      get: refuse,
      set: refuse,
    })
}

test('there are 46 kinds of damage, all different', () => {
  expect(new Set(DAMAGES.map(({ what }) => what)).size).toBe(46)
})

describe(`damaged storage of a browser, ${CASES.length} of ${DAMAGES.length} kinds (seed ${SEED})`, () => {
  let world: DeskServer
  const built = builtSite({
    world: async (server) => {
      world = server
      await smallWorld(server)
    },
  })

  async function someTokens() {
    const logIn = () => tokensOf(built.server, 'ann@example.org')
    const ended = await logIn()
    const body = JSON.stringify({ refresh: ended.refresh })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ended.access}` }
    await fetch(`${built.server.url}/api/users/logout/`, { method: 'POST', headers, body })
    world.setClockBack(DAY_MS)
    const { access: expired } = await logIn()
    world.passTime(DAY_MS)
    return { ...(await logIn()), expired, ended }
  }

  async function prepare(page: Page, damage: Damage): Promise<StoredValues> {
    const tokens = await someTokens()
    const healthy = healthyValues(tokens)
    const over = damage.over?.(tokens) ?? {}
    const values = {
      local: { ...healthy.local, ...over.local },
      tab: { ...healthy.tab, ...over.tab },
      cookies: { ...healthy.cookies, ...over.cookies },
    }
    const { context } = built.visitor
    await context.clearCookies()
    for (const [name, value] of Object.entries(values.cookies))
      if (value !== null) await context.addCookies([{ name, value, url: built.server.url }])
    await page.goto('/robots.txt')
    await page.evaluate(fillStorage, { values, isFull: damage.isFull === true })
    return values
  }

  const draftShown = async (page: Page) => {
    await openEntryForm(page)
    return entryDialog(page).getByRole('textbox', { name: 'Name', exact: true }).inputValue()
  }

  async function expectSane(page: Page, path: string, has: (facet: Facet) => boolean) {
    await built.settled()
    // A refused token makes a member until the response arrives.
    const link = has('session') ? 'Logout' : 'Login'
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: link, exact: true }).waitFor()
    await built.settled()
    expect(await menu.getByRole('link', { name: link, exact: true }).count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('')
    const isAtLogin = new URL(page.url()).pathname === '/auth/login'
    if (has('session') || path.endsWith('dashboard')) expect(isAtLogin).toBe(!has('session'))
    const { lang, theme } = await page.evaluate(() => {
      const { lang, dataset } = document.documentElement
      return { lang, theme: dataset.theme }
    })
    expect([lang, theme]).toEqual(['en', has('theme') ? 'dark' : undefined])
    const banner = page.getByRole('region', { name: 'Cookie consent', exact: true })
    expect(await banner.count()).toBe(has('consent') ? 0 : 1)
  }

  /** Expects the values that neither the damage nor the page of a visitor removes to be unchanged. */
  async function expectKept(page: Page, before: StoredValues, has: (facet: Facet) => boolean) {
    const local = await page.evaluate((): Record<string, string> => ({ ...localStorage }))
    if (has('session'))
      expect(local['refresh_token'] === undefined).toBe(before.local['refresh_token'] === null)
    expect(local['selectedLanguage']).toMatch(/^[a-z]{2}$/)
    if (has('theme')) expect(local['theme']).toBe(before.local['theme'])
    const kept = Object.keys(before.local).find((key) => key.startsWith('typed/'))
    if (has('draft') && kept) expect(local[kept]).toBe(before.local[kept])
  }

  test.each(CASES.map((damage, index) => ({ ...damage, index })))(
    '$what: the site starts and loses nothing else',
    async ({ index, ...damage }) => {
      const { page } = built
      const has = (facet: Facet) => !damage.loses?.includes(facet)
      const paths = isLong ? PAGES : [PAGES[index % PAGES.length] ?? '']
      const startedAt = performance.now()
      let before = await prepare(page, damage)
      if (damage.forbids) await page.addInitScript(forbid, damage.forbids)
      for (const path of paths) {
        // Forbidden storage cannot be prepared.
        if (!damage.forbids) before = await prepare(page, damage)
        await page.goto(path)
        if (damage.historyState) {
          await page.evaluate((state) => history.replaceState(state, ''), damage.historyState)
          await page.reload()
        }
        await expectSane(page, path, has)
        if (!damage.forbids) await expectKept(page, before, has)
        if (path.endsWith('world') && has('session'))
          expect(await draftShown(page)).toBe(has('draft') ? DRAFT_TITLE : '')
      }
      figure(`${paths.length} pages in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    },
  )
})

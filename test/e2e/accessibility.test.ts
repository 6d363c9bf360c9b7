import type { Browser, Page } from 'playwright-core'
import { answerWith } from '#test/helpers/browser/apiEdge.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { aGroup, aMember, id } from '#test/helpers/fixtures/siteState.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

/** Axe (wcag2a, 2aa, 21aa, 22aa, best practice) on every page and dialog, in light, dark and forced colours. */
describe.each([1440, 360])('at %i px', (width) => {
  let server: BrowserServer
  let browser: Browser
  let visitor: Visit
  let page: Page
  let found: string[]

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
    visitor = await visit(browser, server, { width, height: 800 })
    page = visitor.page
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  beforeEach(() => {
    found = []
  })
  afterEach(() => {
    expect(found).toEqual([])
    expect(visitor.complaints).toEqual([])
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const settled = async () => {
    await takenOver(visitor.page)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.locator('main[aria-busy="false"]').waitFor()
  }
  const check = async (what: string) =>
    found.push(...(await axeFindings(page)).map((finding) => `${what}: ${finding}`))
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  /** No page scrolls horizontally, and on the narrow one every control can be reached with a thumb. */
  const checkPage = async (path: string) => {
    await page.goto(path)
    await settled()
    await check(path)
    const isNarrow = width === 360
    if (isNarrow) found.push(...(await thumbFindings(page)).map((finding) => `${path} ${finding}`))
    else if ((await overflow()) > 0) found.push(`${path} scrolls horizontally`)
  }
  const closed = async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('axe finds nothing on a page for everybody, and no page scrolls horizontally', async () => {
    for (const path of [
      '/discordia/',
      '/discordia/rpg-initiative',
      '/discordia/news&events/',
      '/discordia/news/1',
      '/discordia/news/6',
      '/discordia/downloads',
      '/discordia/rules',
      '/discordia/rules?tab=basic',
      '/discordia/ruleItem/1',
      '/discordia/world',
      '/auth/login',
      '/auth/register',
      '/auth/forgot-password',
      '/auth/verified-change-password/no-such-link',
      '/auth/activate-account/no-such-link',
    ])
      await checkPage(path)
  }, 180_000)

  test('nor on an article in its dialog, an open file, an open list, the errors of a form', async () => {
    await page.goto('/discordia/news&events/')
    await page.getByRole('button', { name: 'Read more' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).waitFor()
    await check('article')
    await page.goto('/discordia/downloads')
    await button('Table 1').click()
    await button('Download').waitFor()
    await check('file')
    await page.goto('/discordia/rules')
    await settled()
    // Room below, so that the list covers nothing that axe then finds too small to click.
    await page.setViewportSize({ width, height: 2400 })
    await page.getByRole('button', { name: /^Category/ }).click()
    await page.getByRole('searchbox', { name: 'Search categories' }).waitFor()
    await check('list')
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/auth/register')
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    await check('errors')
  })

  test('nor on the dashboard with its dialogs', async () => {
    await signIn(page, server, 'Ann')
    for (const tab of ['groups', 'invites', 'details', 'settings'])
      await checkPage(`/discordia/dashboard?tab=${tab}`)
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: /^Ravens/ }).click()
    await check('open group')
    for (const name of ['Leave', 'Disband', 'Remove Ben', 'Request name change']) {
      await button(name).first().click()
      await page.getByRole('dialog').getByRole('button').first().waitFor()
      await check(name)
      await closed()
    }
  }, 180_000)

  test('nor on the form for an entry with its errors, and an entry of one’s own with its dialog', async () => {
    await page.goto('/discordia/world?show=mine')
    await settled()
    await page.getByRole('button', { name: 'Create new glossary item' }).click()
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send Item for Review' })
    await send.click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    await check('form')
    await closed()
    const own = page.getByRole('article', { name: 'Pending moth 1', exact: true })
    await own.getByRole('heading', { level: 3 }).getByRole('button').click()
    await own.getByRole('button', { name: 'minimize' }).waitFor()
    await check('open entry')
    await own.getByRole('button', { name: 'Delete Entry' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).waitFor()
    await check('delete')
    await closed()
  })

  test('a group of 50 members with the longest names fits into the window, and so does its dialog', async () => {
    const members = Array.from({ length: 50 }, (_, n) =>
      aMember({ id: id(n + 1), name: `${n} ${'Wanderer '.repeat(16)}`.trim(), owner: n === 0 }),
    )
    const name = 'W'.repeat(100)
    await answerWith(page, '/rpggroups/list', [aGroup({ name, is_owner: true, members })])
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: `${name} (50 members)` }).click()
    await button('Disband').waitFor()
    expect(await overflow()).toBeLessThanOrEqual(0)
    await button('Disband').click()
    const dialog = page.getByRole('dialog', { name: 'Disband Group' })
    const no = await dialog.getByRole('button', { name: 'No', exact: true }).boundingBox()
    expect((no?.y ?? 900) + (no?.height ?? 0)).toBeLessThanOrEqual(800)
    expect(await overflow()).toBeLessThanOrEqual(0)
    await page.unroute('**/api/rpggroups/list')
  })

  if (width !== 360) return
  test('the tabs of the dashboard are in one row at 360 px, and within the window at 320 px', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/discordia/dashboard')
    await page.getByRole('tab').nth(3).waitFor()
    const tops = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await page.setViewportSize({ width: 320, height: 640 })
    for (const tab of await page.getByRole('tab').all()) {
      const { x = -1, width: wide = 0, height = 0 } = (await tab.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + wide).toBeLessThanOrEqual(320)
      expect(height).toBeGreaterThanOrEqual(44)
    }
  })
})

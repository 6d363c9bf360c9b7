import type { Browser, Page } from 'playwright-core'
import { answerWith, apiAnswer } from '#test/helpers/browser/apiEdge.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { logIn, openBrowser, visit } from '#test/helpers/browser/browser.ts'
import { aGroup, aMember, id } from '#test/helpers/builders.ts'
import { type Site, startSite } from '#test/helpers/browser/site.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'

/** Axe (wcag2a, 2aa, 21aa, 22aa, best practice) on every page and dialog, wide and narrow, in light, dark and forced colours. */
describe.each([1440, 360])('axe finds nothing at %i px', (width) => {
  let site: Site
  let browser: Browser
  let page: Page
  let complaints: string[]

  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    ;({ page, complaints } = await visit(browser, site, { width, height: 800 }))
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })

  const settled = async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('main[aria-busy="false"]').waitFor()
  }
  const expectSideways = async () => {
    const [inner, outer] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      window.innerWidth,
    ])
    expect(inner).toBeLessThanOrEqual(outer ?? 0)
  }
  /** No page scrolls sideways, and on the narrow one a thumb can reach everything. */
  const expectReach = async () => {
    await expectSideways()
    if (width === 360) expect(await thumbFindings(page)).toEqual([])
  }
  const openDashboard = async (tab: string) => {
    await page.goto('/discordia/dashboard')
    await page.getByRole('tab', { name: tab }).click()
    await settled()
  }

  test.each([
    '/discordia/',
    '/discordia/rpg-initiative',
    '/discordia/news&events/',
    '/discordia/downloads',
    '/discordia/rules',
    '/discordia/world',
    '/auth/login',
    '/auth/register',
    '/auth/forgot-password',
    '/auth/verified-change-password/no-such-link',
    '/auth/activate-account/no-such-link',
  ])('on %s, which does not scroll sideways', async (path) => {
    await page.goto(path)
    await settled()
    expect(await axeFindings(page)).toEqual([])
    await expectReach()
  })

  test.each([
    ['/contents/active', '/discordia/news/'],
    ['/rules/entries/', '/discordia/ruleItem/'],
  ])('on the page of the first of %s', async (list, route) => {
    const [first] = await apiAnswer<{ id: number }[]>(site, list)
    await page.goto(`${route}${first?.id}`)
    await settled()
    expect(await axeFindings(page)).toEqual([])
    await expectReach()
  })

  test('on the modal of a story', async () => {
    await page.goto('/discordia/news&events/')
    await page.getByRole('button', { name: 'Read more' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Close', exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('on an open file, and on an open list with its search box', async () => {
    await page.goto('/discordia/downloads')
    const files = page.getByRole('list', { name: 'Files' })
    await files.getByRole('button', { expanded: false }).first().click()
    await files.getByRole('button', { name: 'Download', exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/discordia/rules')
    await settled()
    await page.getByRole('button', { name: /^Category/ }).click()
    await page.getByRole('searchbox', { name: 'Search categories' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('on the errors of a form', async () => {
    await page.goto('/auth/register')
    await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('on the dashboard: every tab', async () => {
    await logIn(page, 'mira@discordia.example')
    for (const tab of ['Groups', 'Invites', 'Details', 'Settings']) {
      await openDashboard(tab)
      expect([tab, await axeFindings(page)]).toEqual([tab, []])
      await expectReach()
    }
  })

  test.each([
    ['Leave', 'Leave Group', 'Cancel'],
    ['Disband', 'Disband Group', 'No'],
    [/^Cancel invitation for/, 'Cancel Invitation', 'No'],
    [/^Remove elias/, 'Remove Member', 'No'],
  ] as const)('on an opened group and the dialog of %s', async (button, title, close) => {
    await openDashboard('Groups')
    await page.getByRole('button', { name: /^The Orchard Jury/ }).click()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: button, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: close, exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  test('on a group of 50 members with the longest names, and its dialog, which fit into the window', async () => {
    const members = Array.from({ length: 50 }, (_, n) =>
      aMember({ id: id(n + 1), name: `${n} ${'Wanderer '.repeat(16)}`.trim(), owner: n === 0 }),
    )
    const name = 'W'.repeat(100)
    await answerWith(page, '/rpggroups/list', [aGroup({ name, is_owner: true, members })])
    await openDashboard('Groups')
    await page.getByRole('button', { name: `${name} (50 members)` }).click()
    await page.getByRole('button', { name: 'Disband' }).waitFor()
    await expectReach()
    await page.getByRole('button', { name: 'Disband' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disband Group' })
    const no = await dialog.getByRole('button', { name: 'No', exact: true }).boundingBox()
    expect((no?.y ?? 900) + (no?.height ?? 0)).toBeLessThanOrEqual(800)
    await expectSideways()
    await page.keyboard.press('Escape')
    await page.unroute('**/api/rpggroups/list')
  })

  test('on the name-change dialog', async () => {
    await openDashboard('Groups')
    await page.getByRole('button', { name: 'Request name change' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('on the form for a glossary entry, with and without its errors', async () => {
    await page.goto('/discordia/world')
    await page.getByRole('button', { name: 'Create new glossary item' }).click()
    const send = page.getByRole('dialog').getByRole('button', { name: 'Send Item for Review' })
    await send.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await send.click()
    await page.getByRole('dialog').getByRole('alert').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await send.waitFor({ state: 'hidden' })
  })

  test('on an opened entry of one’s own and the dialog that deletes it', async () => {
    await page.goto('/discordia/world?show=mine')
    const entries = page.getByRole('region', { name: 'Glossary entries' }).getByRole('article')
    const own = entries.filter({ hasText: '(Pending)' }).first()
    await own.getByRole('heading', { level: 3 }).getByRole('button').click()
    await own.getByRole('button', { name: 'Delete Entry' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await axeFindings(page)).toEqual([])
  })

  test('at 320 px every tab of the dashboard can be seen and pressed by a thumb; at 360 px they stand side by side', async () => {
    await openDashboard('Groups')
    await page.setViewportSize({ width: 360, height: 640 })
    const tops = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await page.setViewportSize({ width: 320, height: 640 })
    const tabs = await page.getByRole('tab').all()
    expect(tabs).toHaveLength(4)
    for (const tab of tabs) {
      const { x = -1, width = 0, height = 0 } = (await tab.boundingBox()) ?? {}
      expect(x).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(320)
      expect(height).toBeGreaterThanOrEqual(44)
    }
    await page.setViewportSize({ width, height: 800 })
  })

  test('the titles of the latest news are high enough for a thumb', async () => {
    await page.goto('/discordia/')
    const titles = page
      .getByRole('region', { name: 'Latest News' })
      .getByRole('article')
      .getByRole('link')
    await titles.first().waitFor()
    for (const title of await titles.all())
      expect((await title.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })

  test('and nothing complained in the console', () => expect(complaints).toEqual([]))
})

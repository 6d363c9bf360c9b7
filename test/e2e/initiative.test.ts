import { statSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser.ts'
import { type Site, startSite } from '#test/helpers/site.ts'

describe('the RPG initiative, and how pages arrive', () => {
  let site: Site
  let browser: Browser
  let visitor: Visit
  let page: Page

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
    page = visitor.page
  })
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  const settled = () => page.locator('main[aria-busy="false"]').waitFor()

  describe('RPG initiative (SPEC 2, 9)', () => {
    beforeEach(() => page.goto('/discordia/rpg-initiative').then(() => undefined))

    test('four sections with the facts of the text', async () => {
      for (const name of ['What it is', 'Schools', 'Role players and game directors', 'Online'])
        await page.getByRole('region', { name, exact: true }).waitFor()
      const text = (await page.getByRole('main').textContent()) ?? ''
      for (const fact of [
        /50 schools|50/,
        /2 years|two years/i,
        /summer 2024/,
        /Austria/,
        /Germany/,
        /Iceland/,
      ])
        expect(text).toMatch(fact)
    })

    test('the book holds exactly the first six pages and can be turned', async () => {
      const book = page.getByRole('group', { name: 'RPG Initiative book' })
      await book.scrollIntoViewIfNeeded()
      await book.locator('img').first().waitFor({ state: 'attached' })
      const names = await book
        .locator('img')
        .evaluateAll((images) => images.map((image) => image.getAttribute('alt')))
      expect([...new Set(names)].sort()).toEqual([
        'Page 1',
        'Page 2',
        'Page 3',
        'Page 4',
        'Page 5',
        'Page 6',
      ])
      expect(await book.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true)
      await book.getByRole('button', { name: 'Next page' }).click()
      expect(await axeFindings(page)).toEqual([])
    })

    test('Download PDF Book saves RPG-Initiative-Online.pdf', async () => {
      const button = page.getByRole('button', { name: 'Download PDF Book' })
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
      expect(download.suggestedFilename()).toBe('RPG-Initiative-Online.pdf')
      expect(statSync(await download.path()).size).toBe(
        statSync('public/rulebook/RPG-Initiative-Online.pdf').size,
      )
    })
  })

  test.each([
    '/discordia/',
    '/discordia/news&events/',
    '/discordia/downloads',
    '/discordia/rpg-initiative',
  ])('nothing moves while %s loads (CLS 0)', async (path) => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await settled()
    await page.waitForLoadState('networkidle')
    const total = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
    expect(total).toBeLessThan(0.005)
  })
})

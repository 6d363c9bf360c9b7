import type { Browser, Page } from 'playwright-core'
import { openPage, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { findFullBrowser, openFullBrowser } from '#test/helpers/browser/fullBrowser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { eventually, figure } from '#test/helpers/server/faults.ts'

/** What only the dashboard of Ann has. */
const MEMBERS_OWN = /Ravens|Lone Wolf|Welcome back, Ann/
const OF_A_MEMBER = ['/discordia/dashboard', '/discordia/dashboard?tab=details', '/discordia/world']

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
const textOf = (page: Page) => page.locator('#root').textContent()

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/discordia/dashboard')
  await page.getByRole('button', { name: /^Ravens/ }).waitFor()
}

describe('Back after a logout', () => {
  const built = builtSite({ world: smallWorld })

  test('shows nothing of the member on any page that was visited', async () => {
    const { page } = built
    await signIn(page, built.server, 'Ann')
    for (const path of OF_A_MEMBER) {
      await page.goto(path)
      await menu(page, 'Logout').waitFor()
      await built.settled()
    }
    await menu(page, 'Logout').click()
    await page.waitForURL('**/auth/login')
    for (const _ of OF_A_MEMBER) {
      await page.goBack()
      await menu(page, 'Login').waitFor()
      await built.settled()
      expect(await textOf(page)).not.toMatch(MEMBERS_OWN)
      expect(await menu(page, 'Logout').count()).toBe(0)
    }
    figure(`${OF_A_MEMBER.length} pages back`)
  })

  const path = findFullBrowser()
  const describeWithCache = path === null ? describe.skip : describe
  const reason = path === null ? ': not run, no whole Chromium is installed' : ''

  describeWithCache(`with the back/forward cache of Chromium${reason}`, () => {
    let browser: Browser
    let visitor: Visit
    beforeAll(async () => {
      browser = await openFullBrowser(path ?? '')
    })
    afterAll(() => browser?.close())
    beforeEach(async () => {
      visitor = await visit(browser, built.server)
    })
    afterEach(async () => {
      await visitor.close()
      expect(visitor.complaints).toEqual([])
    })

    /** Notes in the page whether the cache has brought it back, and what each frame shows from then on. */
    const watchReturn = (page: Page) =>
      page.evaluate(() => {
        const frames: string[] = []
        Object.assign(window, { frames })
        const note = () => {
          frames.push(document.querySelector('#root')?.textContent ?? '')
          requestAnimationFrame(note)
        }
        window.addEventListener('pageshow', ({ persisted }) => persisted && note())
      })
    const framesOf = (page: Page) =>
      page.evaluate(() => (window as unknown as { frames?: string[] }).frames ?? [])
    async function goBack(page: Page): Promise<string[]> {
      await page.evaluate(() => setTimeout(() => history.back()))
      // Playwright does not see a page that comes from the cache as a navigation.
      return eventually(
        () => framesOf(page).catch(() => []),
        (frames) => frames.some((text) => text.includes('Forgot password?')),
      )
    }

    test('a logout in another tab reaches the page in the cache before its first frame', async () => {
      const { page, context } = visitor
      await signIn(page, built.server, 'Ann')
      await openDashboard(page)
      await watchReturn(page)
      await page.goto('/legal.html')
      const other = await openPage(context)
      await openDashboard(other.page)
      await menu(other.page, 'Logout').click()
      await other.page.waitForURL('**/auth/login')
      await other.page.close()
      const frames = await goBack(page)
      expect(frames.filter((text) => MEMBERS_OWN.test(text))).toEqual([])
      expect(other.complaints).toEqual([])
      figure(`${frames.length} frames after the return, 0 with data of the member`)
    })

    test('without a logout the page comes back as it was left', async () => {
      const { page } = visitor
      await signIn(page, built.server, 'Ann')
      await openDashboard(page)
      await watchReturn(page)
      await page.goto('/legal.html')
      await page.evaluate(() => setTimeout(() => history.back()))
      const [first = ''] = await eventually(
        () => framesOf(page).catch(() => []),
        (frames) => frames.length > 0,
      )
      expect(first).toMatch(/Ravens/)
    })
  })
})

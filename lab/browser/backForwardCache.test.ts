import { type Browser, chromium, type Page } from 'playwright-core'
import { openPage, type Visit, visit } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { eventually, figure } from '../../test/helpers/server/faults.ts'

/** A whole Chromium with the back/forward cache, which Playwright disables by default. */
const openFullBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.WHOLE_CHROMIUM_PATH ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })

/** Texts that only Ann's dashboard has. */
const MEMBERS_OWN = /Ravens|Lone Wolf|Welcome(?: back)?, Ann/

const menu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })

async function openDashboard(page: Page): Promise<void> {
  await page.goto('/discordia/dashboard')
  await page.getByRole('button', { name: /^Ravens/ }).waitFor()
}

describe('the back/forward cache of Chromium', () => {
  const built = builtSite({ world: smallWorld })
  let browser: Browser
  let visitor: Visit
  beforeAll(async () => {
    browser = await openFullBrowser()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    visitor = await visit(browser, built.server)
  })
  afterEach(async () => {
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })

  /** Records in the page whether the cache has restored it, and what each frame shows from then on. */
  const watchReturn = (page: Page) =>
    page.evaluate(() => {
      const frames: string[] = []
      // Another name than `frames`, which every window has.
      Object.assign(window, { framesSeen: frames })
      const note = () => {
        frames.push(document.querySelector('#root')?.textContent ?? '')
        requestAnimationFrame(note)
      }
      window.addEventListener('pageshow', ({ persisted }) => persisted && note())
    })
  const framesOf = (page: Page) =>
    page.evaluate(() => (window as unknown as { framesSeen?: string[] }).framesSeen ?? [])
  async function goBack(page: Page): Promise<string[]> {
    await page.evaluate(() => setTimeout(() => history.back()))
    // Playwright does not treat a page from the cache as a navigation.
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

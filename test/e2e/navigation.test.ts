import { watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { hold } from '#test/helpers/browser/hold.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

/** History, scrolling, URL fragments and separately loaded chunks in a real browser. */
describe('ways through the site (behaviour 2.1, 12.4)', () => {
  const built = builtSite({ world: smallWorld })
  const link = (name: string, page = built.page) =>
    page.getByRole('link', { name, exact: true }).first()
  const heading = (name: string, page = built.page) =>
    page.getByRole('heading', { level: 1, name, exact: true })
  const scrolled = () => built.page.evaluate(() => window.scrollY)
  /** Waits for the code loaded after the first paint, which prefetches hovered links and fades pages. */
  const open = async (path: string, page = built.page) => {
    const ready = page.waitForResponse(/\/assets\/after-paint/)
    await page.goto(path)
    await (await ready).finished()
    await page.locator('main[aria-busy="false"]').waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  test('a new page begins at its top; arrow and section headings lead down, and a reload follows them', async () => {
    const { page } = built
    await open('/discordia/news/1')
    await page.setViewportSize({ width: 800, height: 500 })
    const more = page.getByRole('region', { name: 'More Articles' }).getByRole('link').last()
    await more.scrollIntoViewIfNeeded()
    expect(await scrolled()).toBeGreaterThan(0)
    const title = (await more.textContent()) ?? ''
    await more.click()
    await heading(title).waitFor()
    await page.waitForFunction(() => window.scrollY === 0)

    await link('Discordia').click()
    await page.getByRole('button', { name: 'Scroll to world introduction' }).click()
    await page.waitForFunction(() => window.scrollY > 100)
    const region = page.getByRole('region', { name: 'World introduction' })
    expect((await region.boundingBox())?.y).toBeLessThan(200)

    await page.setViewportSize({ width: 1280, height: 900 })
    await link('Rules').click()
    await link('Quick rule 1').click()
    const section = page.getByRole('heading', { level: 2, name: 'Second part' })
    await section.getByRole('link').click()
    await page.waitForURL('**#rule-second-part')
    await page.reload()
    await page.waitForFunction(() => document.activeElement?.id === 'rule-second-part')
    expect(await scrolled()).toBeGreaterThan(0)
  })

  test('the link back and Back of the browser restore the rules page: tab, search, scroll position', async () => {
    const { page } = built
    await open('/discordia/rules?tab=basic&search=rule')
    for (const goBack of [() => link('Back to Rules Page').click(), () => page.goBack()]) {
      const rule = page.getByRole('tabpanel').getByRole('link', { name: /^Rule 20/ })
      await rule.scrollIntoViewIfNeeded()
      const left = await scrolled()
      expect(left).toBeGreaterThan(0)
      await rule.click()
      await heading('Rule 20').waitFor()
      await goBack()
      await page.getByRole('tab', { name: 'Basic Rules', selected: true }).waitFor()
      const search = page.getByRole('searchbox', { name: 'Search for entries...' })
      expect(await search.inputValue()).toBe('rule')
      await page.waitForFunction((top) => Math.abs(window.scrollY - top) < 2, left)
    }
  })

  test('the old page stays until the code of the next one is there, a second at most, and Back stays on it', async () => {
    const { page } = built
    await open('/discordia/downloads')
    const release = await hold(page, '**/assets/rules.*')
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await link('Rules').click()
    await page.locator('main[aria-busy="true"]').waitFor()
    await page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/discordia/rules')
    expect(await heading('Downloads').isVisible()).toBe(true)
    await page.evaluate(() => history.back())
    await page.locator('main[aria-busy="false"]').waitFor()
    expect(await heading('Downloads').isVisible()).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/discordia/downloads')

    // The page being left updates its query 300 ms after the last letter: too late.
    await page.getByRole('searchbox', { name: 'Search for files...' }).fill('table')
    await link('Rules').click()
    await page.clock.runFor(1000)
    // The outline of a page has replaced it.
    await heading('Downloads').waitFor({ state: 'detached' })
    expect(await heading('Rules').count()).toBe(0)
    await page.clock.resume()
    release()
    await heading('Rules').waitFor()
    expect(new URL(page.url()).pathname).toBe('/discordia/rules')
  })

  test('a page that cannot be fetched says why, in its frame, and opens when the server is back', async () => {
    await open('/auth/login')
    await built.page.route('**/assets/downloads.*', (route) => route.abort())
    await link('Downloads').click()
    await heading('We can’t reach Discordia').waitFor()
    expect(await link('Rules').isVisible()).toBe(true)
    await built.page.unroute('**/assets/downloads.*')
    await built.page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
    await heading('Downloads').waitFor()
    // The browser complains about each request.
    built.visitor.complaints.length = 0
  })

  test('a page fades once for a click, never for filters, history or visitors who want no motion, and can be used meanwhile', async () => {
    const page = await built.newcomer({ reducedMotion: 'no-preference' })
    await page.addInitScript(() => {
      const fades: Promise<unknown>[] = []
      const start = document.startViewTransition.bind(document)
      // Whether a control of the page and one of the header get the pointer while the fade runs.
      const usable = () =>
        ['main :is(button, input)', 'header a'].map((selector) => {
          const control = document.querySelector(selector)
          const { x = 0, y = 0, width = 0, height = 0 } = control?.getBoundingClientRect() ?? {}
          const under = document.elementFromPoint(x + width / 2, y + height / 2)
          return control?.contains(under)
        })
      document.startViewTransition = (draw) => {
        const transition = start(draw)
        fades.push(transition.ready.then(usable).finally(() => transition.finished))
        return transition
      }
      Object.assign(window, { fades })
    })
    const fades = () =>
      page.evaluate(() => Promise.all((window as unknown as { fades: unknown[] }).fades))
    const once = [[true, true]]
    await open('/auth/login', page)
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await heading('Register', page).waitFor()
    expect(await fades()).toEqual(once)
    await link('News & Events', page).click()
    await heading('News & Events', page).waitFor()
    expect(await fades()).toEqual([...once, ...once])
    await page.getByRole('checkbox', { name: 'Show News' }).click()
    await page.waitForURL('**?news=off')
    await page.goBack()
    await heading('Register', page).waitFor()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await link('Downloads', page).click()
    await heading('Downloads', page).waitFor()
    expect(await fades()).toHaveLength(2)
    // The fade has removed its style sheet.
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  test('nothing in the page keeps it from the back/forward cache', async () => {
    const { page } = built
    const session = await page.context().newCDPSession(page)
    await session.send('Page.enable')
    for (const path of ['/discordia/', '/auth/login']) {
      await open(path)
      await built.settled()
      await page.evaluate(() => window.location.assign('/legal.html'))
      await page.waitForURL('**/legal.html', { waitUntil: 'load' })
      const reasons = new Promise<string[]>((resolve) => {
        session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
          resolve(
            notRestoredExplanations
              // Circumstantial: this browser has no such cache.
              .filter(({ type }) => type !== 'Circumstantial')
              .map(({ reason }) => reason),
          ),
        )
      })
      await page.goBack()
      expect([path, await reasons]).toEqual([path, []])
    }
    await session.detach()
  })

  test('a hovered page is drawn from what the hover has fetched, with no other call', async () => {
    await open('/auth/login')
    const sent = watchCalls(built.page)
    const lists = ['active?language=en', 'activeEvents?language=en&series=once']
    const responses = lists.map((list) =>
      built.page.waitForResponse((response) => response.url().endsWith(`/api/contents/${list}`)),
    )
    await link('News & Events').hover()
    for (const response of await Promise.all(responses)) await response.finished()
    // The chunk of the page must be loaded too.
    await built.settled()
    expect(await built.page.locator('main').getAttribute('aria-busy')).toBe('false')
    await built.page.route(/\/(api|assets)\//, (route) => route.abort())
    await link('News & Events').click()
    await built.page.getByRole('heading', { level: 3, name: 'Event 1' }).waitFor()
    expect(sent.map(({ call }) => call)).toEqual(lists.map((list) => `GET /contents/${list}`))
  })

  test('a message half typed holds Back of the browser until the visitor chooses to leave', async () => {
    await open('/discordia/rules')
    await link('Home').click()
    const chunk = built.page.waitForResponse(/leave-dialog/)
    const form = built.page.getByRole('form', { name: 'Contact' })
    await form.getByRole('textbox', { name: 'Message' }).fill('They came at night')
    await (await chunk).finished()
    // The other parts of the chunk load, and the dialog starts to guard navigations.
    await built.settled()
    const question = built.page.getByRole('dialog', { name: 'Leave without saving?' })
    await built.page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Stay here' }).click()
    await question.waitFor({ state: 'detached' })
    expect(new URL(built.page.url()).pathname).toBe('/discordia/')
    await built.page.evaluate(() => history.back())
    await question.getByRole('button', { name: 'Leave', exact: true }).click()
    await heading('Rules').waitFor()
  })
})

import { visit } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { hold } from '#test/helpers/browser/hold.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('from one page to the next', () => {
  const built = builtSite({ world: smallWorld })
  const menu = (name: string, page = built.page) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
  const heading = (name: string, page = built.page) =>
    page.getByRole('heading', { level: 1, name, exact: true })
  /** The chunk comes when the returned function is called. */
  const holdChunk = (chunk: string) => hold(built.page, `**/assets/${chunk}.*`)
  const open = async (path: string) => {
    const ready = built.page.waitForResponse(/\/assets\/after-paint/)
    await built.page.goto(path)
    await (await ready).finished()
    await built.settled()
  }

  test('the old page stays until the code of the next one is there, and says that it is loading', async () => {
    await open('/auth/login')
    await built.page.clock.install()
    const release = await holdChunk('rules')
    await menu('Rules').click()
    await built.page.locator('main[aria-busy="true"]').waitFor()
    await built.page.getByRole('status', { name: 'Loading' }).waitFor()
    expect(new URL(built.page.url()).pathname).toBe('/discordia/rules')
    expect(await heading('Login').isVisible()).toBe(true)
    release()
    await heading('Rules').waitFor()
  })

  test('after a second without it the outline of a page takes its place', async () => {
    await open('/auth/login')
    const release = await holdChunk('downloads')
    await menu('Downloads').click()
    await heading('Login').waitFor({ state: 'detached' })
    expect(await heading('Downloads').count()).toBe(0)
    release()
    await heading('Downloads').waitFor()
  })

  describe('a page that cannot be fetched', () => {
    const lose = async () => {
      await open('/auth/login')
      await built.page.route('**/assets/downloads.*', (route) => route.abort())
      await menu('Downloads').click()
      await heading("We can't reach Discordia").waitFor()
    }
    // The browser complains about each request.
    afterEach(() => void built.visitor.complaints.splice(0))

    test('says why, in its frame, and opens when the server is back', async () => {
      await lose()
      expect(await menu('Rules').isVisible()).toBe(true)
      await built.page.unroute('**/assets/downloads.*')
      await heading('Downloads').waitFor()
    })

    test('opens by a button', async () => {
      await lose()
      await built.page.clock.install()
      await built.page.unroute('**/assets/downloads.*')
      await built.page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
      await heading('Downloads').waitFor()
    })

    test('opens as soon as the browser is online again', async () => {
      // Of its own: the browser of the others has fetched the page before.
      const own = await visit(built.browser, built.server)
      const ready = own.page.waitForResponse(/\/assets\/after-paint/)
      await own.page.goto('/auth/login')
      await (await ready).finished()
      await own.page.context().setOffline(true)
      await menu('Downloads', own.page).click()
      await heading("We can't reach Discordia", own.page).waitFor()
      await own.page.context().setOffline(false)
      await heading('Downloads', own.page).waitFor()
      await own.close()
    })
  })

  test('a late update of its own query does not bring the old page back', async () => {
    await open('/discordia/downloads')
    const release = await holdChunk('rules')
    await built.page.getByRole('searchbox', { name: 'Search for files...' }).fill('table')
    await menu('Rules').click()
    // The page that stays updates its query 300 ms after the last letter.
    await heading('Downloads').waitFor({ state: 'detached' })
    release()
    await heading('Rules').waitFor()
    expect(new URL(built.page.url()).pathname).toBe('/discordia/rules')
  })

  test('Back before the next page is there stays where the visitor is', async () => {
    await open('/discordia/downloads')
    const release = await holdChunk('rules')
    await menu('Rules').click()
    await built.page.locator('main[aria-busy="true"]').waitFor()
    await built.page.evaluate(() => history.back())
    await built.page.locator('main[aria-busy="false"]').waitFor()
    release()
    expect(await heading('Downloads').isVisible()).toBe(true)
    expect(new URL(built.page.url()).pathname).toBe('/discordia/downloads')
  })

  test.each([
    ['fades once for a click', 'no-preference', 1],
    ['does not move for visitors who want no motion', 'reduce', 0],
  ] as const)(
    'a page %s, and never for filters or history',
    async (_what, reducedMotion, count) => {
      const own = await visit(built.browser, built.server, { reducedMotion })
      const { page } = own
      await page.addInitScript(() => {
        const fades: Promise<unknown>[] = []
        const start = document.startViewTransition.bind(document)
        document.startViewTransition = (draw) => {
          const transition = start(draw)
          fades.push(transition.finished)
          return transition
        }
        Object.assign(window, { fades })
      })
      const fades = () =>
        page.evaluate(async () => {
          const { fades } = window as unknown as { fades: Promise<unknown>[] }
          await Promise.all(fades)
          return fades.length
        })
      const ready = page.waitForResponse(/\/assets\/after-paint/)
      await page.goto('/discordia/downloads')
      await (await ready).finished()
      await heading('Downloads', page).waitFor()
      await menu('News & Events', page).click()
      await heading('News & Events', page).waitFor()
      expect(await fades()).toBe(count)
      await page.getByRole('checkbox', { name: 'Show News' }).click()
      await page.waitForURL('**?news=off')
      await page.goBack()
      await heading('Downloads', page).waitFor()
      expect(await fades()).toBe(count)
      expect(own.complaints).toEqual([])
      await own.close()
    },
  )

  test('the fade leaves every control of the new page usable, and nothing of itself', async () => {
    const own = await visit(built.browser, built.server, { reducedMotion: 'no-preference' })
    const { page } = own
    const ready = page.waitForResponse(/\/assets\/after-paint/)
    await page.goto('/auth/login')
    await (await ready).finished()
    // What is under the pointer while the fade runs, at a control of the page and at one of the header.
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (draw) => {
        const transition = start(draw)
        Object.assign(window, {
          usable: transition.ready.then(() =>
            ['main button', 'header a'].map((selector) => {
              const link = document.querySelector(selector)
              const { x = 0, y = 0, width = 0, height = 0 } = link?.getBoundingClientRect() ?? {}
              return (
                document
                  .elementFromPoint(x + width / 2, y + height / 2)
                  ?.closest(selector.slice(selector.indexOf(' ') + 1)) === link
              )
            }),
          ),
          ended: transition.finished,
        })
        return transition
      }
    })
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await heading('Register', page).waitFor()
    const usable = () => (window as unknown as { usable: Promise<boolean[]> }).usable
    expect(await page.evaluate(usable)).toEqual([true, true])
    await page.evaluate(() => (window as unknown as { ended: Promise<void> }).ended)
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
    expect(own.complaints).toEqual([])
    await own.close()
  })

  test('nothing in the page keeps it from the back/forward cache', async () => {
    const session = await built.page.context().newCDPSession(built.page)
    await session.send('Page.enable')
    for (const path of ['/discordia/', '/discordia/rules', '/auth/login']) {
      await open(path)
      await built.settled()
      await built.page.waitForLoadState('networkidle')
      await built.page.evaluate(() => window.location.assign('/legal.html'))
      await built.page.waitForURL('**/legal.html', { waitUntil: 'load' })
      const reasons = new Promise<string[]>((resolve) => {
        session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
          resolve(
            notRestoredExplanations
              // Circumstances: this browser has no such cache.
              .filter(({ type }) => type !== 'Circumstantial')
              .map(({ reason }) => reason),
          ),
        )
      })
      await built.page.goBack()
      expect([path, await reasons]).toEqual([path, []])
    }
    await session.detach()
  })
})

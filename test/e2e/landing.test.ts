import Database from 'better-sqlite3'
import type { ContentItem } from '#contract/schemas/content.ts'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { answerWith, apiAnswer, holdBack, tableCalls } from '#test/helpers/browser/apiEdge.ts'
import { logIn } from '#test/helpers/browser/browser.ts'
import { aContentItem } from '#test/helpers/builders.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

describe('the landing page', () => {
  const built = builtSite()
  const main = () => built.page.getByRole('main')
  const latest = () => built.page.getByRole('region', { name: 'Latest News', exact: true })
  const items = () => latest().getByRole('article')
  const open = () => built.page.goto('/discordia/')

  describe('Landing page: header (behaviour 2)', () => {
    test('shows headline texts and a main button; the page is named after the headline', async () => {
      await open()
      const headline = await main().getByRole('heading', { level: 1 }).textContent()
      expect(headline).toMatch(/\w+ \w+/)
      expect(await built.page.title()).toBe(`${headline} – Discordia`)
      expect(
        await main()
          .getByText(/^Discordia is a shared world/)
          .isVisible(),
      ).toBe(true)
      expect(await built.page.getByRole('heading', { level: 1 }).count()).toBe(1)
    })

    test('the main button says join now and goes to /auth/register when there is no access token', async () => {
      await open()
      expect(await main().getByRole('link', { name: 'my account' }).count()).toBe(0)
      await main().getByRole('link', { name: 'join now', exact: true }).click()
      await built.page.waitForURL('**/auth/register')
    })

    test('it says my account and goes to the dashboard when logged in', async () => {
      await logIn(built.page, 'mira@discordia.example')
      const button = main().getByRole('link', { name: 'my account', exact: true })
      await button.waitFor()
      expect(await main().getByRole('link', { name: 'join now' }).count()).toBe(0)
      await button.click()
      await built.page.waitForURL('**/discordia/dashboard')
    })

    test('a token counts, even a stale one, until the first refusal; that leads to /auth/login (ruling 20, 49)', async () => {
      await open()
      await built.page.evaluate(() => {
        for (const key of ['access_token', 'refresh_token']) localStorage.setItem(key, 'stale')
      })
      const release = await holdBack(built.page, '/users/login/refresh/')
      await built.page.reload()
      await main().getByRole('link', { name: 'my account', exact: true }).waitFor()
      await latest().waitFor()
      expect(await built.page.getByRole('form', { name: 'Contact' }).count()).toBe(0)
      release()
      await built.page.waitForURL('**/auth/login')
    })

    test('a scroll-down arrow scrolls to the world introduction section', async () => {
      await open()
      await built.page.getByRole('button', { name: 'Scroll to world introduction' }).click()
      const region = built.page.getByRole('region', { name: 'World introduction' })
      await built.page.waitForFunction(() => window.scrollY > 100)
      expect((await region.boundingBox())?.y).toBeLessThan(200)
    })

    test('at its end stands the footer, below everything else', async () => {
      await open()
      await items().first().waitFor()
      const footer = await built.page.getByRole('contentinfo').boundingBox()
      const body = await main().boundingBox()
      expect(footer?.y).toBeGreaterThanOrEqual((body?.y ?? 0) + (body?.height ?? 0))
    })
  })

  describe('Landing page: latest news (behaviour 2, 7, 9)', () => {
    test('shows the first 3 latest items, each leading to its page', async () => {
      const stories = await apiAnswer<ContentItem[]>(built.site, '/contents/latest')
      await open()
      for (const { title, id, short_description, date } of stories.slice(0, 3)) {
        const item = latest().getByRole('article', { name: title, exact: true })
        await item.waitFor()
        const heading = item.getByRole('heading', { level: 3, name: title, exact: true })
        expect(await heading.getByRole('link').getAttribute('href')).toBe(`/discordia/news/${id}`)
        expect(await item.getByText(short_description, { exact: true }).count()).toBe(1)
        expect(await item.locator('time').getAttribute('datetime')).toBe(date)
      }
      expect(await items().count()).toBe(3)
    })

    test('hostile texts stay texts and hostile addresses are not used', async () => {
      const title = '<img src=x onerror="window.hit=1">'
      const story = aContentItem({ title, background_image: 'javascript:window.hit=1' })
      await answerWith(built.page, '/contents/latest', [story])
      await open()
      await items().getByText(title).waitFor()
      expect(await built.page.evaluate(() => 'hit' in window)).toBe(false)
      expect(await built.page.locator('[src^="javascript:"]').count()).toBe(0)
    })
  })

  describe('Visit log (behaviour 7, 8; ruling 44, 56)', () => {
    const visits = (): number => {
      const db = new Database(`${built.site.dataDir}/discordia.sqlite`, { readonly: true })
      const row = db.prepare('select coalesce(sum(hits), 0) as n from visits').get()
      db.close()
      return (row as { n: number }).n
    }

    test('is called once when the landing page loads, and answered with a message', async () => {
      const before = visits()
      const calls = watchCalls(built.page)
      const [logged] = await Promise.all([
        built.page.waitForResponse('**/visits/log-visit/'),
        open(),
      ])
      expect(await logged.json()).toEqual({ message: expect.stringMatching(/\w/) })
      await items().first().waitFor()
      await built.settled()
      expect(visits()).toBe(before + 1)
      expect(tableCalls(calls).sort()).toEqual(['GET /contents/latest', 'GET /visits/log-visit/'])
      expect(await logged.headerValue('set-cookie')).toBeNull()
    })

    test('other pages do not call it; coming back to the landing page does', async () => {
      const before = visits()
      const calls = watchCalls(built.page)
      await built.page.goto('/discordia/downloads')
      await built.page.getByRole('list', { name: 'Files' }).waitFor()
      const [logged] = await Promise.all([
        built.page.waitForResponse('**/visits/log-visit/'),
        built.page.getByRole('link', { name: 'Discordia', exact: true }).click(),
      ])
      await logged.finished()
      expect(callsTo(calls, 'GET /visits/log-visit/')).toHaveLength(1)
      expect(visits()).toBe(before + 1)
    })
  })
})

import type { Page } from 'playwright-core'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { openPage } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { hold } from '#test/helpers/browser/hold.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import texts from '../../locales/en/translation.json' with { type: 'json' }

/** The public pages, with what only their data can show. */
const PAGES: readonly (readonly [path: string, shown: RegExp])[] = [
  ['/discordia/', /Latest News/],
  ['/discordia/rpg-initiative', /RPG Initiative/],
  ['/discordia/news&events/', /Read more/i],
  ['/discordia/news&events/?news=off', /Event/],
  ['/discordia/news/1', /More Articles/],
  ['/discordia/downloads', /MB|kB/],
  ['/discordia/rules', /Quick Rules/],
  ['/discordia/rules?tab=basic&search=dice', /dice/i],
  ['/discordia/ruleItem/1', /You might be interested in:/],
  ['/discordia/world', /Entries/],
  ['/discordia/world?search=bell', /bell/i],
  ['/discordia/world?entry=1', /minimize/],
]

const built = builtSite({ world: 'demo' })

/** The server may still be too cold to render a page in time: visitors before this one have warmed it. */
async function rendered(path: string, cookie?: string): Promise<string> {
  const headers = { 'accept-language': 'en-GB', ...(cookie && { cookie }) }
  for (;;) {
    const answer = await fetch(`${built.server.url}${path}`, { headers })
    const html = await answer.text()
    if (html.includes('id="served"')) return html
  }
}

async function open(page: Page, path: string): Promise<void> {
  await rendered(path)
  await page.goto(path)
  await page.locator('#served').waitFor({ state: 'attached' })
}

describe('with scripts switched off', () => {
  test.each(PAGES)('%s can be read: its texts, links and pictures', async (path, shown) => {
    const context = await built.browser.newContext({
      baseURL: built.server.url,
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
    })
    const { page, complaints } = await openPage(context)
    await open(page, path)
    await page.getByRole('main').getByText(shown).first().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    // The menu has no button without scripts: it is open.
    const menu = page.getByRole('navigation', { name: texts.navbar.main })
    expect(await menu.getByRole('link', { name: texts.navbar.world }).getAttribute('href')).toBe(
      '/discordia/world',
    )
    const broken = await page
      .locator('img')
      .evaluateAll((images) =>
        (images as HTMLImageElement[])
          .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
          .map(({ src }) => src),
      )
    expect(broken).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('with scripts', () => {
  test.each(PAGES)(
    '%s is taken over without an error, and asks for nothing again',
    async (path) => {
      const { page } = built.visitor
      const sent = watchCalls(page)
      await open(page, path)
      const title = await page.title()
      await takenOver(page)
      await page.waitForLoadState('networkidle')
      // The counter of visits, and what comes late: the texts that mention this one.
      const asked = callsTo(sent, 'GET').filter(({ call }) => !/\/log-visit|\/terms\//.test(call))
      // The related rules, which are drawn at random.
      expect(asked).toHaveLength(path.includes('ruleItem') ? 1 : 0)
      if (!path.includes('entry=')) expect(await page.title()).toBe(title)
    },
  )

  test('nothing that is typed or pressed before the scripts run is lost', async () => {
    const { page } = built.visitor
    const release = await hold(page, /assets\/(?!site)[^/]*\.js$/)
    await open(page, '/discordia/world')
    await page.getByRole('searchbox').fill('bell')
    await page.getByRole('checkbox', { name: texts.glossary.user_entries }).check()
    await page.getByRole('button', { name: texts.cookies.accept }).click()
    release()
    await page.waitForURL(/search=bell&show=users/)
    await page.getByRole('button', { name: texts.cookies.accept }).waitFor({ state: 'detached' })
    expect(await page.getByRole('searchbox').inputValue()).toBe('bell')
    await page.unroute(/assets/)
  })

  test('a member gets their own page in place of the one for visitors', async () => {
    const { page } = built.visitor
    await open(page, '/discordia/')
    await page.evaluate(() => localStorage.setItem('access_token', 'x'))
    await page.reload()
    await page
      .getByRole('main')
      .getByRole('link', { name: texts.landing_page.my_account })
      .waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    await page.evaluate(() => localStorage.clear())
  })

  test('the theme that was chosen is there before the first paint', async () => {
    const { page } = built.visitor
    await open(page, '/discordia/rules')
    // Else the scripts of this page, too, are refused.
    await built.settled()
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.route(/assets\/.*\.js$/, (route) => route.abort())
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await page.unroute(/assets/)
    await page.evaluate(() => localStorage.clear())
  })
})

describe('to programs', () => {
  test('an unknown article or rule is a 404 page in the frame of the site', async () => {
    for (const path of [
      '/discordia/news/999999',
      '/discordia/news/x',
      '/discordia/ruleItem/999999',
    ]) {
      const html = await rendered(path)
      expect(html).toContain('noindex')
      expect(html).toContain('id="main-menu"')
      expect((await fetch(built.server.url + path)).status).toBe(404)
    }
  })

  test('a page has the cookie banner until its visitor has accepted, also from the cache', async () => {
    const accepted = 'Discordia-consent-cookie=true'
    for (const cookie of [accepted, undefined, accepted, undefined])
      expect((await rendered('/discordia/rules', cookie)).includes('data-bottom-bar')).toBe(!cookie)
  })

  test('the room for the banner is known before what it is taken from', async () => {
    expect(await rendered('/discordia/')).toMatch(/<div [^>]*data-bottom-bar.*<main/s)
  })

  test('a page has one heading of the first rank and its canonical address', async () => {
    const html = await rendered('/discordia/news&events/')
    expect(html).toContain('rel="canonical"')
    expect(html.match(/<h1/g)).toHaveLength(1)
  })
})

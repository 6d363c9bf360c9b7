import type { Page } from 'playwright-core'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { openPage } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { hold } from '#test/helpers/browser/hold.ts'
import texts from '../../locales/en/translation.json' with { type: 'json' }

/** Public pages of each kind, with a text that only their data contain. */
const PAGES: readonly (readonly [path: string, shown: RegExp])[] = [
  ['/discordia/', /Latest News/],
  ['/discordia/rpg-initiative', /RPG Initiative/],
  ['/discordia/news&events/?news=off', /Event/],
  ['/discordia/news/1', /More Articles/],
  ['/discordia/downloads', /MB|kB/],
  ['/discordia/rules?tab=basic&search=dice', /dice/i],
  ['/discordia/ruleItem/1', /You might be interested in:/],
  ['/discordia/world?entry=1', /minimize/],
]

const built = builtSite({ world: 'demo' })

/** Requests until the page is rendered: a server that has just started may be too slow and send it plain. */
async function rendered(path: string, cookie?: string): Promise<string> {
  const headers = { 'accept-language': 'en-GB', ...(cookie && { cookie }) }
  for (;;) {
    const answer = await fetch(`${built.server.url}${path}`, { headers })
    const html = await answer.text()
    if (html.includes('id="served"')) return html
  }
}

/** Requests until the shell is rendered. */
async function shellOf(path: string): Promise<void> {
  while (!(await (await fetch(built.server.url + path)).text()).includes('inert')) {
    // The next request may be in time.
  }
}

async function open(page: Page, path: string): Promise<void> {
  await rendered(path)
  await page.goto(path)
  await page.locator('#served').waitFor({ state: 'attached' })
}

/** A page of a phone whose scripts are switched off. */
async function withoutScripts() {
  const context = await built.browser.newContext({
    baseURL: built.server.url,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
  })
  return openPage(context)
}

test('with scripts switched off each page can be read: its texts, links and pictures', async () => {
  const { context, page, complaints } = await withoutScripts()
  for (const [path, shown] of PAGES) {
    await open(page, path)
    await page.getByRole('main').getByText(shown).first().waitFor()
    expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1])
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
    expect([path, broken]).toEqual([path, []])
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('the shell of the dashboard shows its outline without scripts, and has nothing of a member', async () => {
  const { context, page, complaints } = await withoutScripts()
  for (const [query, tab] of [
    ['', texts.dashboard.tab_groups],
    ['?tab=settings', texts.dashboard.tab_settings],
  ] as const) {
    await shellOf(`/discordia/dashboard${query}`)
    await page.goto(`/discordia/dashboard${query}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      texts.dashboard.greeting_plain,
    )
    expect(await page.locator('[role=tab][aria-selected=true]').textContent()).toBe(tab)
    expect(await page.locator('#served, main:not([inert])').count()).toBe(0)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('the shell of the dashboard is not shown to a visitor, who is led to the login', async () => {
  const { page } = built.visitor
  await shellOf('/discordia/dashboard')
  const release = await hold(page, /assets\/(?!early)[^/]*\.js$/)
  await page.goto('/discordia/dashboard', { waitUntil: 'commit' })
  const shell = page.locator('main[inert]')
  await shell.waitFor({ state: 'attached' })
  expect(await shell.isVisible()).toBe(false)
  release()
  await page.waitForURL('**/auth/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.unroute(/assets/)
})

describe('with scripts', () => {
  test('each page is taken over without an error or a move, asks for nothing again and for nothing elsewhere (ruling 54)', async () => {
    const { page } = built.visitor
    const foreign: string[] = []
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== built.server.url)
        foreign.push(request.url())
    })
    const sent = watchCalls(page)
    for (const [path] of PAGES) {
      await rendered(path)
      sent.length = 0
      // The chunk loaded after the first paint is the last one.
      const late = page.waitForResponse(/\/assets\/after-paint/)
      const answer = await page.goto(path)
      const title = await page.title()
      await (await late).finished()
      await built.settled()
      // Ignores the counter of visits, and mentions, which load late.
      const asked = callsTo(sent, 'GET').filter(({ call }) => !/\/log-visit|\/terms\//.test(call))
      // Related rules are chosen at random by the browser.
      expect([path, asked.length]).toEqual([path, path.includes('ruleItem') ? 1 : 0])
      if (!path.includes('entry=')) expect(await page.title()).toBe(title)
      expect([path, await moves(page)]).toEqual([path, []])
      const policy = (await answer?.headerValue('content-security-policy')) ?? ''
      const allowed = /(?:^|;)\s*script-src ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/)
      expect([path, allowed]).toEqual([path, ["'self'", expect.stringMatching(/^'sha256-/)]])
      // The choice of the theme; the others are data.
      const inline = page.locator('script:not([src]):not([type])')
      expect([path, await inline.count()]).toEqual([path, 1])
    }
    expect(foreign).toEqual([])
  })

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

  test('what this browser keeps counts before the first paint: the theme, and the page of a member', async () => {
    const { page } = built.visitor
    await open(page, '/discordia/')
    // Waits first: otherwise the scripts of this page would be refused too.
    await built.settled()
    await page.evaluate(() => localStorage.setItem('access_token', 'x'))
    // Held back, so that the token is refused later.
    const release = await hold(page, /\/api\//)
    await page.reload()
    const own = page.getByRole('main').getByRole('link', { name: texts.landing_page.my_account })
    await own.waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    release()
    await built.settled()
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await page.route(/assets\/.*\.js$/, (route) => route.abort())
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  })
})

test('programs get 404 pages, one heading, a canonical address, and the banner of cookies before its room', async () => {
  for (const path of ['/discordia/news/999999', '/discordia/ruleItem/999999']) {
    const html = await rendered(path)
    expect(html).toContain('noindex')
    expect(html).toContain('id="main-menu"')
    expect((await fetch(built.server.url + path)).status).toBe(404)
  }
  // Repeated, so that the cache of pages responds too.
  const accepted = 'Discordia-consent-cookie=true'
  for (const cookie of [accepted, undefined, accepted, undefined])
    expect((await rendered('/discordia/rules', cookie)).includes('data-bottom-bar')).toBe(!cookie)
  const html = await rendered('/discordia/news&events/')
  expect(html).toMatch(/<div [^>]*data-bottom-bar.*<main/s)
  expect(html).toContain('rel="canonical"')
  expect(html.match(/<h1/g)).toHaveLength(1)
})

test('URLs with a file ending are files, all others are routes, compressed or not (behaviour 2.1; ruling 16, 40, 65)', async () => {
  const get = (path: string, encoding: string) =>
    fetch(built.server.url + path, { headers: { 'accept-encoding': encoding } })
  for (const [path, status, type] of [
    ['/', 200, 'text/html'],
    ['/discordia/news&events', 200, 'text/html'],
    ['/auth/activate-account/abc', 200, 'text/html'],
    ['/admin', 200, 'text/html'],
    ['/locales/en/translation.json', 200, 'application/json'],
    ['/locales/de/translation.json', 200, 'application/json'],
    ['/locales/fr/translation.json', 404, 'application/json'],
    ['/images/no-such.webp', 404, 'application/json'],
    ['/robots.txt', 200, 'text/plain'],
    ['/api/no-such-call', 404, 'application/json'],
  ] as const)
    for (const encoding of ['br', 'identity']) {
      const response = await get(path, encoding)
      const mediaType = response.headers.get('content-type')?.split(';')[0]
      expect([path, encoding, response.status, mediaType]).toEqual([path, encoding, status, type])
    }
  const page = await get('/discordia/', 'br')
  expect(page.headers.get('cache-control')).toBe('no-cache')
  const script = /\/assets\/site\.[\w.]+\.js/.exec(await page.text())?.[0] ?? ''
  const { headers } = await get(script, 'br')
  expect(headers.get('cache-control')).toContain('immutable')
  expect(headers.get('content-encoding')).toBe('br')
})

type Shift = {
  startTime: number
  value: number
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Layout shifts since the scripts were fetched, if they add up to a CLS of 0.005 or more, each with its nodes and their
 * places. Earlier ones do not count: a busy browser paints a page that it has parsed in part, such as half of the menu.
 */
const moves = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const scripts = performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/assets\/(?!site)[^/]*\.js$/.test(name))
        const fetchedAt = Math.min(...scripts.map(({ startTime }) => startTime))
        const shifts: Shift[] = []
        new PerformanceObserver((list) => {
          const all = list.getEntries() as unknown as Shift[]
          shifts.push(...all.filter(({ startTime }) => startTime >= fetchedAt))
        }).observe({ type: 'layout-shift', buffered: true })
        const textOf = ({ value, sources }: Shift) =>
          JSON.stringify([
            value,
            ...sources.map(({ node, previousRect, currentRect }) => [
              node?.nodeName,
              node?.textContent?.slice(0, 40),
              previousRect,
              currentRect,
            ]),
          ])
        const sum = () => shifts.reduce((total, { value }) => total + value, 0)
        const found = () => (sum() < 0.005 ? [] : shifts.map(textOf))
        // Observers run before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(found())))
      }),
  )

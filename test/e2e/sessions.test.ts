import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser, visit } from '#test/helpers/browser/browser.ts'
import { bundle } from '#test/helpers/browser/bundle.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('one session in many calls and many tabs (behaviour 4)', () => {
  let server: BrowserServer
  let browser: Browser
  let context: BrowserContext
  let first: Page
  let script: string

  beforeAll(async () => {
    script = await bundle('test/helpers/browser/harness/staleCalls.ts')
    server = await startWorld(smallWorld)
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  beforeEach(async () => {
    const visitor = await visit(browser, server)
    context = visitor.context
    first = visitor.page
    await context.route('**/harness.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script }),
    )
    await context.route('**/harness', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><title>harness</title><script src="/harness.js"></script>',
      }),
    )
    await signIn(first, server, 'Ann')
    // No page of the site: the harness alone sends requests.
    await first.goto('/harness')
  })
  afterEach(() => context.close())

  /** Each refresh that reached the server has inserted a token. */
  async function refreshesSince(id: number): Promise<number> {
    return (await server.values(`select id from refresh_tokens where id > ${id}`)).length
  }
  async function lastToken(): Promise<number> {
    const [id] = await server.values('select max(id) from refresh_tokens')
    return Number(id)
  }
  const spoil = (page: Page) => page.evaluate(() => localStorage.setItem('access_token', 'stale'))

  test('100 calls with a stale token make exactly one refresh, and all are answered', async () => {
    await spoil(first)
    await first.reload()
    const before = await lastToken()
    expect(await first.evaluate(() => window.callMany(100))).toBe(100)
    expect(await refreshesSince(before)).toBe(1)
  })

  test('5 tabs with 20 stale calls each make exactly one refresh, and all are answered', async () => {
    await spoil(first)
    const tabs = [first, ...(await Promise.all([1, 2, 3, 4].map(() => context.newPage())))]
    await Promise.all(tabs.map((tab) => tab.goto('/harness')))
    const before = await lastToken()
    const answered = await Promise.all(tabs.map((tab) => tab.evaluate(() => window.callMany(20))))
    expect(answered).toEqual([20, 20, 20, 20, 20])
    expect(await refreshesSince(before)).toBe(1)
  })

  test('a failed refresh logs out everywhere', async () => {
    await first.goto('/discordia/dashboard')
    const second = await context.newPage()
    await second.goto('/discordia/dashboard')
    await second.getByRole('tab', { name: 'Groups' }).waitFor()
    await first.evaluate(() => {
      localStorage.setItem('access_token', 'stale')
      localStorage.setItem('refresh_token', 'stale')
    })
    await first.reload()
    await Promise.all([first.waitForURL('**/auth/login'), second.waitForURL('**/auth/login')])
    expect(await first.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  })

  test('logout in one tab reaches the others, and the server', async () => {
    await first.goto('/discordia/dashboard')
    const second = await context.newPage()
    await second.goto('/discordia/dashboard')
    await second.getByRole('tab', { name: 'Groups' }).waitFor()
    await first.evaluate(() => {
      localStorage.setItem('recent_searches', '["dice"]')
      localStorage.setItem('invite_link', `${Date.now()} secret`)
      localStorage.setItem('theme', 'dark')
    })
    const token = await first.evaluate(() => localStorage.getItem('access_token'))
    const ended = first.waitForResponse('**/api/users/logout/')
    await first.getByRole('link', { name: 'Logout' }).click()
    await Promise.all([first.waitForURL('**/auth/login'), second.waitForURL('**/auth/login')])
    const left = await first.evaluate(() => Object.keys(localStorage).toSorted())
    const settings = [
      'formatting',
      'own_terms',
      'passkeys',
      'selectedLanguage',
      'selectedLanguage2',
    ]
    expect(left.filter((key) => !settings.includes(key))).toEqual(['theme'])
    expect((await ended).status()).toBe(200)
    const headers = { Authorization: `Bearer ${token}` }
    const profile = await context.request.get('/api/users/profile/', { headers })
    expect(profile.status()).toBe(401)
  })
})

import { holdBack } from '#test/helpers/browser/apiEdge.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { enterAs } from '#test/helpers/browser/enterAs.ts'

describe('routes, menu and footer, sentence by sentence', () => {
  const built = builtSite()
  const menu = () => built.page.getByRole('navigation', { name: 'Main' })
  const as = (username: string) => enterAs(built.page, built.site, `${username}@discordia.example`)
  const open = async (path: string) => {
    await built.page.goto(path)
    await built.page.getByRole('heading', { level: 1 }).waitFor()
  }

  describe('Route prefixes and redirects (behaviour 2)', () => {
    test.each([
      ['/discordia/no-such-page', '/discordia/'],
      ['/discordia/news/1/2', '/discordia/'],
      ['/auth/no-such-page', '/auth/login'],
      ['/', '/auth/login'],
      ['/elsewhere', '/auth/login'],
    ])('%s redirects to %s', async (from, to) => {
      await open(from)
      await built.page.waitForURL(`**${to}`)
    })

    test.each([
      ['a call with a long id is', 404, `/api/notifications/unsubscribe/${'x'.repeat(5000)}`],
      ['a call with two slashes is', 404, '/api//no-such-call'],
      ['the page of a rule with a long id is', 404, `/discordia/ruleItem/${'x'.repeat(5000)}`],
      ['a page with two slashes is', 200, '/discordia//world'],
    ])('%s %d, although no file can have such a path', async (_, status, path) => {
      expect((await fetch(`${built.site.url}${path}`)).status).toBe(status)
    })

    test('the page scrolls to the top on every route change', async () => {
      await open('/discordia/rules')
      await built.settled()
      await built.page.evaluate(() => window.scrollTo(0, 400))
      await built.page.waitForFunction(() => window.scrollY > 300)
      await menu().getByRole('link', { name: 'Downloads' }).click()
      await built.page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
      await built.page.waitForFunction(() => window.scrollY === 0)
    })
  })

  describe('Route table (behaviour 2)', () => {
    test.each([
      ['/discordia/rpg-initiative', 'RPG Initiative'],
      ['/discordia/news&events/', 'News & Events'],
      ['/discordia/downloads', 'Downloads'],
      ['/discordia/rules', 'Rules'],
      ['/discordia/world', 'World'],
      ['/auth/register', 'Register'],
      ['/auth/login', 'Login'],
    ])(
      '%s is open, its entry %s is the current one, and the title names the page',
      async (path, entry) => {
        await open(path)
        const link = menu().getByRole('link', { name: entry, exact: true })
        expect(await link.getAttribute('aria-current')).toBe('page')
        expect(await link.getAttribute('href')).toBe(path)
        const heading = await built.page.getByRole('heading', { level: 1 }).textContent()
        await built.page.waitForFunction(
          (title) => document.title === title,
          `${heading} – Discordia`,
        )
      },
    )

    test('a visitor who wants the dashboard comes to the login (ruling 13)', async () => {
      await open('/discordia/dashboard')
      await built.page.waitForURL('**/auth/login')
    })
  })

  describe('Navigation bar (behaviour 2)', () => {
    const PUBLIC = ['RPG Initiative', 'News & Events', 'Downloads', 'Rules', 'World']
    const entries = async (last: string) => {
      await menu().getByRole('link', { name: last, exact: true }).waitFor()
      const texts = await menu().getByRole('link').allTextContents()
      return texts.map((text) => text.replace(/\s*\d.*$/, '').trim())
    }

    test('a visitor finds Home, the open pages, Register and Login, and nothing that is hidden', async () => {
      await open('/discordia/rules')
      expect(await entries('Login')).toEqual(['Home', ...PUBLIC, 'Register', 'Login'])
    })

    test('a member finds My Account and Logout; Home is for the logged out', async () => {
      await as('tomas')
      await open('/discordia/rules')
      expect(await entries('Logout')).toEqual([...PUBLIC, 'My Account', 'Logout'])
      await menu()
        .getByRole('link', { name: /^My Account \(\d pending invites\)$/ })
        .click()
      await built.page.waitForURL('**/discordia/dashboard')
    })

    test('pointing at an entry fetches its screen ahead of the press', async () => {
      await open('/auth/login')
      const chunk = built.page.waitForRequest(/\/assets\/rules\./)
      await menu().getByRole('link', { name: 'Rules' }).hover()
      await chunk
      expect(new URL(built.page.url()).pathname).toBe('/auth/login')
    })

    test('login and logout both go to /auth/login, the brand to /discordia/', async () => {
      await open('/discordia/rules')
      await menu().getByRole('link', { name: 'Login', exact: true }).click()
      await built.page.waitForURL('**/auth/login')
      await built.page
        .getByRole('banner')
        .getByRole('link', { name: 'Discordia', exact: true })
        .click()
      await built.page.waitForURL('**/discordia/')
    })

    test('while something is fetched the full-screen overlay says so, then it is gone', async () => {
      const letGo = await holdBack(built.page, '/rules/get')
      await built.page.goto('/discordia/rules')
      const overlay = built.page.getByRole('status', { name: 'Loading...' })
      await overlay.waitFor()
      await built.page.locator('main[aria-busy="true"]').waitFor()
      letGo()
      await overlay.waitFor({ state: 'hidden' })
      await built.settled()
    })
  })

  test('the footer: a funding notice, and two links that open the same page in a new tab (behaviour 1)', async () => {
    await open('/auth/login')
    const footer = built.page.getByRole('contentinfo')
    await footer.getByText(/public funding/).waitFor()
    const links = ['Privacy Policy', 'Disclaimer'].map((name) => footer.getByRole('link', { name }))
    const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')))
    expect(hrefs[0]).toBe('/legal.html')
    expect((await fetch(`${built.site.url}${hrefs[0]}`)).status).toBe(200)
    expect(hrefs[1]).toBe(hrefs[0])
    for (const link of links) expect(await link.getAttribute('target')).toBe('_blank')
  })
})

import { logIn } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { DEMO_PASSWORD } from '#test/helpers/browser/site.ts'

describe('the frame of the built site', () => {
  const built = builtSite({ ownContext: true })

  describe('files are files, routes are routes (ruling 16, 65)', () => {
    test.each([
      ['/discordia/', 200, 'text/html'],
      ['/discordia/news&events', 200, 'text/html'],
      ['/auth/activate-account/abc', 200, 'text/html'],
      ['/', 200, 'text/html'],
      ['/admin', 200, 'text/html'],
      ['/locales/en/translation.json', 200, 'application/json'],
      ['/locales/de/translation.json', 404, 'application/json'],
      ['/images/no-such.webp', 404, 'application/json'],
      ['/robots.txt', 200, 'text/plain'],
      ['/api/no-such-call', 404, 'application/json'],
    ])('%s answers %i as %s, compressed or not', async (path, status, type) => {
      for (const encoding of ['br', 'identity']) {
        const answer = await fetch(built.site.url + path, {
          headers: { 'accept-encoding': encoding },
        })
        const mediaType = answer.headers.get('content-type')?.split(';')[0]
        expect([encoding, answer.status, mediaType]).toEqual([encoding, status, type])
      }
    })

    test('hashed files are kept for a year, the page is asked for anew', async () => {
      const html = await fetch(`${built.site.url}/discordia/`)
      expect(html.headers.get('cache-control')).toBe('no-cache')
      const script = /\/assets\/site\.[\w.]+\.js/.exec(await html.text())?.[0]
      const asset = await fetch(built.site.url + script, { headers: { 'accept-encoding': 'br' } })
      expect(asset.headers.get('cache-control')).toContain('immutable')
      expect(asset.headers.get('content-encoding')).toBe('br')
    })
  })

  describe('languages (behaviour 1; ruling 40)', () => {
    test('a language without texts is shown in English at once, and its code never leaves two letters', async () => {
      const asked: string[] = []
      built.page.on('request', (request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/locales/')) asked.push(pathname)
      })
      await built.page.goto('/auth/login?lng=de-AT')
      await built.page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
      await built.page.goto('/auth/login?lng=..%2F..%2Fapi')
      await built.page.getByRole('heading', { level: 1, name: 'Login' }).waitFor()
      expect([...new Set(asked)].sort()).toEqual([
        '/locales/de/translation.json',
        '/locales/en/translation.json',
      ])
      expect(await built.page.evaluate(() => document.documentElement.lang)).toBe('en')
    })

    test('the chosen language is kept under both plain keys', async () => {
      await built.page.goto('/auth/login')
      await built.page.getByRole('heading', { level: 1 }).waitFor()
      const stored = await built.page.evaluate(() =>
        ['selectedLanguage', 'selectedLanguage2'].map((key) => localStorage.getItem(key)),
      )
      expect(stored).toEqual(['en', 'en'])
    })
  })

  describe('without a mouse', () => {
    const focusedName = () =>
      built.page.evaluate(
        () =>
          document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      )

    test('Tab first reaches the link to the content, which moves the focus there', async () => {
      await built.page.goto('/auth/login')
      await built.page.getByRole('heading', { level: 1 }).waitFor()
      await built.page.keyboard.press('Tab')
      expect(await focusedName()).toBe('Skip to content')
      await built.page.keyboard.press('Enter')
      await built.page.keyboard.press('Tab')
      expect(await built.page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(
        'email',
      )
    })

    test('log in, found a group, open it, ask to disband it and think better of it', async () => {
      const keys = built.page.keyboard
      await built.page.goto('/auth/login')
      await built.page.getByRole('main').getByRole('textbox', { name: 'Email' }).focus()
      await keys.type('tomas@discordia.example')
      await keys.press('Tab')
      await keys.type(DEMO_PASSWORD)
      await keys.press('Enter')
      await built.page.waitForURL('**/discordia/')
      await built.page.getByRole('link', { name: /^My Account/ }).focus()
      await keys.press('Enter')
      const groups = built.page.getByRole('tab', { name: 'Groups' })
      await groups.focus()
      await keys.press('ArrowRight')
      await built.page.getByRole('tab', { name: /^Invites/, selected: true }).waitFor()
      await keys.press('ArrowLeft')
      await built.page.getByRole('textbox', { name: 'New group name' }).focus()
      await keys.type('By Hand Alone')
      await keys.press('Enter')
      const group = built.page.getByRole('button', { name: /^By Hand Alone/ })
      // A new group opens by itself.
      await group.and(built.page.locator('[aria-expanded="true"]')).waitFor()
      await group.focus()
      const disband = built.page.getByRole('button', { name: 'Disband' })
      await disband.focus()
      await keys.press('Enter')
      const dialog = built.page.getByRole('dialog', { name: 'Disband Group' })
      await dialog.getByRole('button', { name: 'No' }).waitFor()
      await keys.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
      await built.page.waitForFunction(() => document.activeElement?.textContent === 'Disband')
    })
  })

  describe('toasts (behaviour 9)', () => {
    test('close by themselves after 5 seconds; the pointer stops the clock', async () => {
      await built.page.clock.install()
      await logIn(built.page, 'mira@discordia.example')
      const region = built.page.getByRole('region', { name: 'Site notifications' })
      const toast = region.getByRole('status')
      await toast.waitFor()
      await toast.hover()
      await built.page.clock.runFor(20_000)
      expect(await toast.count()).toBe(1)
      await built.page.mouse.move(5, 600)
      await built.page.clock.runFor(5500)
      await toast.waitFor({ state: 'detached' })
    })

    test.each([1280, 360])(
      'the welcome stands top-right and leaves the menu free at %i px',
      async (width) => {
        await built.page.setViewportSize({ width, height: 800 })
        await logIn(built.page, 'mira@discordia.example')
        const toast = built.page
          .getByRole('region', { name: 'Site notifications' })
          .getByRole('status')
        await toast.hover()
        const card = await toast.boundingBox()
        const header = await built.page.getByRole('banner').boundingBox()
        expect(card?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? Infinity))
        expect((card?.x ?? 0) + (card?.width ?? 0)).toBeGreaterThan(width - 40)
      },
    )

    test('a click dismisses one', async () => {
      await logIn(built.page, 'mira@discordia.example')
      const toast = built.page
        .getByRole('region', { name: 'Site notifications' })
        .getByRole('status')
      await toast.click()
      await toast.waitFor({ state: 'detached' })
    })
  })

  describe('faults', () => {
    test('an API that answers nonsense leaves a page that can try again', async () => {
      await logIn(built.page, 'mira@discordia.example')
      await built.page.route('**/api/rpggroups/list', (route) =>
        route.fulfill({ contentType: 'application/json', body: '[{"id": 1, "na' }),
      )
      await built.page.goto('/discordia/dashboard')
      await built.page.getByRole('main').getByRole('alert').waitFor()
      await built.page.unroute('**/api/rpggroups/list')
      await built.page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
      await built.page.getByRole('button', { name: /^The Orchard Jury/ }).waitFor()
    })

    test('a screen whose script cannot be fetched leaves header and menu standing', async () => {
      await built.page.goto('/auth/login')
      await built.page.getByRole('heading', { level: 1 }).waitFor()
      await built.page.route('**/assets/register*', (route) => route.abort())
      await built.page.getByRole('navigation').getByRole('link', { name: 'Register' }).click()
      await built.page.getByRole('button', { name: 'Load the page again' }).waitFor()
      await built.page.getByRole('navigation', { name: 'Main' }).waitFor()
      await built.page.unroute('**/assets/register*')
      await built.page.getByRole('button', { name: 'Load the page again' }).click()
      await built.page.getByRole('heading', { level: 1, name: 'Register' }).waitFor()
      built.visitor.complaints.length = 0
    })
  })
})

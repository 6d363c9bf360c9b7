import type { Page } from 'playwright-core'
import { logIn } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

const COOKIE = 'Discordia-consent-cookie'
/** behaviour 9. */
const DAYS = 750

describe('cookie consent', () => {
  const built = builtSite()
  const banner = () => built.page.getByRole('region', { name: 'Cookie consent', exact: true })
  const accept = () => banner().getByRole('button', { name: 'Accept', exact: true })
  const heading = () => built.page.getByRole('heading', { level: 1 })
  const stored = async () =>
    (await built.visitor.context.cookies()).find(({ name }) => name === COOKIE)

  const expectAtBottom = async (page: Page) => {
    const box = await banner().boundingBox()
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(page.viewportSize()?.height)
  }

  describe('A cookie-consent banner is shown on every page (behaviour 1), at the bottom (behaviour 2)', () => {
    test('of the site and below /auth', async () => {
      for (const path of [
        '/discordia/',
        '/discordia/rpg-initiative',
        '/discordia/news&events/',
        '/discordia/news/1',
        '/discordia/downloads',
        '/discordia/rules',
        '/discordia/ruleItem/1',
        '/discordia/world',
        '/auth/login',
        '/auth/register',
        '/auth/forgot-password',
        '/auth/verified-change-password/no-such-link',
        '/auth/activate-account/no-such-link',
      ]) {
        await built.page.goto(path)
        await heading().first().waitFor()
        expect([path, await accept().isVisible()]).toEqual([path, true])
        await expectAtBottom(built.page)
      }
    })

    test('of members too, and it stays at the bottom while the page scrolls', async () => {
      await logIn(built.page, 'mira@discordia.example')
      await built.page.goto('/discordia/dashboard')
      await heading().waitFor()
      await accept().waitFor()
      await built.page.goto('/discordia/')
      await built.page.getByRole('article').first().waitFor()
      await built.page.getByRole('region', { name: 'World introduction' }).scrollIntoViewIfNeeded()
      expect(await built.page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
      await expectAtBottom(built.page)
    })
  })

  describe('The banner is visible until a consent cookie exists (behaviour 4)', () => {
    test('until then it comes back, on the next page and after a reload', async () => {
      await built.page.goto('/discordia/downloads')
      await accept().waitFor()
      await built.page.getByRole('link', { name: 'Rules', exact: true }).click()
      await built.page.getByRole('heading', { level: 1, name: 'Rules', exact: true }).waitFor()
      await accept().waitFor()
      await built.page.reload()
      await accept().waitFor()
      expect(await stored()).toBeUndefined()
    })

    test('accepting stores the consent cookie; the banner goes and stays away', async () => {
      await built.page.goto('/discordia/downloads')
      await accept().click()
      await banner().waitFor({ state: 'detached' })
      expect(await stored()).toMatchObject({ name: COOKIE, path: '/', sameSite: 'Lax' })
      for (const path of ['/discordia/downloads', '/auth/login', '/discordia/']) {
        await built.page.goto(path)
        await heading().waitFor()
        await built.settled()
        expect([path, await banner().count()]).toEqual([path, 0])
      }
      await built.visitor.context.clearCookies()
      await built.page.reload()
      await accept().waitFor()
    })

    test('whoever comes with the cookie never sees the banner', async () => {
      await built.visitor.context.addCookies([{ name: COOKIE, value: 'true', url: built.site.url }])
      await built.page.goto('/discordia/')
      await built.page.getByRole('article').first().waitFor()
      expect(await banner().count()).toBe(0)
    })

    test('whoever accepted under the earlier spelling never sees it either, and has it stored anew', async () => {
      const earlier = COOKIE.toLowerCase()
      await built.visitor.context.addCookies([
        { name: earlier, value: 'true', url: built.site.url },
      ])
      await built.page.goto('/discordia/')
      await built.page.getByRole('article').first().waitFor()
      expect(await banner().count()).toBe(0)
      expect((await built.visitor.context.cookies()).map(({ name }) => name)).toEqual([COOKIE])
      const { expires } = (await stored()) ?? { expires: 0 }
      expect(expires - Date.now() / 1000).toBeGreaterThan(300 * 24 * 60 * 60)
    })

    test('a cookie of a like name is no consent', async () => {
      await built.visitor.context.addCookies([
        { name: `${COOKIE}-2`, value: 'true', url: built.site.url },
        { name: `x-${COOKIE}`, value: 'true', url: built.site.url },
      ])
      await built.page.goto('/auth/login')
      await accept().waitFor()
    })
  })

  describe('The banner covers nothing that is needed', () => {
    test('the arrow of the landing page stands above it', async () => {
      await built.page.setViewportSize({ width: 1440, height: 900 })
      await built.page.goto('/discordia/')
      await accept().waitFor()
      const arrow = built.page.getByRole('button', { name: 'Scroll to world introduction' })
      const { y = 0, height = 0 } = (await arrow.boundingBox()) ?? {}
      expect(y).toBeGreaterThan(0)
      expect(y + height).toBeLessThanOrEqual((await banner().boundingBox())?.y ?? 0)
    })

    test('what Tab reaches is scrolled to above it', async () => {
      await built.page.goto('/discordia/downloads')
      const files = built.page.getByRole('list', { name: 'Files' }).getByRole('button')
      await files.first().focus()
      const top = (await banner().boundingBox())?.y ?? 0
      for (const _file of await files.all()) {
        const foot = await built.page.evaluate(
          () => document.activeElement?.getBoundingClientRect().bottom,
        )
        expect(foot).toBeLessThanOrEqual(top)
        await built.page.keyboard.press('Tab')
      }
    })

    test('after Accept the focus is where it was before, or on the main heading', async () => {
      await built.page.goto('/auth/login')
      const email = built.page.getByRole('textbox', { name: 'Email' })
      await email.focus()
      await accept().click()
      expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
      await built.visitor.context.clearCookies()
      await built.page.goto('/discordia/downloads')
      await heading().waitFor()
      await accept().click()
      expect(await heading().evaluate((title) => title === document.activeElement)).toBe(true)
    })
  })

  describe('The consent cookie (behaviour 9; ruling 50)', () => {
    test('is written once, under the product’s name and -consent-cookie, for 750 days', async () => {
      await built.page.addInitScript(() => {
        const written: string[] = []
        Object.assign(window, { written })
        const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
        Object.defineProperty(document, 'cookie', {
          get: () => own?.get?.call(document),
          set: (text: string) => {
            written.push(text)
            own?.set?.call(document, text)
          },
        })
      })
      await built.page.goto('/discordia/')
      await accept().click()
      await banner().waitFor({ state: 'detached' })
      const written = await built.page.evaluate(
        () => (window as unknown as { written: string[] }).written,
      )
      const ours = written.filter((text) => text.startsWith(`${COOKIE}=`))
      expect(ours).toHaveLength(1)
      const maxAge = /max-age=(\d+)/i.exec(ours[0] ?? '')?.[1]
      expect(Number(maxAge)).toBe(DAYS * 24 * 60 * 60)
    })

    test('nothing but accepting is asked: one button, to be reached and pressed without a mouse', async () => {
      await built.page.goto('/auth/login')
      await accept().waitFor()
      expect(await banner().getByRole('button').count()).toBe(1)
      expect(await banner().getByRole('link').count()).toBe(0)
      await accept().press('Enter')
      await banner().waitFor({ state: 'detached' })
      expect(await stored()).toBeDefined()
    })
  })
})

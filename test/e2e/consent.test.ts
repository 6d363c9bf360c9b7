import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

const COOKIE = 'Discordia-consent-cookie'

describe('the consent banner (behaviour 1, 4, 9; ruling 50)', () => {
  const built = builtSite({ world: smallWorld })
  const banner = () => built.page.getByRole('region', { name: 'Cookie consent', exact: true })
  const accept = () => banner().getByRole('button', { name: 'Accept', exact: true })
  const heading = () => built.page.getByRole('heading', { level: 1 })
  const expectAtBottom = async () => {
    const { y = 0, height = 0 } = (await banner().boundingBox()) ?? {}
    expect(Math.round(y + height)).toBe(built.page.viewportSize()?.height)
  }

  test('is at the bottom of the window, on both frames and while the page scrolls', async () => {
    for (const path of ['/auth/login', '/discordia/rules', '/discordia/dashboard']) {
      if (path.endsWith('dashboard')) await signIn(built.page, built.server, 'Ann')
      await built.page.goto(path)
      await heading().waitFor()
      await expectAtBottom()
    }
    await built.page.goto('/discordia/')
    await built.settled()
    await built.page.getByRole('article').first().waitFor()
    await built.page.getByRole('region', { name: 'World introduction' }).scrollIntoViewIfNeeded()
    expect(await built.page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await expectAtBottom()
  })

  test('comes back until it is accepted; then a real cookie keeps it away, as an earlier spelling does', async () => {
    const stored = async () =>
      (await built.visitor.context.cookies()).filter(({ name }) => name === COOKIE)
    await built.page.goto('/discordia/downloads')
    await accept().waitFor()
    await built.page.reload()
    await accept().click()
    await banner().waitFor({ state: 'detached' })
    expect(await stored()).toMatchObject([{ path: '/', sameSite: 'Lax' }])
    await built.page.goto('/auth/login')
    await heading().waitFor()
    expect(await banner().count()).toBe(0)
    await built.visitor.context.clearCookies()
    const earlier = { name: COOKIE.toLowerCase(), value: 'true', url: built.server.url }
    await built.visitor.context.addCookies([earlier])
    await built.page.reload()
    await heading().waitFor()
    expect(await banner().count()).toBe(0)
    const [cookie] = await stored()
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 24 * 60 * 60)
  })

  test('covers neither the arrow of the landing page nor what Tab reaches', async () => {
    await built.page.goto('/discordia/')
    await accept().waitFor()
    const arrow = built.page.getByRole('button', { name: 'Scroll to world introduction' })
    const { y = 0, height = 0 } = (await arrow.boundingBox()) ?? {}
    expect(y).toBeGreaterThan(0)
    expect(y + height).toBeLessThanOrEqual((await banner().boundingBox())?.y ?? 0)

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

  test('gives the focus back to where it was, or to the main heading', async () => {
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

import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import {
  confirmOwner,
  enterSite,
  type GuardedWorld,
  logIn,
  logOut,
  openSettings,
  say,
  section,
  securityLog,
  startGuardedWorld,
  WRONG_CODE,
} from '#test/helpers/browser/ownAccount.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

describe('members guard their accounts (behaviour 12.5)', () => {
  let world: GuardedWorld
  let browser: Browser
  let visitors: Visit[]

  beforeAll(async () => {
    world = await startGuardedWorld(['Eve', 'Finn'])
    browser = await openBrowser()
  })
  beforeEach(() => {
    visitors = []
  })
  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await world?.server.stop()
  })

  /** A browser of its own. */
  const newcomer = async (size?: Parameters<typeof visit>[2]): Promise<Page> => {
    const visitor = await visit(browser, world.server, size)
    visitors.push(visitor)
    return visitor.page
  }
  const main = (page: Page) => page.getByRole('main')
  const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
  const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

  describe('two-step login', () => {
    let secret = ''
    let codes: string[] = []

    test('is set up with a picture or a key, a first code, and recovery codes that are shown once', async () => {
      const page = await newcomer()
      await signIn(page, world.server, 'Ann')
      await openSettings(page)
      const twoStep = section(page, 'Two-step login')
      await button(page, 'Set up two-step login').click()
      await confirmOwner(page)
      const picture = twoStep.getByRole('img', { name: 'QR code for your authenticator app' })
      expect((await picture.boundingBox())?.width).toBe(208)
      secret = ((await twoStep.locator('code').textContent()) ?? '').replaceAll(' ', '')
      const link = twoStep.getByRole('link', { name: 'Open the app on this device' })
      expect(await link.getAttribute('href')).toContain(`secret=${secret}`)
      await twoStep.getByRole('textbox', { name: 'Code' }).fill(await world.nextCode(secret))
      await button(page, 'Turn on').click()
      const list = twoStep.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
      await list.first().waitFor()
      codes = await list.allTextContents()
      expect(codes).toHaveLength(10)
      await button(page, 'I have kept them').click()
      await twoStep.getByText('You have 10 unused recovery codes.').waitFor()
      await openSettings(page)
      await twoStep.getByText('You have 10 unused recovery codes.').waitFor()
      expect(
        await main(page)
          .getByText(codes[0] ?? '')
          .count(),
      ).toBe(0)
    })

    test('asks for the code on the login page, where e-mail address and password stay', async () => {
      const page = await newcomer()
      await logIn(page, { email: emailOf('Ann') })
      const code = main(page).getByRole('textbox', { name: 'Code' })
      await code.waitFor()
      expect(await code.evaluate((input) => input === document.activeElement)).toBe(true)
      await code.fill(WRONG_CODE)
      await button(page, 'Login').click()
      await main(page)
        .getByText('This code is wrong, too old or used already. Please enter the next one.')
        .waitFor()
      expect(await field(page, 'Email').inputValue()).toBe(emailOf('Ann'))
      expect(await field(page, 'Password').inputValue()).toBe(PASSWORD)
      await code.fill(await world.nextCode(secret))
      await button(page, 'Login').click()
      await page.waitForURL('**/discordia/')
      await logOut(page)
    })

    test('accepts a recovery code once', async () => {
      const enterCode = async (page: Page) => {
        await logIn(page, { email: emailOf('Ann') })
        await button(page, 'Use a recovery code').click()
        await main(page)
          .getByRole('textbox', { name: 'Recovery code' })
          .fill(codes[0] ?? '')
        await button(page, 'Login').click()
      }
      const first = await newcomer()
      await enterCode(first)
      await first.waitForURL('**/discordia/')
      const second = await newcomer()
      await enterCode(second)
      await main(second).getByText('This code is wrong, too old or used already.').waitFor()
      await openSettings(first)
      await section(first, 'Two-step login')
        .getByText('You have 9 unused recovery codes.')
        .waitFor()
      const mail = await world.server.mailTo(emailOf('Ann'), /A recovery code was used/)
      expect(mail).toContain('Codes that are left: 9.')
    })

    test('is turned off by whoever has password and code, and the log says all of it', async () => {
      const page = await newcomer()
      await logIn(page, { email: emailOf('Ann') })
      await main(page)
        .getByRole('textbox', { name: 'Code' })
        .fill(await world.nextCode(secret))
      await button(page, 'Login').click()
      await page.waitForURL('**/discordia/')
      await openSettings(page)
      await button(page, 'Turn off').click()
      await say(page, 'Turn off two-step login')
      await confirmOwner(page, { code: await world.nextCode(secret) })
      await toastOn(page, 'status', 'Two-step login is off.')
      await button(page, 'Set up two-step login').waitFor()
      await logOut(page)
      await enterSite(page, 'Ann')
      expect(await securityLog(page)).toEqual(
        expect.arrayContaining([
          'Two-step login turned on',
          'Wrong code after the right password',
          'Logged in with a recovery code',
          'Logged in with a new browser',
          'Two-step login turned off',
        ]),
      )
    })
  })
})

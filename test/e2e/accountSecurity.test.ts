import type { Browser, Locator, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
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
  tabTo,
  WRONG_CODE,
} from '#test/helpers/browser/ownAccount.ts'
import { addPasskeyDevice, suggestNoPasskeys } from '#test/helpers/browser/passkeyDevice.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const NEW_PASSWORD = 'SilverPear413!'

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
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true })
  const isFocused = (target: Locator) =>
    target.and(target.page().locator(':focus')).waitFor({ timeout: 10_000 })

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
      await isFocused(section(page, 'Two-step login'))
      await logOut(page)
      await enterSite(page, 'Ann')
      expect(await securityLog(page)).toEqual(
        expect.arrayContaining([
          'Two-step login turned on',
          expect.stringMatching(/^Wrong code after the right password \(\d times\)$/),
          'Logged in with a recovery code',
          'Logged in with a new browser',
          'Two-step login turned off',
        ]),
      )
    })
  })

  test('two-step login is set up with the keyboard alone', async () => {
    const page = await newcomer()
    const keys = page.keyboard
    const go = (target: Locator) => tabTo(page, target)
    await signIn(page, world.server, 'Ben')
    await openSettings(page)
    await page.getByRole('tab', { name: 'Settings' }).focus()
    await go(button(page, 'Set up two-step login'))
    await keys.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.waitFor()
    await isFocused(dialog.getByLabel('Password', { exact: true }))
    await keys.type(PASSWORD)
    await keys.press('Enter')
    const twoStep = section(page, 'Two-step login')
    await dialog.waitFor({ state: 'detached' })
    await isFocused(twoStep.getByRole('heading', { name: 'Connect your authenticator app' }))
    const secret = (await twoStep.locator('code').textContent()) ?? ''
    await go(twoStep.getByRole('textbox', { name: 'Code' }))
    await keys.type(await world.nextCode(secret.replaceAll(' ', '')))
    await keys.press('Enter')
    await isFocused(twoStep.getByRole('heading', { name: 'Your recovery codes' }))
    await go(button(page, 'I have kept them'))
    await keys.press('Enter')
    await isFocused(twoStep)
    await twoStep.getByText('You have 10 unused recovery codes.').waitFor()
  })

  test('a passkey is added, renamed, logs in, confirms an act, and is removed', async () => {
    const page = await newcomer()
    await addPasskeyDevice(page)
    await signIn(page, world.server, 'Cleo')
    await openSettings(page)
    const passkeys = section(page, 'Passkeys')
    await passkeys.getByRole('textbox', { name: 'Name of the new passkey' }).fill('My telephone')
    await button(page, 'Add a passkey').click()
    await confirmOwner(page)
    await toastOn(page, 'status', 'The passkey was added.')
    await button(page, 'Rename My telephone').click()
    await passkeys.getByRole('textbox', { name: 'New name' }).fill('Old telephone')
    await passkeys.getByRole('button', { name: 'Save' }).click()
    await toastOn(page, 'status', 'The passkey was renamed.')
    await suggestNoPasskeys(page)
    await logOut(page)
    await button(page, 'Log in with a passkey').click()
    await page.waitForURL('**/discordia/')
    await openSettings(page)
    await passkeys.getByText(/last used/).waitFor()
    // The login page logs in at once by its suggestion: `logOut` could miss its URL.
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('**/discordia/')
    await openSettings(page)
    await button(page, 'Remove Old telephone').click()
    await say(page, 'Remove passkey')
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await toastOn(page, 'status', 'The passkey was removed.')
    await passkeys.getByText('You have no passkeys yet.').waitFor()
    expect(await securityLog(page)).toEqual(
      expect.arrayContaining(['Passkey added', 'Passkey removed']),
    )
  })

  test('every session is listed; one is ended, then all others', async () => {
    const page = await newcomer()
    await enterSite(page, 'Dora')
    const others = [await newcomer(), await newcomer()]
    for (const other of others) await enterSite(other, 'Dora')
    await openSettings(page)
    const sessions = section(page, 'Where you are logged in')
    const lines = sessions.getByRole('listitem')
    const before = await lines.count()
    await sessions.getByText(/^Chrome on Linux \(this one\)$/).waitFor()
    const end = sessions.getByRole('button', { name: 'End the session of Chrome on Linux' })
    await end.first().click()
    await toastOn(page, 'status', 'The session was ended.')
    await lines.nth(before - 1).waitFor({ state: 'detached' })
    const isIn = async (other: Page) => {
      await other.goto('/discordia/dashboard')
      const group = main(other).getByRole('button', { name: /^Owls/ })
      await heading(other, 'Login').or(group).waitFor()
      return group.isVisible()
    }
    expect((await Promise.all(others.map(isIn))).sort()).toEqual([false, true])
    await button(page, 'End all other sessions').click()
    await say(page, 'End all other sessions')
    await toastOn(page, 'status', 'All other sessions were ended.')
    await lines.nth(1).waitFor({ state: 'detached' })
    expect(await Promise.all(others.map(isIn))).toEqual([false, false])
    expect(await isIn(page)).toBe(true)
    expect(await securityLog(page)).toEqual(
      expect.arrayContaining(['A session was ended', 'All other sessions were ended']),
    )
  })

  test('the password is changed by whoever knows the old one, and the new one logs in', async () => {
    const page = await newcomer()
    await signIn(page, world.server, 'Dora')
    await openSettings(page)
    const form = page.getByRole('form', { name: 'Password' })
    await form.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await form.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD)
    await button(page, 'Change password').click()
    await confirmOwner(page)
    await toastOn(page, 'status', 'Your password was changed.')
    await logOut(page)
    await logIn(page, { email: emailOf('Dora') })
    await main(page).getByText('There is no active account with this email and password.').waitFor()
    await enterSite(page, 'Dora', NEW_PASSWORD)
    expect(await securityLog(page)).toEqual(
      expect.arrayContaining(['Password changed', 'Wrong password']),
    )
  })

  /** Where the link of a mail leads, and what it asks. */
  const openMailed = async (page: Page, recipient: string, about: RegExp) => {
    const mail = await world.server.mailTo(recipient, about)
    const address = /https?:\/\/\S+\/account\/[\w-]+\/[\w-]+/.exec(mail)?.[0]
    await page.goto(address ?? '')
  }
  const setNewPassword = async (page: Page) => {
    await page.waitForURL('**/auth/verified-change-password/**')
    await field(page, 'New Password').fill(NEW_PASSWORD)
    await field(page, 'Confirm New Password').fill(NEW_PASSWORD)
    await button(page, 'Change Password').click()
    await page.waitForURL('**/auth/login')
  }

  test('another e-mail address confirms itself by a mail, and the former one can undo it', async () => {
    const [page, mailbox] = [await newcomer(), await newcomer()]
    const newEmail = 'eve@elsewhere.example'
    await signIn(page, world.server, 'Eve')
    await openSettings(page)
    const email = section(page, 'E-mail address')
    await email.getByRole('textbox', { name: 'New e-mail address' }).fill(newEmail)
    await button(page, 'Change e-mail address').click()
    await confirmOwner(page)
    await email.getByText(`A link was mailed to ${newEmail}.`).waitFor()
    await isFocused(email)
    await openMailed(mailbox, newEmail, /Confirm your new e-mail address/)
    await heading(mailbox, 'Use this e-mail address?').waitFor()
    await openSettings(page)
    await email.getByText(`You log in with ${emailOf('Eve')}.`).waitFor()
    await mailbox.getByRole('button', { name: 'Confirm this address' }).click()
    await heading(mailbox, 'Your e-mail address is changed').waitFor()
    await openSettings(page)
    await email.getByText(`You log in with ${newEmail}.`).waitFor()

    await openMailed(mailbox, emailOf('Eve'), /account has another e-mail address now/)
    await heading(mailbox, 'Bring the former e-mail address back?').waitFor()
    await mailbox.getByRole('button', { name: 'Undo the change' }).click()
    await setNewPassword(mailbox)
    await page.goto('/discordia/dashboard')
    await heading(page, 'Login').waitFor()
    await enterSite(mailbox, 'Eve', NEW_PASSWORD)
    expect(await securityLog(mailbox)).toEqual(
      expect.arrayContaining([
        'Change of the e-mail address requested',
        'E-mail address changed',
        'Change of the e-mail address undone',
        'New password set by a mailed link',
      ]),
    )
  })

  test('"That was not me" in a mail ends every session and leads to a new password', async () => {
    const [thief, mailbox] = [await newcomer(), await newcomer()]
    await signIn(mailbox, world.server, 'Finn')
    await enterSite(thief, 'Finn')
    await openMailed(mailbox, emailOf('Finn'), /A new browser logged in/)
    await heading(mailbox, 'Was that not you?').waitFor()
    await thief.goto('/discordia/dashboard')
    await thief.getByRole('tab', { name: 'Groups' }).waitFor()
    await mailbox.getByRole('button', { name: 'That was not me' }).click()
    await setNewPassword(mailbox)
    await thief.goto('/discordia/dashboard')
    await heading(thief, 'Login').waitFor()
    await openMailed(mailbox, emailOf('Finn'), /A new browser logged in/)
    await mailbox.getByRole('button', { name: 'That was not me' }).click()
    await heading(mailbox, 'This link works no more').waitFor()
    await enterSite(mailbox, 'Finn', NEW_PASSWORD)
    expect(await securityLog(mailbox)).toEqual(
      expect.arrayContaining(['Logged in with a new browser', 'Reported: that was not me']),
    )
  })

  test('axe finds nothing on any of it, and on a small screen a thumb reaches every control', async () => {
    const found: string[] = []
    const look = async (page: Page, what: string) => {
      const isSmall = page.viewportSize()?.width === SMALL.width
      const findings = [...(await axeFindings(page)), ...(isSmall ? await thumbFindings(page) : [])]
      found.push(...findings.map((finding) => `${what}: ${finding}`))
    }
    const page = await newcomer(SMALL)
    await addPasskeyDevice(page)
    await signIn(page, world.server, 'Cleo')
    await openSettings(page)
    await field(page, 'Name of the new passkey').fill(
      'The telephone with the long name of its maker',
    )
    await button(page, 'Add a passkey').click()
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor()
    found.push(...(await axeFindings(page)))
    await confirmOwner(page)
    await toastOn(page, 'status', 'The passkey was added.')
    await button(page, 'Set up two-step login').click()
    const secret = (await section(page, 'Two-step login').locator('code').textContent()) ?? ''
    await look(page, 'set-up')
    await field(page, 'Code').fill(await world.nextCode(secret.replaceAll(' ', '')))
    await button(page, 'Turn on').click()
    await button(page, 'I have kept them').waitFor()
    await look(page, 'recovery codes')
    await button(page, 'I have kept them').click()
    const other = await newcomer(SMALL)
    await logIn(other, { email: emailOf('Cleo') })
    await field(other, 'Code').waitFor()
    await look(other, 'login')
    await field(other, 'Code').fill(await world.nextCode(secret.replaceAll(' ', '')))
    await button(other, 'Login').click()
    await other.waitForURL('**/discordia/')
    await openSettings(page)
    await look(page, 'settings')
    await page.setViewportSize({ width: 1440, height: 900 })
    await look(page, 'wide settings')
    expect(found).toEqual([])
  })
})

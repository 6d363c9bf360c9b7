import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { logInAtDesk, menu, open } from '#test/helpers/browser/desk.ts'
import { mailedCode } from '#test/helpers/browser/mailedCode.ts'
import {
  confirmOwner,
  enterSite,
  type GuardedWorld,
  logIn,
  openSettings,
  securityLog,
  startGuardedWorld,
  WRONG_CODE,
} from '#test/helpers/browser/ownAccount.ts'
import { addPasskeyDevice } from '#test/helpers/browser/passkeyDevice.ts'
import { emailOf } from '#test/helpers/browser/signIn.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { toastOn } from '#test/helpers/browser/toast.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

/* How staff prove who they are at the desk. One story; each test goes on from the one before. */

describe('the desk needs a second step (behaviour 12.5)', () => {
  let world: GuardedWorld
  let browser: Browser
  let sue: Visit
  let sam: Visit
  let page: Page
  let secret = ''

  beforeAll(async () => {
    world = await startGuardedWorld()
    browser = await openBrowser()
    sue = await visit(browser, world.server, { width: 360, height: 780 })
    sam = await visit(browser, { url: world.server.deskUrl })
    page = sue.page
    await addPasskeyDevice(page)
  })
  afterEach(() => expect([...sue.complaints, ...sam.complaints]).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await world?.server.stop()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const code = () => page.getByLabel('Code', { exact: true })
  const codeOfLogin = () => page.getByLabel('Code of your authenticator app, or a recovery code')
  const goToDesk = () => page.goto(world.server.deskUrl)
  const fillLogin = async () => {
    await page.getByLabel('Email', { exact: true }).fill(emailOf('Sue'))
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Log in').click()
  }
  const inside = () => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  const logOut = async () => {
    // Its name on a small screen.
    await button('Profile').click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('heading', { level: 1, name: 'Staff desk' }).waitFor()
  }
  const alert = (words: RegExp) => page.getByRole('alert').filter({ hasText: words }).waitFor()

  test('the first login leads through its set-up, also after the page is loaded again', async () => {
    await goToDesk()
    await fillLogin()
    const first = page.getByRole('heading', { name: 'Check your email' })
    await first.and(page.locator(':focus')).waitFor()
    await mailedCode(world.server, 'Sue')
    await page.reload()
    await first.waitFor()
    await button('Use another account').click()
    await fillLogin()
    await first.waitFor()
    expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
    await page.getByLabel('Code from the email').fill('1234')
    await button('Continue').click()
    await alert(/^This isn’t the code from the latest email/)
    await mailedCode(world.server, 'Sue')
    await button('Send a new code').click()
    await page.getByText(/^A new code is on its way/).waitFor()
    await page.getByLabel('Code from the email').fill(await mailedCode(world.server, 'Sue'))
    await button('Continue').click()
    const heading = page.getByRole('heading', { name: 'Set up your second step' })
    await heading.and(page.locator(':focus')).waitFor()
    await page.reload()
    await heading.waitFor()
    const picture = page.getByRole('img', { name: 'QR code for the authenticator app' })
    await picture.waitFor()
    expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
    secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await code().fill(WRONG_CODE)
    await button('Turn on two-step login').click()
    await alert(/^This code is wrong/)
    await code().fill(await world.nextCode(secret))
    await button('Turn on two-step login').click()
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await codes.first().waitFor()
    expect(await codes.count()).toBe(10)
    expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
    await button('I have kept them').click()
    await inside()
  })

  test('the next login asks for a code in place, and keeps what was typed', async () => {
    await logOut()
    await fillLogin()
    await codeOfLogin().and(page.locator(':focus')).waitFor()
    await codeOfLogin().fill(WRONG_CODE)
    await button('Log in').click()
    await alert(/^This code is wrong/)
    expect(await page.getByLabel('Email').inputValue()).toBe(emailOf('Sue'))
    expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD)
    await codeOfLogin().fill(await world.nextCode(secret))
    await button('Log in').click()
    await inside()
    await logOut()
  })

  test('a passkey that was added on the site logs in at the desk', async () => {
    await logIn(page, { email: emailOf('Sue') })
    await code().fill(await world.nextCode(secret))
    await button('Login').click()
    await page.waitForURL('**/discordia/')
    await openSettings(page)
    await page.getByLabel('Name of the new passkey').fill('Telephone')
    await button('Add a passkey').click()
    await confirmOwner(page, { code: await world.nextCode(secret) })
    await toastOn(page, 'status', 'The passkey was added.')
    await goToDesk()
    await button('Log in with a passkey').click()
    await inside()
  })

  test('a superuser takes the second step of a member away; the log and a mail say it', async () => {
    const desk = sam.page
    await desk.goto('/')
    await logInAtDesk(desk, 'Sam')
    await menu(desk).waitFor()
    await open(desk, 'Members')
    await desk.getByRole('link', { name: 'Sue' }).first().click()
    const reset = desk.getByRole('button', { name: 'Reset two-step login' })
    await reset.click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Reset two-step login' }).click()
    await desk.getByText('Two-step login and passkeys are removed').waitFor()
    await reset.waitFor({ state: 'detached' })
    await open(desk, 'Audit log')
    for (const words of [
      'Sam removed the second step of “Sue”',
      'Sue logged in with a passkey',
      'Sue turned on a second step',
      'Sue began to set up a second step',
    ])
      await desk.getByRole('link', { name: words }).first().waitFor()
    await world.server.mailTo(emailOf('Sue'), /has removed two-step login and the passkeys/)
  })

  test('then the desk asks for a login, refuses the passkey, and leads through the set-up again', async () => {
    await page.reload()
    await button('Log in with a passkey').click()
    await alert(/^This passkey was not accepted/)
    await fillLogin()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  })

  test('the member reads of it in the settings', async () => {
    const own = await visit(browser, world.server)
    await enterSite(own.page, 'Sue')
    expect(await securityLog(own.page)).toEqual(
      expect.arrayContaining([
        'Two-step login removed by the team',
        expect.stringMatching(/^Logged in to the staff desk \(\d times\)$/),
        'Passkey added',
      ]),
    )
    expect(own.complaints).toEqual([])
    await own.close()
  })
})

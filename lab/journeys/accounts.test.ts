import type { Locator, Page } from 'playwright-core'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { bytesOf } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { mailedCode } from '../../test/helpers/browser/mailedCode.ts'
import {
  confirmOwner,
  fillLogin,
  guardedWorld,
  logIn,
  logOut,
  openSettings,
  say,
  section,
  tabTo,
  WRONG_CODE,
} from '../../test/helpers/browser/ownAccount.ts'
import { addPasskeyDevice, suggestNoPasskeys } from '../../test/helpers/browser/passkeyDevice.ts'
import { emailOf, signIn } from '../../test/helpers/browser/signIn.ts'
import { thumbFindings } from '../../test/helpers/browser/thumbs.ts'
import { toastOn } from '../../test/helpers/browser/toast.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { unzipped } from '../../test/helpers/server/unzipped.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

const guarded = guardedWorld()
const built = builtSite({ world: guarded.world, host: 'localhost' })

const main = (page: Page) => page.getByRole('main')
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true })
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const isFocused = (target: Locator) =>
  target.and(target.page().locator(':focus')).waitFor({ timeout: 10_000 })
async function expectClean(page: Page): Promise<void> {
  expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
}
/** The visitor's page in the size of a phone. */
async function smallPage(): Promise<Page> {
  await built.page.setViewportSize(SMALL)
  return built.page
}
/** The secret that a page shows as text, for an authenticator app. */
const secretOn = async (page: Page) =>
  ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')

describe('members guard their accounts (behaviour 12.5)', () => {
  test('two-step login is set up with the keyboard alone, asks for its code, and is turned off', async () => {
    const page = await smallPage()
    const keys = page.keyboard
    await signIn(page, built.server, 'Ann')
    await openSettings(page)
    await page.getByRole('tab', { name: 'Settings' }).focus()
    await tabTo(page, button(page, 'Two-step login'))
    await keys.press('Enter')
    await tabTo(page, button(page, 'Set up two-step login'))
    await keys.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.waitFor()
    await isFocused(dialog.getByLabel('Password', { exact: true }))
    await keys.type(PASSWORD)
    await keys.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    const twoStep = section(page, 'Two-step login')
    await isFocused(twoStep.getByRole('heading', { name: 'Connect your authenticator app' }))
    const picture = twoStep.getByRole('img', { name: 'QR code for your authenticator app' })
    expect((await picture.boundingBox())?.width).toBe(208)
    await expectClean(page)
    const secret = await secretOn(page)
    await tabTo(page, twoStep.getByRole('textbox', { name: 'Code' }))
    await keys.type(await guarded.nextCode(secret))
    await keys.press('Enter')
    await isFocused(twoStep.getByRole('heading', { name: 'Your recovery codes' }))
    await expectClean(page)
    await tabTo(page, button(page, 'I’ve saved them'))
    await keys.press('Enter')
    await isFocused(twoStep)
    await twoStep.getByText('You have 10 unused recovery codes.').waitFor()

    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await logOut(page)
    await fillLogin(page, { email: emailOf('Ann') })
    const code = main(page).getByRole('textbox', { name: 'Code' })
    await isFocused(code)
    await expectClean(page)
    await code.fill(WRONG_CODE)
    await button(page, 'Login').click()
    await main(page)
      .getByText('This code is wrong, expired or used. Please enter the next one.')
      .waitFor()
    expect(await field(page, 'Email').inputValue()).toBe(emailOf('Ann'))
    expect(await field(page, 'Password').inputValue()).toBe(PASSWORD)
    await code.fill(await guarded.nextCode(secret))
    await button(page, 'Login').click()
    await page.waitForURL('**/discordia/')

    await openSettings(page, 'two-step')
    await button(page, 'Turn off').click()
    await say(page, 'Turn off two-step login')
    await confirmOwner(page, { code: await guarded.nextCode(secret) })
    await toastOn(page, 'status', 'Two-step login is off.')
    await button(page, 'Set up two-step login').waitFor()
    await isFocused(twoStep)
  })

  test('a passkey is added, renamed, logs in, confirms an act, and is removed', async () => {
    const { page } = built
    await addPasskeyDevice(page)
    await signIn(page, built.server, 'Cleo')
    await openSettings(page, 'passkeys')
    const passkeys = section(page, 'Passkeys')
    await passkeys.getByRole('textbox', { name: 'Name of the new passkey' }).fill('My telephone')
    await button(page, 'Add a passkey').click()
    await confirmOwner(page)
    await toastOn(page, 'status', 'Passkey added.')
    const name = 'The telephone with the long name of its maker'
    await button(page, 'Rename My telephone').click()
    await passkeys.getByRole('textbox', { name: 'New name' }).fill(name)
    await passkeys.getByRole('button', { name: 'Save' }).click()
    await toastOn(page, 'status', 'Passkey renamed.')
    await suggestNoPasskeys(page)
    await logOut(page)
    await button(page, 'Log in with a passkey').click()
    await page.waitForURL('**/discordia/')
    await page.setViewportSize(SMALL)
    await openSettings(page, 'passkeys')
    await passkeys.getByText(/last used/).waitFor()
    await expectClean(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    // The suggestion of the login page logs in at once, so that `logOut` could miss its URL.
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('**/discordia/')
    await openSettings(page, 'passkeys')
    await button(page, `Remove ${name}`).click()
    await say(page, 'Remove passkey')
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await dialog.getByRole('button', { name: 'Use a passkey' }).click()
    await toastOn(page, 'status', 'Passkey removed.')
    await passkeys.getByText('You have no passkeys yet.').waitFor()
  })

  test('the desk needs a second step, and knows the passkey of the site', async () => {
    const page = await smallPage()
    await addPasskeyDevice(page)
    const deskCode = page.getByLabel('Code from your authenticator app, or a recovery code')
    const inside = () => page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const fillDeskLogin = async () => {
      await page.getByLabel('Email', { exact: true }).fill(emailOf('Sue'))
      await page.getByLabel('Password').fill(PASSWORD)
      await press('Log in')
    }
    await page.goto(built.server.deskUrl)
    await fillDeskLogin()
    const mailed = page.getByRole('heading', { name: 'Check your email' })
    await isFocused(mailed)
    await page.reload()
    await mailed.waitFor()
    await expectClean(page)
    await page.getByLabel('Code from the email').fill(await mailedCode(built.server, 'Sue'))
    await press('Continue')
    const setUp = page.getByRole('heading', { name: 'Set up two-step login' })
    await isFocused(setUp)
    await page.reload()
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    await expectClean(page)
    const secret = await secretOn(page)
    await page.getByLabel('Code', { exact: true }).fill(await guarded.nextCode(secret))
    await press('Turn on two-step login')
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    await expectClean(page)
    await press('I’ve saved them')
    await inside()

    // The name of the menu on a small screen.
    await press('Profile')
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Staff desk' }).waitFor()
    await fillDeskLogin()
    await isFocused(deskCode)
    await deskCode.fill(await guarded.nextCode(secret))
    await press('Log in')
    await inside()

    await logIn(page, { email: emailOf('Sue') })
    await field(page, 'Code').fill(await guarded.nextCode(secret))
    await press('Login')
    await page.waitForURL('**/discordia/')
    await openSettings(page, 'passkeys')
    await page.getByLabel('Name of the new passkey').fill('Telephone')
    await press('Add a passkey')
    await confirmOwner(page, { code: await guarded.nextCode(secret) })
    await toastOn(page, 'status', 'Passkey added.')
    await page.context().clearCookies()
    await page.goto(built.server.deskUrl)
    await press('Log in with a passkey')
    await inside()
  })
})

describe('members have their data (behaviour 12.6)', () => {
  test('an archive is made in the background, downloaded after a confirmation, and read without a connection', async () => {
    const { page } = built
    await signIn(page, built.server, 'Ben')
    await openSettings(page, 'data')
    await button(page, 'Request your data').click()
    await toastOn(page, 'status', 'We’re preparing your archive.')
    const mail = await built.server.mailTo(emailOf('Ben'), /Your data is ready/)
    const place = /https?:\/\/\S+section=data\S+/.exec(mail)?.[0]
    await page.goto(place ?? '')
    await isFocused(button(page, 'Download your data'))
    await page.getByText(/Your archive is ready \(\d+ kB\)/).waitFor()
    const started = page.waitForEvent('download')
    await button(page, 'Download').click()
    await confirmOwner(page)
    const download = await started
    expect(download.suggestedFilename()).toBe('discordia-my-data.zip')
    const files = await unzipped(await bytesOf(download))
    const again = await page.goto(download.url()).catch(() => null)
    expect(again?.status()).toBe(404)

    const reader = await page.context().newPage()
    await reader.setViewportSize(SMALL)
    await reader.setContent(files.get('index.html')?.toString() ?? '')
    await reader.getByRole('heading', { name: 'Your data at Discordia' }).waitFor()
    await reader.getByRole('heading', { name: 'Groups', exact: true }).waitFor()
    expect(await reader.locator('script, link, img').count()).toBe(0)
    const excess = () => document.documentElement.scrollWidth - window.innerWidth
    expect(await reader.evaluate(excess)).toBeLessThanOrEqual(0)
  })
})

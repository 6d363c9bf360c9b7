import type { Browser, Page } from 'playwright-core'
import { logIn, openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { type Site, startSite } from '#test/helpers/browser/site.ts'

/*
 * From a stranger to a successor: register, activate by the mailed link, found a group, invite, accept, reject
 * with a mute, leave to a successor. One story; each step stands on the one before.
 */

const EMAIL = 'newcomer@example.org'
const PASSWORD = 'Sundering!412'
const PAGES = '**/discordia/dashboard'

describe('a newcomer’s story', () => {
  let site: Site
  let browser: Browser
  let newcomer: Visit
  let tomas: Visit
  let activation: string

  beforeAll(async () => {
    site = await startSite()
    browser = await openBrowser()
    newcomer = await visit(browser, site)
    tomas = await visit(browser, site)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })

  /** Reads a toast and clicks it away, so that the next one with the same text is another one. */
  const toast = async (page: Page, text: string) => {
    const card = page.getByRole('region', { name: 'Notifications', exact: true }).getByText(text)
    await card.click()
    await card.waitFor({ state: 'detached' })
  }
  const openDashboard = async (page: Page) => {
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /My Account/ })
      .click()
    await page.waitForURL(PAGES)
  }
  const invite = async (page: Page, username: string) => {
    await page.getByRole('textbox', { name: 'Invite new member' }).fill(username)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
  }
  const openGroup = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

  test('registers and is told that a link is on its way', async () => {
    const { page } = newcomer
    await page.goto('/auth/register')
    const main = page.getByRole('main')
    await main.getByRole('textbox', { name: 'Email' }).fill(EMAIL)
    await main.getByRole('textbox', { name: 'Username' }).fill('Newcomer')
    await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await main.getByRole('button', { name: 'Register' }).click()
    await main.getByRole('status').getByText(EMAIL).waitFor()
    const mail = await site.mailTo(EMAIL, /activate-account/)
    activation = /\/auth\/activate-account\/[\w-]+/.exec(mail)?.[0] ?? ''
    expect(activation).not.toBe('')
  })

  test('cannot log in before the activation', async () => {
    const { page } = newcomer
    await page.goto('/auth/login')
    await page.getByRole('main').getByRole('textbox', { name: 'Email' }).fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
  })

  test('activates by the mailed link: once activated, then already used', async () => {
    const { page } = newcomer
    await page.goto(activation)
    await page.getByRole('heading', { level: 1, name: 'Account activated' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Account already activated' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  })

  test('logs in, is welcomed, and founds a group', async () => {
    const { page } = newcomer
    await logIn(page, EMAIL, PASSWORD)
    await page.getByRole('region', { name: 'Site notifications' }).getByRole('status').waitFor()
    await openDashboard(page)
    await page.getByText('You currently have no groups.').waitFor()
    await page.getByRole('textbox', { name: 'New group name' }).fill('The Late Arrivals')
    await page.getByRole('button', { name: 'Create group' }).click()
    await toast(page, "Group with the name 'The Late Arrivals' created!")
    await page
      .getByRole('button', { name: /^The Late Arrivals \(1 member\)/, expanded: true })
      .waitFor()
  })

  test('invites a demo player, who accepts', async () => {
    await invite(newcomer.page, 'tomas')
    await toast(newcomer.page, "Successfully invited 'tomas' to the group!")

    const { page } = tomas
    await logIn(page, 'tomas@discordia.example')
    await openDashboard(page)
    await page.getByRole('tab', { name: /^Invites/ }).click()
    const card = page.getByRole('article', { name: 'The Late Arrivals' })
    await card.getByRole('button', { name: 'Accept' }).click()
    await toast(page, "You joined 'The Late Arrivals'!")
    await page.getByRole('tab', { name: 'Groups' }).click()
    await openGroup(page, /^The Late Arrivals \(2 members\)/)
  })

  test('is muted for two weeks by a rejecting player: the next invite is refused', async () => {
    const { page } = newcomer
    await page.getByRole('textbox', { name: 'New group name' }).fill('Second Thoughts')
    await page.getByRole('button', { name: 'Create group' }).click()
    await toast(page, "Group with the name 'Second Thoughts' created!")
    await openGroup(page, /^The Late Arrivals/)
    await page
      .getByRole('button', { name: /^Second Thoughts \(1 member\)/, expanded: true })
      .waitFor()
    await invite(page, 'tomas')
    await toast(page, "Successfully invited 'tomas' to the group!")

    const other = tomas.page
    await other.reload()
    await other.getByRole('tab', { name: /^Invites/ }).click()
    const card = other.getByRole('article', { name: 'Second Thoughts' })
    await card.getByRole('button', { name: /^Mute/ }).click()
    await other.getByRole('option', { name: 'Mute 2 weeks' }).click()
    await card.getByRole('button', { name: 'Reject' }).click()
    await toast(other, "You successfully rejected the invite to 'Second Thoughts'.")
    await other.getByRole('button', { name: 'Muted Users' }).click()
    await other
      .getByRole('listitem')
      .filter({ hasText: 'Newcomer' })
      .getByText(/14 days/)
      .waitFor()

    await page.reload()
    await openGroup(page, /^Second Thoughts \(1 member\)/)
    const refused = page.waitForResponse((answer) => answer.url().includes('/rpggroups/invite/'))
    await invite(page, 'tomas')
    expect((await refused).status()).toBe(423)
    await toast(page, 'User has an active mute on you, please try again later.')
  })

  test('leaves to a successor, who then owns the group', async () => {
    const { page } = newcomer
    await page.reload()
    await openGroup(page, /^The Late Arrivals \(2 members\)/)
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave Group' })
    expect(await dialog.getByRole('button', { name: 'Confirm' }).isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: /^New owner/ }).click()
    await page.getByRole('option', { name: 'tomas' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await toast(page, "You left the group 'The Late Arrivals'.")

    const other = tomas.page
    await other.goto('/discordia/dashboard')
    await openGroup(other, /^The Late Arrivals \(1 member\)/)
    await other.getByRole('button', { name: 'Disband' }).waitFor()
    expect(await other.getByRole('button', { name: 'Leave', exact: true }).isDisabled()).toBe(true)
  })

  test('nothing complained in the console on the way', () => {
    expect([...newcomer.complaints, ...tomas.complaints]).toEqual([])
  })
})

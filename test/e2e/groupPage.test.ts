import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { addMembers } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const WIDE = { width: 1440, height: 900 }

const world = async (server: DeskServer): Promise<void> => {
  await addMembers(server)
}

describe('the page of a group and its invite links (behaviour 12.9)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitors: Visit[]

  beforeAll(async () => {
    server = await startWorld(world)
    browser = await openBrowser()
    visitors = []
  })
  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([])
    visitors = []
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const newcomer = async (size = {}): Promise<Page> => {
    const visitor = await visit(browser, { url: server.url }, size)
    visitors.push(visitor)
    return visitor.page
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  async function expectClean(page: Page): Promise<void> {
    // Below the header that sticks to the window no target is large enough.
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeFindings(page)).toEqual([])
    expect(await thumbFindings(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  }

  test('the owner writes the page and makes a link; a visitor with it logs in, is invited and joins', async () => {
    const ann = await newcomer(WIDE)
    await signIn(ann, server, 'Ann')
    await ann.goto('/discordia/dashboard')
    await box(ann, 'New group name').fill('Owls')
    await box(ann, 'New group name').press('Enter')
    await button(ann, 'Edit the page of this group').click()
    await expectClean(ann)
    await box(ann, 'What this group is about').fill('We fly by night.')
    await box(ann, 'Address of the place where you talk').fill('https://talk.example/owls')
    await button(ann, 'Save the page').click()
    await ann.getByText('We fly by night.').waitFor()
    await button(ann, 'Invite links').click()
    await button(ann, 'Make a link').click()
    await ann.getByRole('img', { name: 'QR code of the link' }).waitFor()
    await expectClean(ann)
    const url = (await ann.getByText(/#invite=[\w-]{43}$/).textContent()) ?? ''
    await button(ann, 'Done').click()

    const ben = await newcomer(SMALL)
    await ben.goto(url.slice(url.indexOf('/discordia')))
    await ben.getByText(/You've been invited to “Owls” by Ann/).waitFor()
    await expectClean(ben)
    await box(ben, 'Email').fill(emailOf('Ben'))
    await ben.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await ben.getByRole('main').getByRole('button', { name: 'Login' }).press('Enter')
    await ben.getByText('Ann invites you to “Owls”.').waitFor()
    // The title has the focus and shows its tooltip.
    await ben.getByRole('tab', { name: /Invites/ }).focus()
    await expectClean(ben)
    await button(ben, 'Get the invite').press('Enter')
    await ben.getByText('You are invited to “Owls”. Accept or reject the invite below.').waitFor()
    expect(ben.url()).toMatch(/\/discordia\/dashboard\?tab=invites$/)
    await expectClean(ben)
    await ben
      .getByRole('article', { name: 'Owls' })
      .getByRole('button', { name: /Accept/ })
      .click()
    await ben.getByRole('status', { name: 'Your invite link' }).waitFor({ state: 'detached' })
    await ben.getByRole('tab', { name: 'Groups' }).click()
    await button(ben, /Owls/).click()
    await ben.getByText('We fly by night.').waitFor()
    await button(ben, 'Log').click()
    await ben.getByText('Ben joined.').waitFor()
    await expectClean(ben)

    await ann.reload()
    await button(ann, /Owls/).click()
    await button(ann, 'Roles').click()
    await button(ann, 'Make Ben a co-owner').click()
    await button(ann, 'Make Ben a plain member').waitFor()
    await expectClean(ann)

    await ben.reload()
    await button(ben, /Owls/).click()
    await box(ben, 'Invite new member').fill('Cleo')
    await button(ben, 'Invite links').click()
    await ben.getByText(/4 uses left/).waitFor()
    await expectClean(ben)
  })

  test('an invite is mailed to somebody without an account, who registers and finds it in the tab of the activation', async () => {
    const ann = await newcomer(WIDE)
    await signIn(ann, server, 'Ann')
    await ann.goto('/discordia/dashboard')
    await box(ann, 'New group name').fill('Herons')
    await box(ann, 'New group name').press('Enter')
    await button(ann, 'Invite links').focus()
    await ann.keyboard.press('Enter')
    const email = box(ann, 'E-mail address')
    await email.fill('guest@')
    await email.press('Enter')
    await ann.getByText('Please enter a valid e-mail address.').waitFor()
    await expectClean(ann)
    await ann.keyboard.type('example.org')
    await ann.keyboard.press('Tab')
    expect(await button(ann, 'Send the invite').evaluate((one) => one.matches(':focus'))).toBe(true)
    await ann.keyboard.press('Enter')
    await ann.getByText('The invite to guest@example.org is on its way.').waitFor()
    await ann.getByText('Sent to guest@example.org').waitFor()
    await expectClean(ann)
    await ann.setViewportSize(SMALL)
    await expectClean(ann)

    const mail = await server.mailTo('guest@example.org', /See the invite/)
    const link = /\/discordia\/dashboard#invite=[\w-]{43}/.exec(mail)?.[0] ?? ''
    const guest = await newcomer(SMALL)
    await guest.goto(link)
    await guest.getByText(/You've been invited to “Herons” by Ann/).waitFor()
    await guest.getByRole('main').getByRole('link', { name: 'Register' }).press('Enter')
    // The login page has a field of this name, too, and stays until the next page is there.
    await box(guest, 'Username').waitFor()
    await box(guest, 'Email').fill('guest@example.org')
    await box(guest, 'Username').fill('Gudrun')
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await guest.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await guest.getByRole('main').getByRole('button', { name: 'Register' }).press('Enter')
    await guest.getByRole('heading', { name: 'Almost there' }).waitFor()
    const activation = await server.mailTo('guest@example.org', /activate-account/)

    const tab = await guest.context().newPage()
    // A tab that stays open is logged in, too, and may be the one that uses the link.
    await guest.close()
    await tab.goto(/\/auth\/activate-account\/[\w-]+/.exec(activation)?.[0] ?? '')
    await tab.getByRole('main').getByRole('link', { name: 'Login' }).press('Enter')
    await tab.getByText(/You've been invited to “Herons” by Ann/).waitFor()
    await expectClean(tab)
    await box(tab, 'Email').fill('guest@example.org')
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await tab.getByRole('main').getByRole('button', { name: 'Login' }).press('Enter')
    await button(tab, 'Get the invite').press('Enter')
    await tab.getByText('You are invited to “Herons”. Accept or reject the invite below.').waitFor()
    expect(await tab.evaluate(() => localStorage.getItem('invite_link'))).toBeNull()
    await tab
      .getByRole('article', { name: 'Herons' })
      .getByRole('button', { name: /Accept/ })
      .press('Enter')

    await ann.reload()
    await button(ann, /Herons/).click()
    await button(ann, 'Log').click()
    await ann.getByText('Gudrun joined.').waitFor()
    await ann.getByText('Ann invited somebody by e-mail.').waitFor()
    await button(ann, 'Invite links').click()
    await ann.getByText('No link is open.').waitFor()
    await expectClean(ann)
  })
})

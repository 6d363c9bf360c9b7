import type { Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { inspect } from '../../test/helpers/browser/inspect.ts'
import { emailOf, signIn } from '../../test/helpers/browser/signIn.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

describe('groups: their page, their invite links and their next date (behaviour 12.8, 12.9)', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const part = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
  /** Chooses from a menu of three dots. */
  async function choose(page: Page, menu: string | RegExp, action: string) {
    await button(page, menu).last().click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const accept = (page: Page, group: string) =>
    page
      .getByRole('article', { name: group })
      .getByRole('button', { name: /Accept/ })
      .press('Enter')

  /** Waits for the invite above the form of the login or the registration. */
  const front = (page: Page, group: string) =>
    page.getByText(`Ann invites you to ${group}`).waitFor()

  async function member(name: string, options = {}): Promise<Page> {
    const page = await built.newcomer(options)
    await signIn(page, built.server, name)
    await page.goto('/discordia/dashboard')
    return page
  }
  async function create(page: Page, group: string) {
    await box(page, 'New group name').fill(group)
    await box(page, 'New group name').press('Enter')
  }
  async function logIn(page: Page, email: string) {
    await box(page, 'Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).press('Enter')
  }
  /** Expects no fault in the look of this step. */
  async function expectClean(page: Page, step: string): Promise<void> {
    const size = page.viewportSize()
    // The sticky header covers parts of targets unless the page is at its top.
    await page.evaluate(() => window.scrollTo(0, 0))
    expect([step, await inspect(page)]).toEqual([step, []])
    if (size) await page.setViewportSize(size)
  }

  test('the owner writes the page and makes a link; a visitor with it logs in, is invited and joins', async () => {
    const ann = await member('Ann')
    await create(ann, 'Kites')
    await part(ann, 'Manage').click()
    await button(ann, 'Edit group page').click()
    await expectClean(ann, 'form of the page')
    await box(ann, 'What this group is about').fill('We fly by night.')
    await box(ann, 'Link to the chat').fill('https://talk.example/owls')
    await button(ann, 'Save page').click()
    await ann.getByText('Page saved.').waitFor()
    await part(ann, 'About').click()
    await ann.getByText('We fly by night.').waitFor()
    await part(ann, 'Members').click()
    await button(ann, 'Create link').click()
    await ann.getByRole('img', { name: 'QR code for the link' }).waitFor()
    await expectClean(ann, 'new link')
    const url = (await ann.getByText(/#invite=[\w-]{43}$/).textContent()) ?? ''
    await button(ann, 'Done').click()

    const ben = await built.newcomer(SMALL)
    await ben.goto(url.slice(url.indexOf('/discordia')))
    await front(ben, 'Kites')
    await expectClean(ben, 'login with a link')
    await logIn(ben, emailOf('Ben'))
    await ben.getByText('Ann invites you to “Kites”.').waitFor()
    // The title has the focus and shows its tooltip.
    await ben.getByRole('tab', { name: /Invites/ }).focus()
    await expectClean(ben, 'invite of a link')
    await button(ben, 'Get the invite').press('Enter')
    await ben.getByText("You're invited to “Kites”. Accept or reject the invite below.").waitFor()
    expect(ben.url()).toMatch(/\/discordia\/dashboard\?tab=invites$/)
    await accept(ben, 'Kites')
    await ben.getByRole('status', { name: 'Your invite link' }).waitFor({ state: 'detached' })
    await part(ben, 'About').click()
    await ben.getByText('We fly by night.').waitFor()
    await part(ben, 'Activity').click()
    await ben.getByText('Ben joined.').waitFor()
    await expectClean(ben, 'log')

    await ann.reload()
    await part(ann, 'Members').click()
    await choose(ann, 'More for Ben', 'Make co-owner')
    await ann.getByText('Co-owner').waitFor()
    await expectClean(ann, 'roles')

    await ben.reload()
    await part(ben, 'Members').click()
    await box(ben, 'Invite new member').fill('Cleo')
    await ben.getByText('4 uses left', { exact: true }).waitFor()
  })

  test('an invite is mailed to somebody without an account, who registers and finds it in the tab of the activation', async () => {
    const ann = await member('Ann')
    await create(ann, 'Herons')
    await part(ann, 'Members').focus()
    await ann.keyboard.press('Enter')
    const email = box(ann, 'Email address')
    await email.fill('guest@')
    await email.press('Enter')
    await ann.getByText('Please enter a valid email address.').waitFor()
    await expectClean(ann, 'wrong address')
    await email.focus()
    await ann.keyboard.press('End')
    await ann.keyboard.type('example.org')
    await ann.keyboard.press('Tab')
    expect(await button(ann, 'Send invite').evaluate((one) => one.matches(':focus'))).toBe(true)
    await ann.keyboard.press('Enter')
    await ann.getByText('The invite to guest@example.org is on its way.').waitFor()
    await ann.getByText('Sent to guest@example.org', { exact: true }).waitFor()
    await expectClean(ann, 'sent invite')

    const mail = await built.server.mailTo('guest@example.org', /See the invite/)
    const link = /\/discordia\/dashboard#invite=[\w-]{43}/.exec(mail)?.[0] ?? ''
    const guest = await built.newcomer(SMALL)
    await guest.goto(link)
    await front(guest, 'Herons')
    await guest.getByRole('main').getByRole('link', { name: 'Register' }).press('Enter')
    // Waits for the next page, because the login page has a field of the name Email too.
    await box(guest, 'Username').waitFor()
    await box(guest, 'Email').fill('guest@example.org')
    await box(guest, 'Username').fill('Gudrun')
    await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await guest.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
    await guest.getByRole('main').getByRole('button', { name: 'Register' }).press('Enter')
    await guest.getByRole('heading', { name: 'Almost there' }).waitFor()
    const activation = await built.server.mailTo('guest@example.org', /activate-account/)

    const tab = await guest.context().newPage()
    // Closed, because another open tab is logged in too and may use the link.
    await guest.close()
    await tab.goto(/\/auth\/activate-account\/[\w-]+/.exec(activation)?.[0] ?? '')
    await tab.getByRole('main').getByRole('link', { name: 'Login' }).press('Enter')
    await front(tab, 'Herons')
    await logIn(tab, 'guest@example.org')
    await button(tab, 'Get the invite').press('Enter')
    await tab.getByText("You're invited to “Herons”. Accept or reject the invite below.").waitFor()
    expect(await tab.evaluate(() => localStorage.getItem('invite_link'))).toBeNull()
    await accept(tab, 'Herons')

    await ann.reload()
    await part(ann, 'Activity').click()
    await ann.getByText('Gudrun joined.').waitFor()
    await ann.getByText('Ann invited someone by email.').waitFor()
    await part(ann, 'Members').click()
    await button(ann, 'Create link').waitFor()
    expect(await button(ann, /^More for the link/).count()).toBe(0)
  })

  test('a date is found by a poll, fixed by the owner, told by mail, answered, repeated and cancelled', async () => {
    const panel = (page: Page) => page.getByRole('region', { name: 'Sessions' })
    const openGroup = async (page: Page) => {
      await button(page, /^Ravens \(/).click()
      await part(page, 'Sessions').click()
      await panel(page).waitFor()
      return page
    }
    /** Value of `<input type="datetime-local">`. */
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 16)
    const ann = await openGroup(await member('Ann', SMALL))
    await panel(ann).getByText('No session planned yet.').waitFor()
    await expectClean(ann, 'no session')
    await panel(ann).getByRole('button', { name: 'Propose dates' }).press('Enter')
    const ask = ann.getByRole('dialog', { name: 'Propose dates' })
    await ask.getByRole('textbox', { name: 'Title (optional)' }).fill('Which evening?')
    await ask.getByLabel('Date 1', { exact: true }).fill(inDays(9))
    await ask.getByLabel('Date 2', { exact: true }).fill(inDays(8))
    await expectClean(ann, 'Propose dates')
    await ask.getByRole('button', { name: 'Ask members' }).press('Enter')
    await panel(ann).getByText('Which evening?', { exact: true }).waitFor()

    const ben = await openGroup(await member('Ben'))
    await panel(ben).getByRole('radio', { name: 'Yes' }).first().focus()
    await ben.keyboard.press('Space')
    await panel(ben).getByText('Best date').waitFor()
    await panel(ben).getByText('Answer by').waitFor()
    await panel(ben).getByRole('textbox', { name: 'Comment (optional)' }).fill('Only until ten.')
    await panel(ben).getByRole('button', { name: 'Save comment' }).press('Enter')
    await panel(ben).getByRole('columnheader', { name: 'Comment' }).waitFor()
    await expectClean(ben, 'poll')

    // The address has the group and its part.
    await ann.reload()
    await panel(ann).getByText('Yes: you, Ben').waitFor()
    await panel(ann).getByText('Only until ten.').waitFor()
    await expectClean(ann, 'poll in cards')
    await panel(ann)
      .getByRole('button', { name: /^More for the poll/ })
      .press('Enter')
    await ann.getByRole('menuitem', { name: 'Change dates' }).press('Enter')
    const edit = ann.getByRole('dialog', { name: 'Change dates' })
    await edit.getByRole('button', { name: 'Suggest dates when everyone is free' }).press('Enter')
    await edit.getByText('5 dates filled in.').waitFor()
    await expectClean(ann, 'Change dates')
    await edit.getByRole('button', { name: 'Save' }).press('Enter')
    await edit.waitFor({ state: 'detached' })
    await panel(ann).getByRole('group').nth(6).waitFor()
    await panel(ann)
      .getByRole('button', { name: /^Choose this date/ })
      .click()
    const fix = ann.getByRole('dialog', { name: 'Choose this date' })
    await fix.getByRole('textbox', { name: 'Link (optional)' }).fill('https://vtt.example/room')
    await expectClean(ann, 'Choose this date')
    await fix.getByRole('button', { name: 'Save session' }).click()
    // Ann has said Yes by asking.
    await panel(ann).getByText('2 are coming: Ann, Ben').waitFor()
    expect(await built.server.mailTo(emailOf('Ben'), /new session/)).toContain('method=PUBLISH')
    await panel(ann).getByRole('radio', { name: 'Not coming' }).check()
    await panel(ann).getByText('1 is not coming: Ann').waitFor()
    await expectClean(ann, 'planned session')

    await panel(ann).getByRole('button', { name: 'Plan a session' }).click()
    const form = ann.getByRole('dialog', { name: 'Plan a session' })
    await form.getByLabel(/^Start/).fill(inDays(20))
    await form.getByRole('textbox', { name: 'Title (optional)' }).fill('Thursdays')
    await form.getByRole('button', { name: /^Repeats/ }).click()
    await ann.getByRole('option', { name: 'Every 2 weeks' }).click()
    await form.getByRole('spinbutton', { name: 'Number of sessions' }).fill('3')
    await expectClean(ann, 'Plan a session')
    await form.getByRole('button', { name: 'Save session' }).click()
    const dates = panel(ann).getByText('Thursdays')
    await dates.nth(2).waitFor()
    await panel(ann)
      .getByRole('button', { name: /^More for the session/ })
      .last()
      .click()
    await ann.getByRole('menuitem', { name: 'Skip this date' }).click()
    const question = ann.getByRole('dialog', { name: 'Skip this date' })
    await expectClean(ann, 'Skip this date')
    await question.getByRole('button', { name: 'Skip date' }).click()
    await panel(ann)
      .getByRole('button', { name: /^Put back/ })
      .click()
    await panel(ann)
      .getByRole('button', { name: /^More for the session/ })
      .nth(3)
      .click()
    await ann.getByRole('menuitem', { name: 'Choose a host' }).click()
    const host = ann.getByRole('dialog', { name: 'Choose a host' })
    await host.getByRole('button', { name: /^Host/ }).click()
    await ann.getByRole('option', { name: 'Ben' }).click()
    await expectClean(ann, 'Choose a host')
    await host.getByRole('button', { name: 'Save host' }).click()
    await panel(ann).getByText('hosted by Ben').waitFor()
  })
})

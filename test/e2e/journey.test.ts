import type { Page } from 'playwright-core'
import { builtSite } from '#test/helpers/browser/builtSite.ts'

/*
 * A visitor becomes an owner and leaves: register, activate by mail, create a group, invite, accept, reject with a
 * mute, leave to a successor, reset the password. Runs the real entry file.
 */

const PASSWORD = 'Sundering!412'
const NEW_PASSWORD = 'SilverPear413!'
const [ANN, BEN] = ['ann@example.org', 'ben@example.org'] as const

describe('two visitors who become members', () => {
  const built = builtSite({ world: 'empty' })

  const main = (page: Page) => page.getByRole('main')
  const fill = (page: Page, label: string, text: string) =>
    main(page).getByLabel(label, { exact: true }).fill(text)
  const submit = (page: Page, name: string) =>
    main(page).getByRole('button', { name, exact: true }).click()
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name }).waitFor()
  const register = async (page: Page, email: string, username: string) => {
    await page.goto('/auth/register')
    await fill(page, 'Email', email)
    await fill(page, 'Username', username)
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Confirm Password', PASSWORD)
    await submit(page, 'Register')
    await main(page).getByRole('status').getByText(email).waitFor()
  }
  const mailedLink = async (email: string, route: string) => {
    const mail = await built.server.mailTo(email, new RegExp(route))
    return new RegExp(`/auth/${route}/[\\w-]+`).exec(mail)?.[0] ?? ''
  }
  const logIn = async (page: Page, email: string, password: string) => {
    await page.goto('/auth/login')
    await fillLogin(page, email, password)
  }
  const fillLogin = async (page: Page, email: string, password: string) => {
    await fill(page, 'Email', email)
    await fill(page, 'Password', password)
    await submit(page, 'Login')
  }
  /** Reads a toast and dismisses it, so that the next one with the same text is another one. */
  const toast = async (page: Page, text: string) => {
    const card = page.getByRole('region', { name: 'Notifications', exact: true }).getByText(text)
    await card.click()
    await card.waitFor({ state: 'detached' })
  }
  const createGroup = async (page: Page, name: string) => {
    await page.getByRole('textbox', { name: 'New group name' }).fill(name)
    await page.getByRole('button', { name: 'Create group' }).click()
    await toast(page, `Group with the name '${name}' created!`)
    await page.getByRole('button', { name: `${name} (1 member)`, expanded: true }).waitFor()
  }
  const inviteBen = async (page: Page) => {
    await page.getByRole('textbox', { name: 'Invite new member' }).fill('Ben')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
  }
  const openGroup = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()
  const openTab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).click()

  test('a message of the contact form is checked by the browser, stored, and mailed', async () => {
    const { page } = built
    await page.goto('/discordia/')
    await built.settled()
    const form = page.getByRole('form', { name: 'Contact', exact: true })
    const send = form.getByRole('button', { name: 'Send', exact: true })
    const texts = { Name: 'Ann', Email: 'no address', Subject: 'A seat', Message: 'Is one free?' }
    for (const [label, text] of Object.entries(texts)) {
      await send.click()
      const isMissing = await page.evaluate(
        () => (document.activeElement as HTMLInputElement).validity?.valueMissing,
      )
      expect([label, isMissing]).toEqual([label, label !== 'Subject'])
      await form.getByRole('textbox', { name: label, exact: true }).fill(text)
      // The browser reports a mistyped e-mail address until it is corrected.
      if (label === 'Subject') await form.getByRole('textbox', { name: 'Email' }).fill(ANN)
    }
    await send.dblclick()
    await page
      .getByRole('status')
      .getByText(/^Thanks for reaching out!/)
      .waitFor()
    expect(await built.server.mailTo('contact@discordia.example', /A seat/)).toMatch(
      /Is one free\?/,
    )
    expect(await built.server.values('select subject from contact_messages')).toEqual(['A seat'])
  })

  test('register, activate by mail, found groups, accept, reject with a mute, leave to a successor, reset the password', async () => {
    const [ann, ben] = [built.page, await built.newcomer()]
    await register(ann, ANN, 'Ann')
    await logIn(ann, ANN, PASSWORD)
    await main(ann).getByRole('alert').waitFor()
    await ann.goto(await mailedLink(ANN, 'activate-account'))
    await heading(ann, 'Account activated')
    await ann.reload()
    await heading(ann, 'Account already activated')
    await main(ann).getByRole('link', { name: 'Login' }).click()
    await fillLogin(ann, ANN, PASSWORD)
    await ann.getByRole('region', { name: 'Site notifications' }).getByRole('status').waitFor()
    await register(ben, BEN, 'Ben')
    await ben.goto(await mailedLink(BEN, 'activate-account'))
    await heading(ben, 'Account activated')

    await ann.getByRole('link', { name: /^My Account/ }).click()
    await ann.getByText('You currently have no groups.').waitFor()
    await createGroup(ann, 'Ravens')
    await inviteBen(ann)
    await toast(ann, "Successfully invited 'Ben' to the group!")
    await logIn(ben, BEN, PASSWORD)
    await ben.getByRole('link', { name: /^My Account \(1 pending invites\)/ }).click()
    await openTab(ben, /^Invites/)
    await ben
      .getByRole('article', { name: 'Ravens' })
      .getByRole('button', { name: 'Accept' })
      .click()
    await toast(ben, "You joined 'Ravens'!")
    await openTab(ben, /^Groups/)
    await openGroup(ben, /^Ravens \(2 members\)/)

    await openGroup(ann, /^Ravens/)
    await createGroup(ann, 'Owls')
    await inviteBen(ann)
    await toast(ann, "Successfully invited 'Ben' to the group!")
    await openTab(ben, /^Invites/)
    const card = ben.getByRole('article', { name: 'Owls' })
    await card.getByRole('button', { name: /^Mute/ }).click()
    await ben.getByRole('option', { name: 'Mute 2 weeks' }).click()
    await card.getByRole('button', { name: 'Reject' }).click()
    await toast(ben, "You successfully rejected the invite to 'Owls'.")
    await ben.getByRole('button', { name: 'Muted Users' }).click()
    const muted = ben.getByRole('listitem').filter({ hasText: 'Ann' })
    await muted.getByText(/14 days/).waitFor()
    await inviteBen(ann)
    await toast(ann, 'User has an active mute on you, please try again later.')

    await openGroup(ann, /^Owls/)
    await openGroup(ann, /^Ravens \(2 members\)/)
    await ann.getByRole('button', { name: 'Leave', exact: true }).click()
    const dialog = ann.getByRole('dialog', { name: 'Leave Group' })
    await dialog.getByRole('button', { name: /^New owner/ }).click()
    await ann.getByRole('option', { name: 'Ben' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await toast(ann, "You left the group 'Ravens'.")
    await openTab(ben, /^Groups/)
    await ben.getByRole('button', { name: /^Ravens \(1 member\)/, expanded: true }).waitFor()
    await ben.getByRole('button', { name: 'Disband' }).waitFor()

    await ben.getByRole('link', { name: 'Logout' }).click()
    await ben.waitForURL('**/auth/login')
    await ben.goto('/auth/forgot-password')
    await fill(ben, 'Email', BEN)
    await submit(ben, 'Send')
    const link = await mailedLink(BEN, 'verified-change-password')
    await ben.goto(link)
    await fill(ben, 'New Password', NEW_PASSWORD)
    await fill(ben, 'Confirm New Password', NEW_PASSWORD)
    await submit(ben, 'Change Password')
    await ben.waitForURL('**/auth/login')
    await fillLogin(ben, BEN, PASSWORD)
    await main(ben).getByRole('alert').waitFor()
    await ben.goto(link)
    await heading(ben, 'Invalid link')
    await logIn(ben, BEN, NEW_PASSWORD)
    await ben.waitForURL('**/discordia/')
  })
})

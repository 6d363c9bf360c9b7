import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'

/*
 * From a visitor to an owner who leaves: register, activate by mail, create a group, invite, accept, reject with a mute,
 * leave to a successor, reset the password. One story on the real entry file; each test goes on from the one before.
 */

const PASSWORD = 'Sundering!412'
const NEW_PASSWORD = 'SilverPear413!'
const [ANN, BEN] = ['ann@example.org', 'ben@example.org'] as const

describe('two visitors who become members', () => {
  let server: BrowserServer
  let browser: Browser
  let ann: Visit
  let ben: Visit

  beforeAll(async () => {
    server = await startWorld('empty')
    browser = await openBrowser()
    ann = await visit(browser, server)
    ben = await visit(browser, server)
  })
  afterEach(() => expect([...ann.complaints, ...ben.complaints]).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

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
    const mail = await server.mailTo(email, new RegExp(route))
    return new RegExp(`/auth/${route}/[\\w-]+`).exec(mail)?.[0] ?? ''
  }
  const logIn = async (page: Page, email: string, password: string) => {
    await page.goto('/auth/login')
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
  const createGroup = async (name: string) => {
    await ann.page.getByRole('textbox', { name: 'New group name' }).fill(name)
    await ann.page.getByRole('button', { name: 'Create group' }).click()
    await toast(ann.page, `Group with the name '${name}' created!`)
  }
  const invite = async () => {
    await ann.page.getByRole('textbox', { name: 'Invite new member' }).fill('Ben')
    await ann.page.getByRole('button', { name: 'Invite', exact: true }).click()
  }
  const openGroup = (page: Page, name: RegExp) => page.getByRole('button', { name }).click()

  test('a message of the contact form is checked by the browser, stored, and mailed', async () => {
    const { page } = ann
    await page.goto('/discordia/')
    await takenOver(page)
    await page.waitForLoadState('networkidle')
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
      // A mistyped e-mail address is what the browser complains about until it is corrected.
      if (label === 'Subject') await form.getByRole('textbox', { name: 'Email' }).fill(ANN)
    }
    await send.dblclick()
    await page
      .getByRole('status')
      .getByText(/^Thanks for reaching out!/)
      .waitFor()
    expect(await server.mailTo('contact@discordia.example', /A seat/)).toMatch(/Is one free\?/)
    expect(await server.values('select subject from contact_messages')).toEqual(['A seat'])
  })

  test('a registration is activated by the mailed link; before that no login, after that no second one', async () => {
    const { page } = ann
    await register(page, ANN, 'Ann')
    await logIn(page, ANN, PASSWORD)
    await main(page).getByRole('alert').waitFor()
    await page.goto(await mailedLink(ANN, 'activate-account'))
    await heading(page, 'Account activated')
    await page.reload()
    await heading(page, 'Account already activated')
    await main(page).getByRole('link', { name: 'Login' }).click()
    await logIn(page, ANN, PASSWORD)
    await page.getByRole('region', { name: 'Site notifications' }).getByRole('status').waitFor()
    await register(ben.page, BEN, 'Ben')
    await ben.page.goto(await mailedLink(BEN, 'activate-account'))
    await heading(ben.page, 'Account activated')
  })

  test('a new group opens by itself; an invited member accepts', async () => {
    await ann.page.getByRole('link', { name: /^My Account/ }).click()
    await ann.page.getByText('You currently have no groups.').waitFor()
    await createGroup('Ravens')
    await ann.page.getByRole('button', { name: /^Ravens \(1 member\)/, expanded: true }).waitFor()
    await invite()
    await toast(ann.page, "Successfully invited 'Ben' to the group!")

    const { page } = ben
    await logIn(page, BEN, PASSWORD)
    await page.getByRole('link', { name: /^My Account \(1 pending invites\)/ }).click()
    await page.getByRole('tab', { name: /^Invites/ }).click()
    const card = page.getByRole('article', { name: 'Ravens' })
    await card.getByRole('button', { name: 'Accept' }).click()
    await toast(page, "You joined 'Ravens'!")
    await page.getByRole('tab', { name: 'Groups' }).click()
    await openGroup(page, /^Ravens \(2 members\)/)
  })

  test('a rejection with a mute refuses the next invite', async () => {
    await createGroup('Owls')
    await openGroup(ann.page, /^Ravens/)
    await ann.page.getByRole('button', { name: /^Owls/, expanded: true }).waitFor()
    await invite()
    await toast(ann.page, "Successfully invited 'Ben' to the group!")

    const { page } = ben
    await page.reload()
    await page.getByRole('tab', { name: /^Invites/ }).click()
    const card = page.getByRole('article', { name: 'Owls' })
    await card.getByRole('button', { name: /^Mute/ }).click()
    await page.getByRole('option', { name: 'Mute 2 weeks' }).click()
    await card.getByRole('button', { name: 'Reject' }).click()
    await toast(page, "You successfully rejected the invite to 'Owls'.")
    await page.getByRole('button', { name: 'Muted Users' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Ann' })
      .getByText(/14 days/)
      .waitFor()

    await ann.page.reload()
    await openGroup(ann.page, /^Owls/)
    await invite()
    await toast(ann.page, 'User has an active mute on you, please try again later.')
  })

  test('an owner leaves to a successor, who then owns the group', async () => {
    const { page } = ann
    await page.reload()
    await openGroup(page, /^Ravens \(2 members\)/)
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Leave Group' })
    await dialog.getByRole('button', { name: /^New owner/ }).click()
    await page.getByRole('option', { name: 'Ben' }).click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await toast(page, "You left the group 'Ravens'.")

    await ben.page.goto('/discordia/dashboard')
    await openGroup(ben.page, /^Ravens \(1 member\)/)
    await ben.page.getByRole('button', { name: 'Disband' }).waitFor()
  })

  test('order details are saved with a country found by typing, and are there again after a reload', async () => {
    const { page } = ben
    const texts = {
      'First Name': 'Ben',
      'Last Name': 'Vale',
      Email: 'ben',
      'Phone Number': '+43 1 234567',
      City: 'Wien',
      'Zip Code': '1010',
      Address: 'Am Hof 1',
    }
    await page.goto('/discordia/dashboard?tab=details')
    const form = page.getByRole('form', { name: 'Order Details' })
    const field = (name: string) => form.getByRole('textbox', { name })
    for (const [name, text] of Object.entries(texts)) await field(name).fill(text)
    await form.getByRole('button', { name: /^Country/ }).click()
    await page.getByRole('searchbox').fill('icel')
    await page.getByRole('option', { name: 'Iceland' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Error saving your ordering details: Enter a valid email address.')
    expect(await field('Email').getAttribute('aria-invalid')).toBe('true')
    await field('Email').fill(BEN)
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Successfully saved your ordering details.')
    await page.reload()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[name=city]')?.value === 'Wien',
    )
    expect(await field('Email').inputValue()).toBe(BEN)
    await form.getByRole('button', { name: 'Country Iceland' }).waitFor()
  })

  test('a mailed link changes the password once; then only the new one logs in', async () => {
    const { page } = ben
    await page.getByRole('link', { name: 'Logout' }).click()
    await page.waitForURL('**/auth/login')
    await page.goto('/auth/forgot-password')
    await fill(page, 'Email', BEN)
    await submit(page, 'Send')
    const link = await mailedLink(BEN, 'verified-change-password')
    await page.goto(link)
    await fill(page, 'New Password', NEW_PASSWORD)
    await fill(page, 'Confirm New Password', NEW_PASSWORD)
    await submit(page, 'Change Password')
    await page.waitForURL('**/auth/login')
    await logIn(page, BEN, PASSWORD)
    await main(page).getByRole('alert').waitFor()
    await page.goto(link)
    await heading(page, 'Invalid link')
    await logIn(page, BEN, NEW_PASSWORD)
    await page.waitForURL('**/discordia/')
  })
})

import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { addEvent, DAY } from '#test/helpers/fixtures/contents.ts'
import { addMembers } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

const TITLE = 'A night on the Sea of Glass'
/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

/** An event with one seat, and members. */
async function world(server: DeskServer): Promise<void> {
  await addMembers(server)
  await addEvent(server, {
    title: TITLE,
    starts_at: server.deps.clock() + 14 * DAY,
    seats: 1,
    waiting_max: 5,
    confirm_hours: 24,
    questions: JSON.stringify([{ text: 'What do you eat?', is_required: true }]),
  })
}

describe('seats at an event (behaviour 12.7)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitors: Visit[]
  let path: string

  beforeAll(async () => {
    server = await startWorld(world)
    browser = await openBrowser()
    const events: { id: number }[] = await (
      await fetch(`${server.url}/api/contents/activeEvents`)
    ).json()
    path = `/discordia/news/${events[0]?.id}`
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
    await server?.stop()
  })

  const newcomer = async (size = {}): Promise<Page> => {
    const visitor = await visit(browser, { url: server.url }, size)
    visitors.push(visitor)
    return visitor.page
  }
  const panel = (page: Page) => page.getByRole('region', { name: 'Registration' })
  const says = (page: Page, text: string | RegExp) => panel(page).getByText(text).waitFor()
  async function expectClean(page: Page): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    expect(await thumbFindings(page)).toEqual([])
  }

  test('a visitor is led through the login and back, takes the seat by keyboard, and gets it by mail', async () => {
    const page = await newcomer(SMALL)
    await page.goto(path)
    await says(page, '1 of 1 seats is free.')
    await expectClean(page)
    await panel(page).getByRole('link', { name: 'Log in to sign up' }).press('Enter')
    await page.getByRole('textbox', { name: 'Email' }).fill(emailOf('Ann'))
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).press('Enter')
    await page.waitForURL(`**${path}`)
    await panel(page).getByRole('textbox', { name: 'What do you eat?' }).fill('Soup')
    await expectClean(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await says(page, 'You have a seat.')
    await expectClean(page)
    const mail = await server.mailTo(emailOf('Ann'), /You have a seat/)
    expect(mail).toContain('method=REQUEST')
  })

  test('the next member waits, is told when the seat is free, and takes it in the dialog of the list', async () => {
    const ben = await newcomer()
    await signIn(ben, server, 'Ben')
    await ben.goto(path)
    await panel(ben).getByRole('textbox', { name: 'What do you eat?' }).fill('Bread')
    await panel(ben).getByRole('button', { name: 'Join the waiting list' }).click()
    await says(ben, /You are number 1 on the waiting list/)
    await expectClean(ben)

    const ann = await newcomer()
    await signIn(ann, server, 'Ann')
    await ann.goto(path)
    await panel(ann).getByRole('button', { name: 'Give my seat back' }).click()
    const question = ann.getByRole('dialog', { name: 'Give my seat back' })
    await question.getByRole('button', { name: 'Yes' }).click()
    await says(ann, /You are not on the list any more/)

    await server.mailTo(emailOf('Ben'), /A seat is free for you/)
    await ben.goto('/discordia/news&events/')
    // The member's own page has replaced the one that was served.
    await ben.getByRole('link', { name: 'Logout' }).waitFor()
    const card = ben.getByRole('article', { name: TITLE })
    await card.getByRole('button', { name: 'Read more' }).click()
    const dialog = ben.getByRole('dialog', { name: TITLE })
    await dialog.getByText(/It is kept until/).waitFor()
    expect(await axeFindings(ben)).toEqual([])
    await dialog.getByRole('button', { name: 'Take the seat' }).click()
    await dialog.getByText('You have a seat.').waitFor()
    expect(await server.values(`select state from registrations where state = 'coming'`)).toEqual([
      'coming',
    ])
  })
})

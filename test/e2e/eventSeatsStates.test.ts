import type { Browser, Page } from 'playwright-core'
import type { ContentId } from '#contract/ids.ts'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { logInAtDesk } from '#test/helpers/browser/desk.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { addEvent, DAY, HOUR } from '#test/helpers/fixtures/contents.ts'
import { addMembers } from '#test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = 360
const WIDTHS = [1440, SMALL] as const
const QUESTIONS = ['What do you eat, and what must not be on the table at all?', 'Played before?']

const events = new Map<string, ContentId>()

/** One event for each state that Cleo can be in. */
async function world(server: DeskServer): Promise<void> {
  const { db, clock } = server.deps
  const idOf = await addMembers(server)
  const now = clock()
  const questions = JSON.stringify(QUESTIONS.map((text, at) => ({ text, is_required: at === 0 })))
  const event = async (title: string, over: object = {}) => {
    const size = { seats: 1, waiting_max: 5, confirm_hours: 24 }
    const id = await addEvent(server, { title, starts_at: now + 14 * DAY, ...size, ...over })
    events.set(title, id)
    return id
  }
  const answers = JSON.stringify([
    { question: QUESTIONS[0], answer: `Bread, ${'cheese and '.repeat(20)}nothing else` },
    { question: QUESTIONS[1], answer: 'x'.repeat(200) },
  ])
  async function signUp(
    content_id: ContentId,
    name: string,
    state: 'coming' | 'waiting' | 'offered',
  ) {
    const row = { content_id, user_id: idOf(name), state, answers, told: '' }
    const offered_until = state === 'offered' ? now + 6 * HOUR : null
    const times = { queued_at: now, created_at: now, updated_at: now, offered_until }
    await db
      .insertInto('registrations')
      .values({ ...row, ...times })
      .execute()
  }
  await event('With questions', { seats: 12, questions })
  await event('For groups', { seats: 3, open_to: 'group_members' })
  await event('Closed', { registration_closes_at: now - HOUR })
  await signUp(await event('Full', { waiting_max: 0 }), 'Ben', 'coming')
  await signUp(await event('Waiting list', { questions }), 'Ben', 'coming')
  const own = await event('With a seat', { questions, seats: 4 })
  for (const name of ['Cleo', 'Ann', 'Ben']) await signUp(own, name, 'coming')
  const waits = await event('On the list')
  await signUp(waits, 'Ben', 'coming')
  await signUp(waits, 'Cleo', 'waiting')
  // The soonest is the first in the list.
  await signUp(await event('Offered', { starts_at: now + 2 * DAY }), 'Cleo', 'offered')
}

describe('the states of a registration for an event (behaviour 12.7)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitors: Visit[]
  beforeAll(async () => {
    server = await startWorld(world)
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
    await server?.stop()
  })

  async function newcomer(url: string, width: number = WIDTHS[0]): Promise<Page> {
    const visitor = await visit(browser, { url }, { width, height: 800 })
    visitors.push(visitor)
    return visitor.page
  }
  /** Behind a dialog nothing can be touched. */
  async function findings(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
    const found: string[] = []
    const before = page.viewportSize()
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      found.push(...(await axeFindings(page)))
      if (width === SMALL && !(await page.getByRole('dialog').first().isVisible()))
        found.push(...(await thumbFindings(page)))
    }
    if (before) await page.setViewportSize(before)
    return found
  }

  test('are accessible on their pages', async () => {
    const page = await newcomer(server.url)
    await signIn(page, server, 'Cleo')
    for (const [title, text] of [
      ['With questions', /12 of 12 seats are free/],
      ['For groups', 'To my groups'],
      ['Closed', 'The registration is closed.'],
      ['Full', /All 1 seats? (is|are) taken/],
      ['Waiting list', 'Join the waiting list'],
      ['With a seat', 'You have a seat.'],
      ['On the list', /number 1 on the waiting list/],
      ['Offered', /A seat is free for you/],
    ] as const) {
      await page.goto(`/discordia/news/${events.get(title)}`)
      const panel = page.getByRole('region', { name: 'Registration' })
      await panel.getByText(text).waitFor()
      expect([title, await findings(page)]).toEqual([title, []])
    }
  })

  test('are accessible in the dialog of the list, and at hand for the keyboard', async () => {
    const page = await newcomer(server.url)
    await signIn(page, server, 'Cleo')
    await page.goto('/discordia/news&events/')
    // The member's own page has replaced the one that was served.
    await page.getByRole('link', { name: 'Logout' }).waitFor()
    const card = page.getByRole('article', { name: 'Offered' })
    await card.getByRole('button', { name: 'Read more' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Offered' })
    const take = dialog.getByRole('button', { name: 'Take the seat' })
    await take.waitFor()
    expect(await findings(page)).toEqual([])
    for (let n = 0; n < 10 && !(await take.evaluate((one) => one === document.activeElement)); n++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog', { name: 'Decline the seat' })
    await question.getByRole('button', { name: 'No' }).waitFor()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await take.waitFor()
  })

  test.each(WIDTHS)('are in the list of the desk, which writes to all, at %i px', async (width) => {
    // Not resized: the menu of a wide window covers a small one.
    const page = await newcomer(server.deskUrl, width)
    await page.goto('/')
    await logInAtDesk(page, width === SMALL ? 'Sue' : 'Sam')
    await page.getByRole('main').waitFor()
    const id = events.get('With a seat')
    await page.goto(`/contents/${id}`)
    await page.getByLabel('Who may come').waitFor()
    expect(await findings(page, [width])).toEqual([])
    await page.getByRole('button', { name: 'Write to those who signed up' }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Subject' }).waitFor()
    expect(await findings(page, [width])).toEqual([])
    const choice = await page.getByRole('combobox', { name: 'To' }).boundingBox()
    expect(choice?.height).toBeGreaterThanOrEqual(44)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Registrations', exact: true }).last().click()
    await page.getByText('Cleo').first().waitFor()
    expect(await findings(page, [width])).toEqual([])
  })
})

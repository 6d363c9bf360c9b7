import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { addEvent, DAY } from '#test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '#test/helpers/fixtures/gameSessions.ts'
import { addMembers } from '#test/helpers/fixtures/smallWorld.ts'
import { eventsIn } from '#test/helpers/server/memberCalendars.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const WIDE = { width: 1440, height: 900 }
const EVENT = 'A night on the Sea of Glass'

/** Ann's group plays five times, she comes to an event and is invited to another group; Cleo has a group alone. */
async function world(server: DeskServer): Promise<void> {
  const ids = await addMembers(server)
  const { db, clock } = server.deps
  const now = clock()
  const group = await addGroup(server, 'Ravens', ids('Ann'), ids('Ben'))
  await addGameSession(
    server,
    group,
    {},
    [1, 2, 3, 4].map((day) => now + day * DAY),
  )
  const other = await addGroup(server, 'Owls', ids('Cleo'))
  const invite = { group_id: other, invited_by: ids('Cleo'), created_at: now }
  await db
    .insertInto('invites')
    .values({ ...invite, target_user_id: ids('Ann') })
    .execute()
  const content_id = await addEvent(server, { title: EVENT, starts_at: now + 5 * DAY, seats: 5 })
  const seat = {
    content_id,
    user_id: ids('Ann'),
    state: 'coming',
    answers: '[]',
    told: '',
  } as const
  await db
    .insertInto('registrations')
    .values({ ...seat, queued_at: now, created_at: now, updated_at: now })
    .execute()
}

describe('the calendar of a member (behaviour 12.10)', () => {
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

  async function member(name: string, size: object): Promise<Page> {
    const visitor = await visit(browser, { url: server.url }, size)
    visitors.push(visitor)
    await signIn(visitor.page, server, name)
    return visitor.page
  }
  async function expectClean(page: Page): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    expect(await thumbFindings(page)).toEqual([])
    const overflow = () =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth
    expect(await page.evaluate(overflow)).toBe(0)
  }

  test.each([SMALL, WIDE])(
    'what is next does not move the groups below it, leads to them, and grows when asked ($width px)',
    async (size) => {
      const page = await member('Ann', size)
      // Late, so that a list that moves would be seen.
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/api/users/next/', async (route) => {
        await held
        await route.continue()
      })
      await page.goto('/discordia/dashboard')
      const groups = page.getByRole('list', { name: 'Groups' })
      await groups.waitFor()
      const panel = page.getByRole('region', { name: 'What is next' })
      await panel.waitFor()
      const before = await groups.boundingBox()
      release()
      await panel.getByText('You are invited to this group').waitFor()
      expect(await groups.boundingBox()).toEqual(before)
      await expectClean(page)

      await panel.getByRole('button', { name: 'Show all 6' }).press('Enter')
      await panel.getByRole('link', { name: new RegExp(EVENT) }).waitFor()
      await expectClean(page)
      const session = panel.getByRole('button', { name: /^Ravens: The sunken/ }).first()
      await page.emulateMedia({ media: 'print' })
      expect(await session.isVisible()).toBe(true)
      expect(await panel.getByRole('button', { name: /^Show/ }).count()).toBe(0)
      await page.emulateMedia({ media: null })
      await session.press('Enter')
      const card = page.locator('li', { hasText: 'Ravens (' }).last()
      await card.getByRole('button', { name: /^Ravens/, expanded: true }).waitFor()
      expect(await card.evaluate((one) => one === document.activeElement)).toBe(true)
      await panel.getByRole('link', { name: new RegExp(EVENT) }).click()
      await page.waitForURL('**/discordia/news/*')
    },
  )

  test('a member for whom nothing is planned is told so', async () => {
    const page = await member('Dora', SMALL)
    await page.goto('/discordia/dashboard')
    await page.getByText(/Nothing is planned in the next two weeks/).waitFor()
    await expectClean(page)
  })

  test.each([SMALL, WIDE])(
    'a calendar link is made by keyboard, works without a login, and ends ($width px)',
    async (size) => {
      const page = await member('Ann', size)
      await page.goto('/discordia/dashboard?tab=settings')
      const section = page.getByRole('region', { name: 'Your calendar' })
      const device = `Phone of ${size.width} pixels, which is a long name${'-and-longer'.repeat(4)}`
      await section.getByRole('textbox', { name: 'Device or program' }).fill(device)
      await expectClean(page)
      await page.keyboard.press('Enter')
      const url = await section.getByText(/\/api\/calendar\//).textContent()
      await expectClean(page)
      const path = new URL(url ?? '').pathname
      const file = await fetch(`${server.url}${path}`)
      const events = eventsIn(await file.text())
      expect(events).toHaveLength(5)
      expect(events.map(({ summary }) => summary)).toContain(EVENT)

      await section.getByRole('button', { name: 'I have added it' }).press('Enter')
      await section.getByRole('button', { name: `End the link for ${device}` }).click()
      const question = page.getByRole('dialog', { name: 'End the calendar link' })
      await question.getByRole('button', { name: 'Yes' }).click()
      await section.getByText('You have no calendar links yet.').waitFor()
      expect((await fetch(`${server.url}${path}`)).status).toBe(404)
      await expectClean(page)
    },
  )
})

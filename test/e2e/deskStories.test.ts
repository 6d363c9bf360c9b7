import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { enter, menu, open } from '#test/helpers/browser/desk.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'
import { readMails } from '#test/helpers/server/mailbox.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/*
 * What members, staff and visitors do together: an entry is sent, approved and found; an event appears at its
 * minute; a rejected author reads the reason.
 */

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const EVENT = 'A night among the eels'

describe('members, staff and visitors together', () => {
  let server: BrowserServer
  let house: DeskServer
  let browser: Browser
  let author: Visit
  let staff: Visit
  const visits: Visit[] = []

  const come = async (url: string): Promise<Visit> => {
    const one = await visit(browser, { url })
    visits.push(one)
    return one
  }
  /** Ann and Cleo want mails about what is published. */
  const world = async (started: DeskServer) => {
    house = started
    await deskWorld(started)
    await started.deps.db
      .insertInto('preferences')
      .columns(['user_id', 'notify_since'])
      .expression((from) =>
        from
          .selectFrom('users')
          .select((is) => ['id', is.val(started.deps.clock()).as('notify_since')])
          .where('username', '=', 'Cleo'),
      )
      .execute()
  }

  beforeAll(async () => {
    server = await startWorld(world)
    browser = await openBrowser()
    author = await come(server.url)
    await signIn(author.page, server, 'Dora')
    staff = await come(server.deskUrl)
    await enter(staff.page, 'Sue')
    await menu(staff.page).waitFor()
  })
  afterEach(() => expect(visits.flatMap(({ complaints }) => complaints)).toEqual([]))
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const cards = (page: Page) => page.getByRole('region', { name: 'Glossary entries' })
  const search = async (page: Page, text: string) => {
    await page.goto('/discordia/world')
    await page.getByRole('searchbox', { name: 'Search the glossary' }).fill(text)
  }
  const nothingFound = (page: Page) =>
    page.getByRole('status').getByText('There are no glossary entries to display.').waitFor()

  async function sendEntry(page: Page, name: string): Promise<void> {
    await page.goto('/discordia/world')
    await page.getByRole('button', { name: 'Create new glossary item' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Glossary Item' })
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('button', { name: /^Type/ }).click()
    await page.getByRole('option', { name: 'Customs' }).click()
    await form.getByRole('textbox', { name: 'Sub-title' }).fill('In use')
    await form.getByRole('textbox', { name: 'Text' }).fill('Everybody owns it on Tuesdays.')
    await form.getByRole('button', { name: 'Send Item for Review' }).click()
    await page.getByText('You have created a new entry. It will be under approval.').waitFor()
  }

  async function review(title: string) {
    // The queue may be open already: its link reloads it.
    await open(staff.page, 'Review queue')
    const card = staff.page.getByRole('article', { name: title })
    await card.getByText('Everybody owns it on Tuesdays.').waitFor()
    return card
  }

  test('a member’s entry is approved at the desk, and a fresh visitor finds it', async () => {
    const title = 'The Borrowed Ladder'
    await sendEntry(author.page, title)
    const { page } = await come(server.url)
    await search(page, 'borrowed ladder')
    await nothingFound(page)

    const card = await review(title)
    await card.getByRole('button', { name: 'Approve', exact: true }).click()
    await staff.page.getByText(/^Approved\. You can undo/).waitFor()

    const fresh = await come(server.url)
    await search(fresh.page, 'borrowed ladder')
    const found = cards(fresh.page).getByRole('article', { name: title })
    await found.getByText('Dora').waitFor()
    await found.getByRole('button').first().click()
    await found.getByText('Everybody owns it on Tuesdays.').waitFor()
  })

  test('edits that are refused for a change meanwhile are taken after another look', async () => {
    const title = 'The Mended Ladder'
    await sendEntry(author.page, title)
    const { page } = staff
    const card = await review(title)
    const edit = () => card.getByRole('button', { name: 'Approve with edits' }).click()
    const dialog = page.getByRole('dialog', { name: `Approve with edits: ${title}` })
    const send = () => dialog.getByRole('button', { name: 'Approve as it stands here' }).click()
    await edit()
    await dialog.getByRole('textbox', { name: 'Description' }).fill('In the words of Sue.')

    house.passTime(MINUTE)
    const { page: other } = await come(server.deskUrl)
    await enter(other, 'Sam')
    await open(other, 'Glossary entries')
    await other.getByRole('textbox', { name: 'Search' }).fill(title)
    await other.getByRole('link', { name: title, exact: true }).click()
    await other.getByRole('textbox', { name: 'Description' }).fill('In the words of Sam.')
    await other.getByRole('button', { name: 'Save', exact: true }).click()
    await other.getByRole('heading', { level: 1, name: 'Glossary entries' }).waitFor()

    await send()
    await dialog.getByText(/^This entry has changed since you opened it/).waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await open(page, 'Review queue')
    await card.getByText('In the words of Sam.').waitFor()
    await edit()
    await send()
    await page.getByText(/^Approved with your edits/).waitFor()
  })

  test('a rejected author sees the mark at once, and reads the reason when it can no longer be taken back', async () => {
    const title = 'The Second Ladder'
    const reason = 'One ladder is enough: please add to the first.'
    await sendEntry(author.page, title)
    const entry = cards(author.page).getByRole('article', { name: title })
    await entry.getByRole('note', { name: '(Pending)' }).waitFor()

    const card = await review(title)
    await card.getByRole('button', { name: 'Reject' }).click()
    const dialog = staff.page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByLabel('Reason').fill(reason)
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await staff.page.getByText(/^Rejected\. You can undo/).waitFor()

    await author.page.goto('/discordia/world')
    await author.page.getByRole('checkbox', { name: 'Show my entries' }).click()
    const mark = entry.getByRole('note', { name: '(Rejected)' })
    await mark.hover()
    await author.page
      .getByRole('tooltip')
      .filter({ hasText: 'Your entry was rejected' })
      .first()
      .waitFor()
    const { page } = await come(server.url)
    await search(page, 'second ladder')
    await nothingFound(page)

    house.passTime(10 * MINUTE)
    const mail = await server.mailTo('dora@example.org', /The Second Ladder/)
    expect(mail).toContain(reason)
  })

  /** A time as the browser's field takes it: to the minute, in the zone of the person before it. */
  const typed = (page: Page, time: number) =>
    page.evaluate((at) => {
      const zone = new Date(at).getTimezoneOffset() * 60_000
      return new Date(at - zone).toISOString().slice(0, 16)
    }, time)

  async function writeEvent(page: Page, starts: number): Promise<void> {
    await open(page, 'News and events')
    await page.getByRole('link', { name: 'Create' }).first().click()
    await page.getByRole('radio', { name: 'event' }).click()
    await page.getByLabel('Title').fill(EVENT)
    await page.getByLabel('Short description').fill('With lanterns.')
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Bring boots.')
    await page.getByLabel('Starts at').fill(await typed(page, starts))
    await page.getByLabel('Ends at').fill(await typed(page, starts + 180 * MINUTE))
    await page.getByLabel('Location').fill('Harrow')
    for (const [field, choice] of [
      ['Event scope', 'National'],
      ['Event type', 'Both'],
    ] as const) {
      await page.getByRole('combobox', { name: field }).click()
      await page.getByRole('option', { name: choice, exact: true }).click()
    }
    await page.getByRole('button', { name: 'Save' }).click()
  }

  test('an event set for a minute appears at that minute: lists, page, calendar, one mail each', async () => {
    const at = Math.ceil(house.deps.clock() / MINUTE) * MINUTE + 5 * MINUTE
    const { page } = staff
    await writeEvent(page, at + DAY)
    await page.getByRole('button', { name: 'Publish at a time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Publish at a time' })
    await dialog.getByLabel('Time of publishing').fill(await typed(page, at))
    await dialog.getByText('At that time 2 members are told by mail, as things are now.').waitFor()
    await dialog.getByRole('button', { name: 'Publish at a time' }).click()
    await page.getByText('It will appear at that time.').waitFor()

    const reader = await come(server.url)
    const seen = async () => {
      const calls = ['activeEvents', 'latest', 'events.ics']
      const bodies = calls.map(async (call) =>
        (await fetch(`${server.url}/api/contents/${call}`)).text(),
      )
      return (await Promise.all(bodies)).map((body) => body.includes(EVENT))
    }
    house.passTime(at - house.deps.clock() - 1)
    await house.sync()
    expect(await seen()).toEqual([false, false, false])
    await reader.page.goto('/discordia/news&events/')
    await reader.page.waitForLoadState('networkidle')
    expect(await reader.page.getByText(EVENT).count()).toBe(0)

    house.passTime(1)
    await house.sync()
    expect(await seen()).toEqual([true, true, true])
    await reader.page.reload()
    await reader.page.getByText(EVENT).first().waitFor()

    const subscribers = ['ann@example.org', 'cleo@example.org']
    for (const recipient of subscribers)
      expect(await server.mailTo(recipient, new RegExp(EVENT))).toContain('With lanterns.')
    const mails = await readMails(join(server.dataDir, 'mail'))
    const announced = mails.filter(({ text }) => text.includes(EVENT))
    expect(announced.map(({ to }) => to).sort()).toEqual(subscribers)
  })
})

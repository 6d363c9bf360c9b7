import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { emailOf, signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { DAY } from '#test/helpers/fixtures/contents.ts'
import { addMembers } from '#test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const WIDE = { width: 1440, height: 900 }

/** A group that Ann owns, with Ben. */
async function world(server: DeskServer): Promise<void> {
  await addMembers(server)
  const { db } = server.deps
  const rows = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (name: string) => {
    const found = rows.find(({ username }) => username === name)
    if (found === undefined) throw new Error(`${name} is missing`)
    return found.id
  }
  await db.transaction().execute(async (tx) => {
    const { id: group_id } = await tx
      .insertInto('groups')
      .values({ name: 'Ravens', owner_id: idOf('Ann'), created_at: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = ['Ann', 'Ben'].map((name, n) => ({
      group_id,
      user_id: idOf(name),
      joined_at: n,
    }))
    await tx.insertInto('memberships').values(members).execute()
  })
}

describe('the next date of a group (behaviour 12.8)', () => {
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

  const panel = (page: Page) => page.getByRole('region', { name: 'Next session' })
  async function openGroup(name: string, size: typeof SMALL): Promise<Page> {
    const visitor = await visit(browser, { url: server.url }, size)
    visitors.push(visitor)
    const { page } = visitor
    await signIn(page, server, name)
    await page.goto('/discordia/dashboard?tab=groups')
    await page.getByRole('button', { name: /^Ravens \(/ }).click()
    await panel(page).waitFor()
    return page
  }
  async function expectClean(page: Page): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    // A dialog covers the page on purpose.
    if ((await page.getByRole('dialog').count()) === 0)
      expect(await thumbFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  }
  /** For `<input type="datetime-local">`. */
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 16)

  test('is found by a poll, fixed by the owner, told by mail, and answered', async () => {
    const ann = await openGroup('Ann', SMALL)
    await panel(ann).getByText('No session is planned.').waitFor()
    await expectClean(ann)
    await panel(ann).getByRole('button', { name: 'Propose dates' }).press('Enter')
    const ask = ann.getByRole('dialog', { name: 'Propose dates' })
    await ask.getByRole('textbox', { name: 'Title (optional)' }).fill('Which evening?')
    await ask.getByLabel('Start of date 1').fill(inDays(9))
    await ask.getByLabel('Start of date 2').fill(inDays(8))
    await expectClean(ann)
    await ask.getByRole('button', { name: 'Ask the members' }).press('Enter')
    await panel(ann).getByText('Which evening?').waitFor()
    await expectClean(ann)

    const ben = await openGroup('Ben', WIDE)
    const first = panel(ben).getByRole('radio', { name: 'Yes' }).first()
    await first.focus()
    await ben.keyboard.press('Space')
    await panel(ben).getByText('Yes (1): Ben').waitFor()
    await panel(ben).getByText('· Best date').waitFor()
    await expectClean(ben)

    await ann.reload()
    await ann.getByRole('button', { name: /^Ravens \(/ }).click()
    await panel(ann).getByText('Yes (1): Ben').waitFor()
    await panel(ann)
      .getByRole('button', { name: /^Fix this date/ })
      .first()
      .click()
    const fix = ann.getByRole('dialog', { name: 'Fix this date' })
    await fix.getByRole('textbox', { name: 'Link (optional)' }).fill('https://vtt.example/room')
    await expectClean(ann)
    await fix.getByRole('button', { name: 'Plan it' }).click()
    await panel(ann).getByText('1 is coming: Ben').waitFor()
    await expectClean(ann)
    expect(await server.mailTo(emailOf('Ben'), /Ravens meets/)).toContain('method=REQUEST')

    await panel(ann).getByRole('radio', { name: 'Coming', exact: true }).check()
    await panel(ann).getByText('2 are coming: Ann, Ben').waitFor()
  })

  test('repeats, and one of its dates is cancelled', async () => {
    const ann = await openGroup('Ann', WIDE)
    await panel(ann).getByRole('button', { name: 'Plan a session' }).click()
    const form = ann.getByRole('dialog', { name: 'Plan a session' })
    await form.getByLabel('Start').fill(inDays(20))
    await form.getByRole('textbox', { name: 'Title (optional)' }).fill('Thursdays')
    await form.getByRole('button', { name: /^Repeats/ }).click()
    await ann.getByRole('option', { name: 'Every 2 weeks' }).click()
    await form.getByRole('spinbutton', { name: 'Sessions in all' }).fill('3')
    await expectClean(ann)
    await form.getByRole('button', { name: 'Plan it' }).click()
    const dates = panel(ann).getByText('Thursdays')
    await dates.nth(2).waitFor()
    await panel(ann).getByRole('button', { name: 'Cancel this date' }).first().click()
    const question = ann.getByRole('dialog', { name: 'Cancel the session' })
    await question.getByRole('button', { name: 'Yes' }).click()
    await dates.nth(2).waitFor({ state: 'detached' })
    expect(await dates.count()).toBe(2)
    await expectClean(ann)
  })
})

import type { Page } from 'playwright-core'
import { sha256 } from '../../server/text/secrets.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { inspect } from '../../test/helpers/browser/inspect.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '../../test/helpers/fixtures/gameSessions.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

const GROUP = 'A Table for One'
const SECRET = 'a-secret-of-forty-three-characters-in-a-lin'
const EMAIL = 'gudrun@example.org'
/** CSS pixels. */
const SMALL = { width: 360, height: 740 }

/** The small world, and a group of Ann's with a session ahead and an invite link. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const { db, clock } = server.deps
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const ann = users.find(({ username }) => username === 'Ann')
  if (ann === undefined) throw new Error('No Ann')
  const group_id = await addGroup(server, GROUP, ann.id)
  await addGameSession(server, group_id, {}, [clock() + 3 * DAY])
  const times = { created_at: clock(), expires_at: clock() + DAY }
  const uses = { uses: 5, uses_left: 5 }
  await db
    .insertInto('invite_links')
    .values({ group_id, created_by: ann.id, secret_hash: sha256(SECRET), ...uses, ...times })
    .execute()
}

describe('a visitor with an invite link (behaviour 12.9)', () => {
  const built = builtSite({ world, ownContext: true })
  const main = (page: Page) => page.getByRole('main')
  const fill = (page: Page, label: string, text: string) =>
    main(page).getByLabel(label, { exact: true }).fill(text)
  const press = (page: Page, role: 'button' | 'link', name: string) =>
    main(page).getByRole(role, { name, exact: true }).press('Enter')
  const front = (page: Page) =>
    page.getByRole('status', { name: 'Your invite link' }).getByText(GROUP).waitFor()
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  /** Expects no fault in the look, also at 320 px, which is a wide window at 400 %. */
  async function expectClean(page: Page, step: string): Promise<void> {
    await page.evaluate(() => window.scrollTo(0, 0))
    expect([step, await inspect(page)]).toEqual([step, []])
    await page.setViewportSize({ width: 320, height: 256 })
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([step, excess]).toEqual([step, 0])
    await page.setViewportSize(SMALL)
  }

  test('registers, activates the account in another browser, logs in, joins and sees the group', async () => {
    const page = await built.newcomer(SMALL)
    await page.goto(`/discordia/dashboard#invite=${SECRET}`)
    await front(page)
    await page.getByText('1 player').waitFor()
    await expectClean(page, 'login')
    await press(page, 'link', 'Register')
    await heading(page, 'Register')
    await front(page)
    await expectClean(page, 'register')
    await fill(page, 'Email', EMAIL)
    await fill(page, 'Username', 'Gudrun')
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Confirm Password', PASSWORD)
    await press(page, 'button', 'Register')
    await page.getByText(/brings you back to your invite/).waitFor()
    await expectClean(page, 'registered')

    const mail = await built.server.mailTo(EMAIL, /activate-account/)
    const link = /\/auth\/activate-account\/[\w-]+#invite=[\w-]+/.exec(mail)?.[0] ?? ''
    const other = await built.newcomer(SMALL)
    await other.goto(link)
    await heading(other, 'Account activated')
    expect(other.url()).not.toContain(SECRET)
    await press(other, 'link', 'Login')
    await front(other)
    await fill(other, 'Email', EMAIL)
    await fill(other, 'Password', PASSWORD)
    await press(other, 'button', 'Login')
    await other.getByRole('button', { name: 'Get the invite' }).press('Enter')
    await heading(other, 'Welcome, Gudrun')
    await other
      .getByRole('article', { name: GROUP })
      .getByRole('button', { name: 'Accept' })
      .press('Enter')
    await other.getByRole('button', { name: /^A Table for One/, expanded: true }).waitFor()
    expect(other.url()).toMatch(/\/discordia\/dashboard\?group=\d+$/)
    expect(await other.evaluate(() => localStorage.getItem('invite_link'))).toBeNull()

    await page.goto('/auth/login')
    await fill(page, 'Email', EMAIL)
    await fill(page, 'Password', PASSWORD)
    await press(page, 'button', 'Login')
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/'))
    await page.goto('/discordia/dashboard')
    await heading(page, 'Welcome back, Gudrun')
  })
})

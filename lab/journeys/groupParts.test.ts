import type { Locator, Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { hold } from '../../test/helpers/browser/hold.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '../../test/helpers/fixtures/gameSessions.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const NAME = 'Thursday Lantern Club'

/** The small world, and a group of five that plays ten times, with an open invite and notices for its owner. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const { db, clock } = server.deps
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  const idOf = (name: string) => {
    const user = users.find(({ username }) => username === name)
    if (user === undefined) throw new Error(`No ${name}`)
    return user.id
  }
  const owner_id = idOf('Ann')
  const others = ['Ben', 'Cleo', 'Dora', 'Sue'].map(idOf)
  const group_id = await addGroup(server, NAME, owner_id, ...others)
  const created_at = clock()
  await db
    .insertInto('group_notices')
    .values(
      others.map((user_id) => ({
        group_id,
        owner_id,
        user_id,
        kind: 'accepted' as const,
        created_at,
      })),
    )
    .execute()
  await db
    .insertInto('invites')
    .values({ group_id, invited_by: owner_id, target_user_id: idOf('Sam'), created_at })
    .execute()
  const evenings = Array.from({ length: 10 }, (_, week) => created_at + (3 + 7 * week) * DAY)
  await addGameSession(server, group_id, { title: 'The lantern road' }, evenings)
}

describe('the parts of an open group (behaviour 12.9)', () => {
  const built = builtSite({ world })
  const opener = (page: Page) => page.getByRole('button', { name: new RegExp(`^${NAME}`) })
  const card = (page: Page) =>
    page
      .getByRole('list', { name: 'Groups' })
      .getByRole('listitem')
      .filter({ has: opener(page) })
  const link = (page: Page, name: string) =>
    page.getByRole('navigation', { name: `Parts of ${NAME}` }).getByRole('link', { name })
  const region = (page: Page, name: string) => card(page).getByRole('region', { name, exact: true })

  async function dashboard(at = ''): Promise<Page> {
    const { page } = built
    await page.setViewportSize(SMALL)
    await signIn(page, built.server, 'Ann')
    await page.goto(`/discordia/dashboard${at}`)
    return page
  }
  /** Presses Tab until the control has the focus. @returns how often */
  async function tabTo(control: Locator): Promise<number> {
    const isThere = () => control.evaluate((one) => one === document.activeElement)
    let count = 0
    for (; count < 20 && !(await isThere()); count += 1) await control.page().keyboard.press('Tab')
    expect(await isThere()).toBe(true)
    return count
  }

  test('the overview fits into 900 px at a width of 360, and planning is 12 keys away', async () => {
    const page = await dashboard()
    await opener(page).focus()
    await page.keyboard.press('Enter')
    await region(page, `Next session of ${NAME}`)
      .getByRole('radio', { name: 'Coming', exact: true })
      .waitFor()
    expect((await card(page).boundingBox())?.height).toBeLessThanOrEqual(900)
    const toSessions = await tabTo(link(page, 'Sessions'))
    await page.keyboard.press('Enter')
    const plan = region(page, 'Sessions').getByRole('button', { name: 'Plan a session' })
    await plan.waitFor()
    expect(toSessions + (await tabTo(plan))).toBeLessThanOrEqual(12)
  })

  test('what every server has is there before the plan, and the plan does not move it', async () => {
    const page = await dashboard()
    await opener(page).waitFor()
    const release = await hold(page, /\/rpggroups\/(plan|page)\//)
    await opener(page).press('Enter')
    const members = card(page).getByRole('list', { name: 'Members' })
    const disband = card(page).getByRole('button', { name: 'Disband' })
    await disband.waitFor()
    const places = async () => [await members.boundingBox(), await disband.boundingBox()]
    const before = await places()
    const isAsked = page.waitForResponse(/\/rpggroups\/plan\//)
    release()
    await isAsked
    await region(page, `Next session of ${NAME}`)
      .getByRole('radio', { name: 'Coming', exact: true })
      .waitFor()
    expect(await places()).toEqual(before)
  })

  test('a part is in the URL: nothing scrolls, the link keeps the focus, Back and a reload show it again', async () => {
    const page = await dashboard()
    await opener(page).press('Enter')
    await region(page, `Next session of ${NAME}`).waitFor()
    const scrolled = () => page.evaluate(() => window.scrollY)
    for (const name of ['Sessions', 'About', 'Members', 'Activity', 'Manage']) {
      await link(page, name).focus()
      const before = await scrolled()
      await page.keyboard.press('Enter')
      await link(page, name).and(page.locator('[aria-current="true"]')).waitFor()
      expect(page.url()).toMatch(new RegExp(`part=${name.toLowerCase()}$`))
      expect([name, await scrolled()]).toEqual([name, before])
      const hasFocus = await link(page, name).evaluate((one) => one === document.activeElement)
      expect([name, hasFocus]).toEqual([name, true])
    }
    await page.goBack()
    await region(page, 'Activity').waitFor()
    expect(await region(page, 'Manage').count()).toBe(0)
    await page.reload()
    await region(page, 'Activity').waitFor()
    await opener(page).press('Enter')
    await page.waitForURL('**/discordia/dashboard')
  })

  test('the part that is shown is told by more than its weight, also in forced colours', async () => {
    const page = await dashboard()
    await opener(page).press('Enter')
    await page.emulateMedia({ forcedColors: 'active' })
    const ground = (name: string) =>
      link(page, name).evaluate((one) => getComputedStyle(one).backgroundColor)
    expect(await ground('Overview')).not.toBe(await ground('Sessions'))
    await page.emulateMedia({ forcedColors: 'none' })
    expect(await ground('Overview')).toBe(await ground('Sessions'))
  })
})

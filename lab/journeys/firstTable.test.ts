import type { Locator, Page } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { inspect } from '../../test/helpers/browser/inspect.ts'
import { emailOf, signIn, tokensOf } from '../../test/helpers/browser/signIn.ts'
import { addOpening } from '../../test/helpers/fixtures/openingActs.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

const CLICKS_MAX = 4
/** The most presses until the request is sent. */
const ASKING_MAX = 3
const GROUP = 'Ravens'
/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

/** The small world, with a group of Ann's that looks for players. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const group = server.deps.db.selectFrom('groups').select('id').where('name', '=', GROUP)
  await addOpening(server, (await group.executeTakeFirstOrThrow()).id)
}

describe('a new account (behaviour 12.20)', () => {
  const built = builtSite({ world, ownContext: true })
  const main = (page: Page) => page.getByRole('main')

  /** A member who has registered, activated the account and just pressed "Login". */
  async function firstLogin(username: string): Promise<Page> {
    const { url, mailTo } = built.server
    const email = emailOf(username)
    const registered = await fetch(`${url}/api/users/register/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, username, password: PASSWORD }),
    })
    expect(registered.ok).toBe(true)
    const mail = await mailTo(email, /activate-account/)
    const page = await built.newcomer(SMALL)
    await page.goto(/\/auth\/activate-account\/[\w-]+/.exec(mail)?.[0] ?? '')
    await main(page).getByRole('link', { name: 'Login', exact: true }).click()
    await main(page).getByLabel('Email', { exact: true }).fill(email)
    await main(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main(page).getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL(({ pathname }) => !pathname.startsWith('/auth/'))
    return page
  }

  /** Accepts the only request to join, as the owner of the group. */
  async function acceptAsOwner(): Promise<void> {
    const { access } = await tokensOf(built.server, emailOf('Ann'))
    const [id] = await built.server.values('select id from join_requests')
    const accepted = await fetch(
      `${built.server.url}/api/rpggroups/join-requests/${String(id)}/accept/`,
      {
        method: 'POST',
        headers: { Authorization: `Bearer ${access}` },
      },
    )
    expect(accepted.ok).toBe(true)
  }

  /** The dashboard of the owner, before anyone asks. */
  async function ownerWaiting(): Promise<Page> {
    const page = await built.newcomer(SMALL)
    await signIn(page, built.server, 'Ann')
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: /^Ravens/ }).waitFor()
    expect(await page.getByText(/to join$/).count()).toBe(0)
    return page
  }

  /** The request appears without a reload and without an email, and leads to its answer. */
  async function expectSeen(page: Page): Promise<void> {
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Ravens/ }) })
    await row.getByText('1 request to join').waitFor()
    await page.getByRole('link', { name: `${GROUP} 1 request to join` }).click()
    await page.getByRole('link', { name: 'Members (1 request to join)' }).waitFor()
    await page.getByRole('button', { name: 'Accept Gudrun' }).waitFor()
  }

  test('asks within three clicks and two screens of its first login, and joins with the fourth, each by touch or by key', async () => {
    const page = await firstLogin('Gudrun')
    const owner = await ownerWaiting()
    let [clicks, scrolled] = [0, 0]
    const place = () => page.evaluate(() => window.scrollY)
    /** Presses what the page offers, as every other time by keyboard. */
    const press = async (target: Locator) => {
      clicks += 1
      await target.waitFor()
      const before = await place()
      await (clicks % 2 === 0 ? target.press('Enter') : target.click())
      scrolled += Math.abs((await place()) - before)
    }
    const group = page.getByRole('article', { name: GROUP, exact: true })
    await press(main(page).getByRole('link', { name: 'my account', exact: true }))
    await page.getByText('You currently have no groups.').waitFor()
    // Groups, then first steps, then the field for a new one; no empty box above them.
    expect(await page.getByRole('heading', { name: 'Coming up' }).count()).toBe(0)
    const parts = [
      group.getByRole('button', { name: `Ask to join ${GROUP}` }),
      page.getByRole('heading', { name: 'First steps' }),
      page.getByRole('textbox', { name: 'New group name' }),
    ]
    for (const part of parts) await part.waitFor()
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y))
    expect(tops).toEqual(tops.toSorted((one, other) => Number(one) - Number(other)))
    expect(tops[0]).toBeLessThanOrEqual(1.5 * SMALL.height)

    await press(group.getByRole('button', { name: `Ask to join ${GROUP}` }))
    await group.getByLabel('Message (optional)').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('I have two dice.')
    // The form takes no room from the texts of the group on a tablet either.
    await page.setViewportSize({ ...SMALL, width: 768 })
    const form = await group.getByRole('form').boundingBox()
    const texts = await group.getByText('Every other Thursday').boundingBox()
    expect(form?.y).toBeGreaterThan(Number(texts?.y))
    await page.setViewportSize(SMALL)
    await press(group.getByRole('button', { name: 'Send request' }))
    await group.getByText('You asked to join.').waitFor()
    expect(clicks).toBeLessThanOrEqual(ASKING_MAX)
    expect(scrolled).toBeLessThanOrEqual(2 * SMALL.height)
    await expectSeen(owner)
    await acceptAsOwner()
    // The answer comes without a reload.
    await press(page.getByRole('button', { name: `Join ${GROUP}`, exact: true }))
    await page.getByRole('button', { name: /^Ravens/ }).waitFor()
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)
    expect(await inspect(page)).toEqual([])
    const members = `select username from users u join memberships m on m.user_id = u.id
      join groups g on g.id = m.group_id where g.name = '${GROUP}'`
    expect(await built.server.values(members)).toContain('Gudrun')
  })
})

import type { Locator, Page } from 'playwright-core'
import { articlePath } from '../../contract/publicPages.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, menu } from '../../test/helpers/browser/desk.ts'
import { choose } from '../../test/helpers/browser/dropdown.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { addEvent, DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { seatPageIn } from '../../test/helpers/server/guests.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

const EVENING = 'Long evening'
const TABLE = 'Salt and lanterns'
const ROOM = 'The cellar'
/** CSS pixels. */
const SMALL = { width: 360, height: 780 }

/** The small world, with an evening of two slots and no tables, where people bring one companion, without an account, too. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const starts_at = server.deps.clock() + 7 * DAY
  const at = (hours: number) => new Date(starts_at + hours * HOUR).toISOString()
  await addEvent(server, {
    title: EVENING,
    starts_at,
    slots: JSON.stringify([
      { id: 1, starts_at: at(0), ends_at: at(1.5) },
      { id: 2, starts_at: at(1.5), ends_at: at(3) },
    ]),
    ...{ takes_offers: 1, guests: 1 },
    ...{ seats: 10, waiting_max: 5, confirm_hours: 24, companions_max: 1, companion_names: 1 },
    questions: '[]',
  })
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true })
const link = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('link', { name, exact: true })
const idIn = (page: Page) => Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])

/** Buttons that would be printed. */
async function printed(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  return page.getByRole('button').allTextContents()
}

/** What a page prints that its own "Print" would open a window for. */
async function printsBy(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await button(page, name).click()
  await page.locator('body[data-printed]').waitFor()
  await page.evaluate(() => document.body.removeAttribute('data-printed'))
}

describe('an evening with tables (behaviour 12.31)', () => {
  const built = builtSite({ world, ownContext: true })

  const memberOn = async (name: string, path: string) => {
    const page = await built.newcomer(SMALL)
    await signIn(page, built.server, name)
    await page.goto(path)
    return page
  }

  async function offer(page: Page): Promise<void> {
    await button(region(page, 'Programme'), 'Offer a table').click()
    const form = dialog(page, 'Offer a table')
    for (const [label, value] of Object.entries({
      'Title of the table': TABLE,
      Game: 'Two dice',
      'The table in one sentence': 'A lamp goes out, and the sea is too quiet.',
      'What players can expect': 'One evening on a pier.',
      'Players at most': '3',
    }))
      await form.getByLabel(label).fill(value)
    await button(form, 'Send offer').click()
    await form.waitFor({ state: 'detached' })
    await region(page, 'Programme').getByText('Waits for the team').waitFor()
  }

  /** Signs up with a companion, on the page of an event or a table. */
  async function signUp(page: Page, companion: string): Promise<void> {
    const panel = region(page, 'Registration')
    await choose(panel, 'Companions', '1 companion')
    await panel.getByRole('textbox', { name: 'Name of companion 1' }).fill(companion)
    await button(panel, 'Sign up').click()
    await panel.getByText('You’re coming.').waitFor()
  }

  /** Takes the offer from the queue, gives it a slot and a room, and accepts it. */
  async function accept(desk: Page): Promise<void> {
    await desk.getByRole('link', { name: /table to look at/ }).click()
    await desk.getByText(TABLE).first().click()
    await desk.getByText('Ann has offered this table.').waitFor()
    await desk.getByRole('combobox', { name: /^Slot/ }).click()
    await desk.getByRole('option').nth(1).click()
    await desk.getByRole('textbox', { name: 'Room' }).fill(ROOM)
    await button(desk, 'Save').click()
    await button(desk, 'Accept').and(desk.locator(':enabled')).click()
    await button(dialog(desk, `Accept “${TABLE}”?`), 'Accept').click()
    await desk.getByText('Accepted. The table is in the programme.').waitFor()
  }

  /** Asks for a seat without an account, and takes it on the page that the mail leads to. */
  async function comeAsGuest(page: Page, path: string, title: string): Promise<void> {
    await page.goto(path)
    const panel = region(page, 'Registration')
    await button(panel, 'Sign up without an account').click()
    await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Gus')
    await panel.getByRole('textbox', { name: 'Email address' }).fill('gus@example.org')
    await button(panel, 'Sign up').click()
    await panel.getByText(/^Look into your mailbox/).waitFor()
    const mail = await built.server.mailTo('gus@example.org', new RegExp(`${title}[^]*/seats/`))
    await page.goto(seatPageIn(mail))
    await button(page, 'Take the seat').click()
    await page.getByText('You have a seat').first().waitFor()
  }

  test('a table is offered, placed, joined by a party and a guest, led, and printed', async () => {
    const [id] = await built.server.values(`select id from contents where title = '${EVENING}'`)
    const path = articlePath(Number(id))
    const ann = await memberOn('Ann', path)
    await offer(ann)

    const desk = await built.newcomer({ at: 'desk' })
    await enter(desk, 'Sue')
    await menu(desk).waitFor()
    await accept(desk)

    const ben = await memberOn('Ben', path)
    await region(ben, 'Programme').getByText('You need a seat at the event').waitFor()
    await signUp(ben, 'Bo')
    await link(region(ben, 'Programme'), TABLE).click()
    await ben.getByRole('heading', { level: 1, name: TABLE }).waitFor()
    const table = idIn(ben)
    await signUp(ben, 'Bo')
    await link(ben, EVENING).click()
    await region(ben, 'Programme').getByText('You have a seat').waitFor()

    const gus = await built.newcomer(SMALL)
    await comeAsGuest(gus, path, EVENING)
    await comeAsGuest(gus, articlePath(table), TABLE)

    await ann.goto(articlePath(table))
    const players = region(ann, 'Your players')
    await players.getByText('3 people have a seat.').waitFor()
    await players.getByText('Has a seat. With Bo.').waitFor()
    await players.getByRole('checkbox', { name: 'Came: Ben' }).click()
    await players.getByRole('checkbox', { name: 'Came: Ben', checked: true }).waitFor()
    await button(players, 'Write to the players').click()
    const form = dialog(ann, 'Write to the players')
    await form.getByRole('textbox', { name: 'Subject' }).fill('Dice')
    await form.getByRole('textbox', { name: 'Message' }).fill('Bring two lanterns.')
    await button(form, 'Send email').click()
    await form.waitFor({ state: 'detached' })
    expect(await built.server.mailTo('ben@example.org', /lanterns\./)).toContain('Dice')

    await ben.reload()
    await region(ben, 'Programme').getByText(ROOM).waitFor()
    expect(await printed(ben)).toEqual([])
    expect(await region(ben, 'Programme').getByText(ROOM).isVisible()).toBe(true)

    await link(desk, 'Registrations').click()
    const came = desk.getByRole('checkbox', { name: 'Ben came' })
    await came.waitFor()
    expect(await came.isChecked()).toBe(true)
    await desk.getByText('Bo').first().waitFor()

    await link(desk, 'Programme').click()
    await printsBy(desk, 'Print the programme')
    expect(await printed(desk)).toEqual([])
    const row = desk.getByRole('row').filter({ hasText: TABLE })
    expect(await row.getByRole('cell').allTextContents()).toContain(ROOM)
    await printsBy(desk, 'Print the door sheets')
    expect(await printed(desk)).toEqual([])
    const sheet = region(desk, TABLE)
    expect(await sheet.textContent()).toContain(ROOM)
    const people = await sheet.getByRole('listitem').allTextContents()
    expect(people.map((one) => one.trim())).toEqual(['Ben 2 people, Bo', 'Gus'])
  }, 180_000)
})

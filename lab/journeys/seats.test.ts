import type { Page } from 'playwright-core'
import { axeFindings } from '../../test/helpers/browser/axe.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { emailOf, signIn } from '../../test/helpers/browser/signIn.ts'
import { thumbFindings } from '../../test/helpers/browser/thumbs.ts'
import { addEvent, DAY } from '../../test/helpers/fixtures/contents.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SMALL = { width: 360, height: 780 }
const EVENT = 'A night on the Sea of Glass'

/** The small world, and an event with one seat before all others. */
async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  const { clock } = server.deps
  await addEvent(server, {
    title: EVENT,
    starts_at: clock() + DAY / 2,
    seats: 1,
    waiting_max: 5,
    confirm_hours: 1,
    questions: JSON.stringify([{ text: 'What do you eat?', is_required: true }]),
  })
}

const built = builtSite({ world })

async function expectClean(page: Page): Promise<void> {
  // The sticky header covers parts of targets unless the page is at its top.
  await page.evaluate(() => window.scrollTo(0, 0))
  expect([...(await axeFindings(page)), ...(await thumbFindings(page))]).toEqual([])
}

test('seats at an event: led through the login and back, waiting, told when one is free (behaviour 12.7)', async () => {
  const panel = (page: Page) => page.getByRole('region', { name: 'Registration' })
  const says = (page: Page, text: string | RegExp) => panel(page).getByText(text).waitFor()
  const answer = async (page: Page, text: string) => {
    await panel(page).getByRole('button').press('Enter')
    await panel(page).getByRole('textbox', { name: 'What do you eat?' }).fill(text)
  }
  const list = await fetch(`${built.server.url}/api/contents/activeEvents`)
  const events = (await list.json()) as { id: number; title: string }[]
  const path = `/discordia/news/${events.find(({ title }) => title === EVENT)?.id}`
  const ben = await built.newcomer(SMALL)
  await ben.goto(path)
  await says(ben, 'The only seat is free.')
  await expectClean(ben)
  await panel(ben).getByRole('link', { name: 'Log in to sign up' }).press('Enter')
  await ben.getByRole('textbox', { name: 'Email' }).fill(emailOf('Ben'))
  await ben.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await ben.getByRole('main').getByRole('button', { name: 'Login' }).press('Enter')
  await ben.waitForURL(`**${path}#registration`)
  await answer(ben, 'Soup')
  await ben.keyboard.press('Tab')
  await ben.keyboard.press('Enter')
  await says(ben, /^You're coming\./)
  await expectClean(ben)
  const mail = await built.server.mailTo(emailOf('Ben'), /You have a seat/)
  expect(mail).toContain('method=PUBLISH')

  const ann = built.page
  await signIn(ann, built.server, 'Ann')
  await ann.goto(path)
  await answer(ann, 'Bread')
  await panel(ann).getByRole('button', { name: 'Join the waiting list' }).click()
  await says(ann, /You're number 1 on the waiting list/)
  await panel(ben).getByRole('button', { name: 'Give my seat back' }).click()
  const question = ben.getByRole('dialog', { name: 'Give my seat back' })
  await question.getByRole('button', { name: 'Yes' }).click()
  await says(ben, /You're no longer on the list/)
  await built.server.mailTo(emailOf('Ann'), /A seat is free for you/)
  await ann.goto('/discordia/news&events/')
  // The member's page has replaced the served one.
  await ann.getByRole('link', { name: 'Logout' }).waitFor()
  const card = ann.getByRole('article', { name: EVENT })
  await card.getByRole('button', { name: 'Read more' }).click()
  const dialog = ann.getByRole('dialog', { name: EVENT })
  await dialog.getByText(/We're holding it for you until/).waitFor()
  await dialog.getByRole('button', { name: 'Take the seat' }).click()
  await dialog.getByText(/^You're coming\./).waitFor()
})

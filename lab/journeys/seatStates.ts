import type { Page } from 'playwright-core'
import {
  dialog,
  type Role,
  type State,
  seatEventId,
} from '../../test/helpers/browser/walkStates.ts'

/* What a guest of events sees of registrations, beside the states of test/e2e/states.ts. */

/** Text of the registration for each event of seatStates.ts. */
const SEATS: readonly (readonly [title: string, text: string | RegExp])[] = [
  ['Closed', 'Registration is closed.'],
  ['Full', 'The only seat is taken.'],
  ['Waiting list', 'Join the waiting list'],
  ['With a seat', /^You're coming\./],
  ['On the list', /number 1 on the waiting list/],
  ['Offered', /A seat is free!/],
]

const states: readonly State[] = [
  {
    name: 'questions',
    path: `/discordia/news/${seatEventId('With questions')}`,
    async reach(page) {
      const panel = page.getByRole('region', { name: 'Registration' })
      await panel.getByRole('button', { name: 'Sign up' }).click()
      await panel.getByRole('textbox').first().waitFor()
    },
  },
  ...SEATS.map(([name, text]) => ({
    name,
    path: `/discordia/news/${seatEventId(name)}`,
    reach: (page: Page) =>
      page.getByRole('region', { name: 'Registration' }).getByText(text).waitFor(),
  })),
  {
    name: 'offered seat in the dialog of the list',
    path: '/discordia/news&events/',
    async reach(page) {
      const card = page.getByRole('article', { name: 'Offered' })
      await card.getByRole('button', { name: 'Read more' }).press('Enter')
      await dialog(page).getByRole('button', { name: 'Take the seat' }).waitFor()
    },
  },
  {
    name: 'Decline the seat, by the keyboard',
    async reach(page) {
      const take = dialog(page).getByRole('button', { name: 'Take the seat' })
      const isHere = () => take.evaluate((one) => one === document.activeElement)
      for (let n = 0; n < 10 && !(await isHere()); n++) await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: 'Decline the seat' })
      await question.getByRole('button', { name: 'No' }).waitFor()
    },
  },
]

export const guest: Role = { who: 'a guest of events', member: 'Gus', states }

import type { Page } from 'playwright-core'
import { articlePath } from '../../contract/publicPages.ts'
import { siteStates } from '../../test/e2e/states.ts'
import {
  asks,
  button,
  dialog,
  type Role,
  type State,
  seatEventId,
  translatedId,
  walkStates,
} from '../../test/helpers/browser/walkStates.ts'
import { withoutAccount } from './guestStates.ts'
import { guestOfConvention } from './programmeStates.ts'

/* What a guest of events sees of registrations, beside the states of test/e2e/states.ts. */

/** Text of the registration for each event. */
const SEATS: readonly (readonly [title: string, text: string | RegExp])[] = [
  ['Closed', 'Sign-up is closed.'],
  ['Full', 'The only seat is taken.'],
  ['Waiting list', 'Join the waiting list'],
  ['With a seat', /^You’re coming\./],
  ['On the list', /number 1 on the waiting list/],
  ['Waiting in company', /^The waiting list goes strictly in order/],
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
  {
    name: 'names of companions',
    path: `/discordia/news/${seatEventId('With companions')}`,
    async reach(page) {
      await button(page, /^Companions/).click()
      await page.getByRole('option', { name: '3 companions' }).click()
      await button(page, 'Join the waiting list').click()
      await page.getByText('Please fill this in.').first().waitFor()
    },
  },
  {
    name: 'Give the seat of a companion back',
    path: `/discordia/news/${seatEventId('Coming in company')}`,
    reach: asks('Give the seat of Bo back'),
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

const guest: Role = { who: 'a guest of events', member: 'Gus', states }

/** The dashboard of a member without groups, entries and seats. */
const newcomer: Role = {
  who: 'a newcomer',
  member: 'Sam',
  states: [
    {
      name: 'first steps',
      path: '/discordia/dashboard',
      reach: (page) => page.getByRole('region', { name: 'First steps' }).waitFor(),
    },
    {
      name: 'time zone and emails',
      async reach(page) {
        await button(page, 'Time zone and emails').click()
        await button(page, 'Save').waitFor()
      },
    },
    {
      name: 'open list of the languages of emails',
      path: '/discordia/dashboard?tab=settings&section=emails',
      // Room below, so that the list partly covers no target, which axe would report as too small.
      height: 2400,
      async reach(page) {
        await button(page, /^Language of emails/).click()
        await page.getByRole('option', { name: 'Deutsch' }).waitFor()
      },
    },
    {
      name: 'form of an entry, by its link',
      path: '/discordia/dashboard',
      async reach(page) {
        await page.getByRole('link', { name: /^Write your first entry/ }).click()
        await page.getByRole('dialog', { name: 'Create New Glossary Item' }).waitFor()
      },
    },
  ],
}

/** The link to the other article, in whatever words its language has. */
const shows = (page: Page) =>
  page.locator(`a[hreflang][href^="${articlePath(0).slice(0, -1)}"]`).waitFor()

const choice = (page: Page, name: string) => page.getByRole('navigation', { name })

/** Articles that are translations of each other, and the choice of a language. */
const reader: Role = {
  who: 'a reader of two languages',
  states: [
    {
      name: 'in another language',
      path: articlePath(translatedId),
      reach: shows,
    },
    { name: 'in the main language', path: articlePath(translatedId + 1), reach: shows },
    {
      name: 'languages in the footer',
      path: '/auth/login',
      reach: (page) => choice(page, 'Language').getByRole('link', { name: 'Deutsch' }).waitFor(),
    },
    {
      name: 'another language, chosen in the footer',
      async reach(page) {
        await choice(page, 'Language').getByRole('link', { name: 'Deutsch' }).press('Enter')
        await choice(page, 'Sprache').getByRole('link', { name: 'Deutsch' }).waitFor()
      },
    },
  ],
}

describe('every page and dialog of the site, at each width and over strange pictures', () => {
  walkStates('site', [...siteStates, guest, guestOfConvention, withoutAccount, newcomer, reader])
})

import type { Page } from 'playwright-core'
import { logInAtDesk, menu } from '../../test/helpers/browser/desk.ts'
import { enterSmall, WIDE } from '../../test/helpers/browser/inspect.ts'
import {
  asks,
  at,
  button,
  dialog,
  type Role,
  type State,
  seatEventId,
} from '../../test/helpers/browser/walkStates.ts'

/* Pages and dialogs of the desk that each role can see. */

/** Adds the rule that names of controls contain their texts, and waits for the menu of a wide window. */
const named = (states: readonly State[]): State[] =>
  states.map((state) => ({ also: menuOfWide, ...state, rules: ['label-content-name-mismatch'] }))

async function menuOfWide(page: Page, width: number): Promise<readonly string[]> {
  if (width === WIDE) await menu(page).getByRole('link').first().waitFor()
  return []
}

/** Expects a dark desk if the browser prefers dark colours. */
const darkGround: State['also'] = async (page, width) => {
  await menuOfWide(page, width)
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const isDark = ground === 'rgb(21, 19, 31)'
  return isDark === (width !== WIDE) ? [] : [`the ground is ${ground}`]
}

/** The button in the bar, which says which language the desk has. */
const languages = (page: Page) => button(page, 'English')

/** What small screens have behind a button. */
async function openActs(page: Page): Promise<void> {
  await button(page, /^Actions for /).press('Enter')
  await button(page, 'Reject').waitFor()
}

async function openList(page: Page): Promise<void> {
  await page.getByRole('combobox').first().press('Enter')
  await page.getByRole('listbox').waitFor()
}

const superuser: readonly State[] = named([
  { name: '/', path: '/', reach: (page) => languages(page).waitFor(), also: darkGround },
  ...at(
    '/review',
    '/applications',
    '/reports',
    '/reports/1/show',
    '/name-changes',
    '/messages/1/show',
    '/contents',
    '/contents/create',
    '/contents/create?kind=event',
    '/contents/6',
    '/contents/1/show',
    '/event-kinds/1',
    '/download-files/1',
    '/rule-entries',
    '/rule-entries/1',
    '/rule-videos/1',
    '/glossary-types/1',
    '/transfer',
    '/counters',
    '/members',
    '/members/create',
    '/member-invites',
    '/member-invites/create',
    '/admission',
    '/members/1/show',
    '/members/1/show?tab=groups',
    '/members/1/show?tab=acts',
    '/groups/1/show',
    '/openings',
    '/openings/1/show',
    '/outbox',
    '/audit/1/show',
    '/site',
    '/site?tab=frame',
    '/site?tab=pages',
    '/site?tab=book',
    '/site?tab=legal',
    '/site?tab=texts',
    '/site?tab=history',
    '/nothing-here',
  ),
  // The window is as high as the page: the bar with Save, which stays at the bottom, would hide half of a field.
  { name: '/site?tab=colours', path: '/site?tab=colours', height: 3000 },
])

const superuserDialogs: readonly State[] = [
  {
    name: 'menu of the languages of the desk',
    path: '/',
    async reach(page) {
      await languages(page).press('Enter')
      await page.getByRole('menuitem', { name: 'Deutsch' }).waitFor()
    },
  },
  {
    name: 'open list of a combobox',
    path: '/contents/create',
    reach: openList,
  },
  {
    name: 'open list of a filter',
    path: '/contents',
    reach: openList,
  },
  {
    name: 'menu of the account',
    path: '/',
    async reach(page) {
      await button(page, 'Profile').press('Enter')
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'texts of the site in German',
    path: '/site?tab=frame',
    async reach(page) {
      const choice = page.getByRole('group', { name: 'Texts in' })
      await choice.getByRole('button', { name: 'Deutsch' }).press('Enter')
      await choice.getByRole('button', { name: 'Deutsch', pressed: true }).waitFor()
    },
  },
  {
    name: 'Reject',
    path: '/review',
    async reach(page) {
      await openActs(page)
      await button(page, 'Reject').press('Enter')
      await page.getByRole('dialog', { name: /^Reject “/ }).waitFor()
    },
  },
  {
    name: 'Approve with edits',
    path: '/review',
    async reach(page) {
      await openActs(page)
      await asks('Approve with edits')(page)
    },
  },
  { name: 'Decide about a report', path: '/reports/1/show', reach: asks('Decide') },
  { name: 'Keyboard shortcuts', path: '/review', reach: asks('Keyboard shortcuts') },
  {
    name: 'menu of a row',
    path: '/rule-categories',
    async reach(page) {
      await button(page, /^Actions for /).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    },
  },
  {
    name: 'Delete of a row',
    path: '/rule-categories',
    async reach(page) {
      await button(page, /^Actions for /).press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await dialog(page).getByRole('button').first().waitFor()
    },
  },
  {
    name: 'a table to import',
    path: '/transfer',
    async reach(page) {
      await button(page, 'News and events').click()
      await page.getByLabel('Choose files').setInputFiles('desk/samples/contents.csv')
      await page.getByText('This is what an import would do:').waitFor()
    },
  },
  { name: 'Rename group', path: '/groups/1/show', reach: asks('Rename group') },
  { name: 'Change name', path: '/members/1/show', reach: asks('Change name') },
  { name: 'Change email address', path: '/members/1/show', reach: asks('Change email address') },
  {
    // A short list: axe measures what the bar covers of the rows below it.
    name: 'selected rows',
    path: '/rule-categories',
    async reach(page) {
      await page
        .getByRole('checkbox', { name: /^Select “/ })
        .first()
        .check()
      await button(page, 'Clear').waitFor()
    },
  },
  {
    name: 'Delete of several',
    reach: asks('Delete'),
  },
  {
    name: 'Close group',
    path: '/groups/1/show',
    async reach(page) {
      await button(page, 'Close group').click()
      await dialog(page)
        .getByText(/email the reason to 3 members/)
        .waitFor()
    },
  },
]

/** Long answers are cut off, so that a row is one line of 44 px, and its border. */
const rowsOfOneLine: State['also'] = async (page) => {
  const rows = page.getByRole('list', { name: 'With a seat' }).getByRole('listitem')
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().height),
  )
  return heights.length === 3 && heights.every((height) => height <= 45)
    ? []
    : [`the rows have ${heights.join(', ')} px`]
}

const withSeat = seatEventId('With a seat')

const staff: readonly State[] = [
  {
    name: 'member whom a message is about',
    path: '/messages/1/show',
    async reach(page) {
      await page.getByLabel('Name of a member or group').fill('Ann')
      await button(page, 'Look up').click()
      await page.getByRole('heading', { level: 3, name: 'Ann' }).waitFor()
    },
  },
  {
    name: 'event with seats',
    path: `/contents/${withSeat}`,
    reach: (page) => page.getByLabel('Places on the waiting list').waitFor(),
  },
  {
    name: 'registrations',
    path: `/contents/${withSeat}/registrations`,
    also: rowsOfOneLine,
    async reach(page) {
      await page.getByRole('checkbox', { name: 'Gus came' }).waitFor()
    },
  },
  {
    name: 'parties',
    path: `/contents/${seatEventId('Coming in company')}/registrations`,
    reach: (page) =>
      page
        .getByText(/^3 people, Bo, Cleo/)
        .first()
        .waitFor(),
  },
  {
    name: 'a person who is added',
    path: `/contents/${withSeat}/registrations`,
    async reach(page) {
      await button(page, 'Add person').click()
      await dialog(page).getByRole('button', { name: 'Add to list' }).click()
      await dialog(page).getByText('Enter a name first.').waitFor()
    },
  },
  {
    name: 'details of a registration',
    path: `/contents/${withSeat}/registrations`,
    async reach(page) {
      await button(page, 'Details of Gus').click()
      await button(page, 'Remove from list').waitFor()
    },
  },
  {
    name: 'mail to those who signed up',
    path: `/contents/${withSeat}/registrations`,
    async reach(page) {
      await button(page, 'Email everyone signed up').click()
      await dialog(page).getByRole('textbox', { name: 'Subject' }).waitFor()
    },
  },
  {
    name: 'member by the whole name',
    path: '/members',
    async reach(page) {
      await page.getByLabel('Name of the member').fill('Ben')
      await button(page, 'Look up').click()
      await page.getByRole('heading', { name: 'Ben', exact: true }).waitFor()
    },
  },
  {
    name: 'page of superusers',
    path: '/groups',
    async reach(page) {
      await page.getByRole('heading', { level: 1, name: 'You don’t have access' }).waitFor()
    },
    async also(page, width) {
      await menuOfWide(page, width)
      const hidden = ['Groups', 'Outgoing email', 'Audit log']
      const links = await menu(page).getByRole('link').allTextContents()
      return links.filter((link) => hidden.includes(link)).map((link) => `the menu has ${link}`)
    },
  },
]

/** Logged out at the desk. */
const player: readonly State[] = [
  {
    name: 'login',
    async also(page) {
      const notices = page.locator('[aria-live="polite"]')
      return (await notices.evaluate((element) => element.clientHeight)) === 0
        ? []
        : ['an empty panel stands beside the form']
    },
  },
  {
    name: 'login that is refused',
    async reach(page) {
      await enterSmall(page)
      await logInAtDesk(page, 'Ann')
      await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    },
    also: async (page) => ((await menu(page).count()) === 0 ? [] : ['there is a menu']),
  },
]

/** A row for each role. */
export const deskStates: readonly Role[] = [
  { who: 'a superuser', member: 'Sam', states: superuser },
  { who: 'a superuser in menus and dialogs', member: 'Sam', states: superuserDialogs },
  { who: 'staff', member: 'Sue', states: staff },
  { who: 'a player at the door of the desk', states: player },
]

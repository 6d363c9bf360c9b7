import type { Page } from 'playwright-core'
import { answerWith } from '#test/helpers/browser/apiEdge.ts'
import { logInAtDesk, menu } from '#test/helpers/browser/desk.ts'
import { enterSmall, type inspect, SMALL, WIDE } from '#test/helpers/browser/inspect.ts'
import type { StrangePicture } from '#test/helpers/browser/strangePictures.ts'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'
import { addSeatStates } from '#test/helpers/fixtures/seatStates.ts'
import { aGroup, aMember, id } from '#test/helpers/fixtures/siteState.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/*
 * The table of states: what each role can have in front of it. states.test.ts opens each of them once, and everything
 * that looks can tell of it is checked there and then. A new page or dialog is a row.
 */

export async function statesWorld(server: DeskServer): Promise<void> {
  await deskWorld(server)
  await addSeatStates(server)
}
/** The contents before those of the seats. */
const CONTENTS = 7

export type State = NonNullable<Parameters<typeof inspect>[1]> & {
  readonly name: string
  /** Of its page; without one, the state before leads to it. */
  readonly path?: string
  /** From the page to the state. */
  readonly reach?: (page: Page) => Promise<unknown>
}

const at = (...paths: readonly string[]): State[] => paths.map((path) => ({ name: path, path }))
const over = (pictures: readonly StrangePicture[], ...paths: readonly string[]): State[] =>
  paths.map((path) => ({ name: path, path, pictures }))
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first()
const dialog = (page: Page) => page.getByRole('dialog')
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
/** Opens a dialog, which the next state closes. */
const asks = (opener: string) => async (page: Page) => {
  await button(page, opener).click()
  await dialog(page).getByRole('button').first().waitFor()
}
export async function closeDialog(page: Page): Promise<void> {
  if ((await dialog(page).count()) === 0) return
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
}
/** Behind the dialog of the state before. */
const then = (reach: NonNullable<State['reach']>) => async (page: Page) => {
  await closeDialog(page)
  await reach(page)
}

/** The search of the rules stays in the first view (behaviour 2). */
const searchInView: State['also'] = async (page) => {
  const box = await page.getByRole('tabpanel').getByRole('searchbox').boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return (box?.y ?? height) + (box?.height ?? 0) > height ? ['the search is below the window'] : []
}

/** The consent banner covers no control of the first view, and ends at the bottom of the window. */
const bannerAtBottom: State['also'] = async (page) => {
  const box = await page.getByRole('region', { name: 'Cookie consent', exact: true }).boundingBox()
  const foot = Math.round((box?.y ?? 0) + (box?.height ?? 0))
  return foot === page.viewportSize()?.height ? [] : [`the banner ends at ${foot} px`]
}

const visitor: readonly State[] = [
  ...over(
    ['white'],
    '/discordia/',
    '/discordia/rpg-initiative',
    '/discordia/news&events/',
    '/discordia/downloads',
  ),
  { name: '/discordia/rules', path: '/discordia/rules', pictures: ['white'], also: searchInView },
  ...over(['white'], '/discordia/ruleItem/1', '/discordia/world', '/auth/login'),
  ...over(['white', 'noise'], '/discordia/news/1', '/discordia/news/6'),
  ...at(
    '/discordia/rules?tab=basic',
    '/auth/register',
    '/auth/forgot-password',
    '/auth/verified-change-password/no-such-link',
    '/auth/activate-account/no-such-link',
  ),
  {
    name: 'errors of a form',
    path: '/auth/register',
    async reach(page) {
      await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'open file',
    path: '/discordia/downloads',
    async reach(page) {
      await button(page, 'Table 1').click()
      await button(page, 'Download').waitFor()
    },
  },
  { name: 'article in its dialog', path: '/discordia/news&events/', reach: asks('Read more') },
  {
    name: 'open list of categories',
    path: '/discordia/rules',
    // Room below, so that the list covers nothing that axe then finds too small to click.
    height: 2400,
    async reach(page) {
      await page.getByRole('button', { name: /^Category/ }).click()
      await page.getByRole('searchbox', { name: 'Search categories' }).waitFor()
    },
  },
  ...['/auth/login', '/discordia/rules'].map((path) => ({
    name: `${path} before consent`,
    path,
    async reach(page: Page) {
      await page.context().clearCookies()
      await page.reload()
      await button(page, 'Accept').waitFor()
    },
    also: bannerAtBottom,
  })),
]

const LONGEST = 'W'.repeat(100)
const crowd = Array.from({ length: 50 }, (_, n) =>
  aMember({ id: id(n + 1), name: `${n} ${'Wanderer '.repeat(16)}`.trim(), owner: n === 0 }),
)

/** All in one row from 360 px on; at 320 px within the window, and still large enough. */
const tabsFit: State['also'] = async (page, width) => {
  if (width !== SMALL) return []
  const tops = async () =>
    page.getByRole('tab').evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
  const found = new Set(await tops()).size === 1 ? [] : ['the tabs are in several rows']
  await page.setViewportSize({ width: 320, height: 640 })
  for (const tab of await page.getByRole('tab').all()) {
    const { x = -1, width: wide = 0, height = 0 } = (await tab.boundingBox()) ?? {}
    if (x < 0 || x + wide > 320 || height < 44)
      found.push(`320 px: tab at ${x} of ${wide}x${height}`)
  }
  return found
}

const answerInView: State['also'] = async (page) => {
  const no = await dialog(page).getByRole('button', { name: 'No', exact: true }).boundingBox()
  return (no?.y ?? 900) + (no?.height ?? 0) > 800 ? ['“No” is below the window'] : []
}

const owner: readonly State[] = [
  {
    name: 'groups',
    path: '/discordia/dashboard?tab=groups',
    pictures: ['white'],
    also: tabsFit,
  },
  ...at(...['invites', 'details', 'settings'].map((tab) => `/discordia/dashboard?tab=${tab}`)),
  { name: 'open group', path: '/discordia/dashboard', reach: press(/^Ravens/) },
  { name: 'Leave', reach: asks('Leave') },
  { name: 'Disband', reach: then(asks('Disband')) },
  { name: 'Remove Ben', reach: then(asks('Remove Ben')) },
  { name: 'Request name change', reach: then(asks('Request name change')) },
  {
    name: 'group of 50 with the longest names',
    path: '/discordia/dashboard',
    async reach(page) {
      const group = aGroup({ name: LONGEST, is_owner: true, members: crowd })
      await answerWith(page, '/rpggroups/list', [group])
      await page.reload()
      await button(page, `${LONGEST} (50 members)`).click()
      await button(page, 'Disband').waitFor()
    },
  },
  { name: 'end of the group of 50', reach: asks('Disband'), also: answerInView },
  {
    name: 'errors of an entry',
    path: '/discordia/world?show=mine',
    async reach(page) {
      await button(page, 'Create new glossary item').click()
      await dialog(page).getByRole('button', { name: 'Send Item for Review' }).click()
      await dialog(page).getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'own entry',
    reach: then(async (page) => {
      const own = page.getByRole('article', { name: 'Pending moth 1', exact: true })
      await own.getByRole('heading', { level: 3 }).getByRole('button').click()
      await own.getByRole('button', { name: 'minimize' }).waitFor()
    }),
  },
  { name: 'Delete Entry', reach: asks('Delete Entry') },
]

/** In the order of their rows in the database. */
const SEATS: readonly (readonly [title: string, text: string | RegExp])[] = [
  ['With questions', /12 of 12 seats are free/],
  ['For groups', 'To my groups'],
  ['Closed', 'The registration is closed.'],
  ['Full', /All 1 seats? (is|are) taken/],
  ['Waiting list', 'Join the waiting list'],
  ['With a seat', 'You have a seat.'],
  ['On the list', /number 1 on the waiting list/],
  ['Offered', /A seat is free for you/],
]

const guest: readonly State[] = [
  ...SEATS.map(([name, text], n) => ({
    name,
    path: `/discordia/news/${CONTENTS + 1 + n}`,
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

/** Names of controls hold their texts; a wide window has its menu before it is looked at. */
const named = (states: readonly State[]): State[] =>
  states.map((state) => ({ also: menuOfWide, ...state, rules: ['label-content-name-mismatch'] }))

async function menuOfWide(page: Page, width: number): Promise<readonly string[]> {
  if (width === WIDE) await menu(page).getByRole('link').first().waitFor()
  return []
}

/** The desk is dark where the browser asks for it. */
const darkGround: State['also'] = async (page, width) => {
  await menuOfWide(page, width)
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const isDark = ground === 'rgb(21, 19, 31)'
  return isDark === (width !== WIDE) ? [] : [`the ground is ${ground}`]
}

const superuser: readonly State[] = named([
  { name: '/', path: '/', also: darkGround },
  ...at(
    '/review',
    '/name-changes',
    '/messages/1/show',
    '/contents',
    '/contents/create',
    '/contents/6',
    '/contents/1/show',
    '/download-files/1',
    '/rule-entries',
    '/rule-entries/1',
    '/rule-videos/1',
    '/glossary-types/1',
    '/transfer',
    '/counters',
    '/members',
    '/members/1/show',
    '/groups/1/show',
    '/outbox',
    '/audit/1/show',
    '/nothing-here',
  ),
]).concat([
  {
    name: 'Reject',
    path: '/review',
    async reach(page) {
      await button(page, 'Reject').press('Enter')
      await page.getByRole('dialog', { name: /^Reject: / }).waitFor()
    },
  },
  { name: 'Approve with edits', path: '/review', reach: asks('Approve with edits') },
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
    name: 'Close the group',
    path: '/groups/1/show',
    async reach(page) {
      await button(page, 'Close the group').click()
      await dialog(page)
        .getByText(/mailed to 3 members/)
        .waitFor()
    },
  },
])

const withSeat = CONTENTS + 1 + SEATS.findIndex(([title]) => title === 'With a seat')

const staff: readonly State[] = [
  {
    name: 'event with seats',
    path: `/contents/${withSeat}`,
    reach: (page) => page.getByLabel('Who may come').waitFor(),
  },
  {
    name: 'mail to those who signed up',
    path: `/contents/${withSeat}`,
    async reach(page) {
      await button(page, 'Write to those who signed up').click()
      await dialog(page).getByRole('textbox', { name: 'Subject' }).waitFor()
    },
  },
  {
    name: 'registrations',
    path: `/registrations?filter=${encodeURIComponent(JSON.stringify({ content_id: withSeat }))}`,
    reach: (page) => page.getByText('Gus').first().waitFor(),
  },
  {
    name: 'page of superusers',
    path: '/members',
    async reach(page) {
      await page.getByRole('heading', { level: 1, name: 'Not for your role' }).waitFor()
    },
    async also(page, width) {
      await menuOfWide(page, width)
      const hidden = ['Members', 'Groups', 'Outgoing mail', 'Audit log']
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
      const notices = page.locator('.desk-notices')
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

/** By who looks. */
export const STATES: readonly {
  who: string
  place: 'site' | 'desk'
  member?: string
  states: readonly State[]
}[] = [
  { who: 'a visitor', place: 'site', states: visitor },
  { who: 'the owner of a group', place: 'site', member: 'Ann', states: owner },
  { who: 'a guest of events', place: 'site', member: 'Gus', states: guest },
  { who: 'a superuser', place: 'desk', member: 'Sam', states: superuser },
  { who: 'staff', place: 'desk', member: 'Sue', states: staff },
  { who: 'a player at the door of the desk', place: 'desk', states: player },
]

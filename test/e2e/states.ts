import type { Page } from 'playwright-core'
import { respondWith } from '#test/helpers/browser/apiEdge.ts'
import { SMALL } from '#test/helpers/browser/inspect.ts'
import type { StrangePicture } from '#test/helpers/browser/strangePictures.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import {
  asks,
  at,
  button,
  closeDialog,
  dialog,
  type Role,
  type State,
} from '#test/helpers/browser/walkStates.ts'
import { aGroup, aMember, id } from '#test/helpers/fixtures/siteState.ts'

/* Pages and dialogs of the site that each role can see. */

const over = (pictures: readonly StrangePicture[], ...paths: readonly string[]): State[] =>
  paths.map((path) => ({ name: path, path, pictures }))
const press = (name: string | RegExp) => (page: Page) => button(page, name).click()
/** Closes the dialog of the previous state first. */
const then = (reach: NonNullable<State['reach']>) => async (page: Page) => {
  await closeDialog(page)
  await reach(page)
}

/** The search of the rules stays in the first view (behaviour 2.10). */
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
]

/** What a visitor opens on those pages. */
const opened: readonly State[] = [
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
    name: 'month of events',
    path: '/discordia/news&events/?view=month',
    reach: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'open list of categories',
    path: '/discordia/rules',
    // Room below, so that the list partly covers no target, which axe would report as too small.
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
      await takenOver(page)
      await button(page, 'Accept').waitFor()
    },
    also: bannerAtBottom,
  })),
]

const LONGEST = 'W'.repeat(100)
const crowd = Array.from({ length: 50 }, (_, n) =>
  aMember({ id: id(n + 1), name: `${n} ${'Wanderer '.repeat(16)}`.trim(), owner: n === 0 }),
)

/** Tabs stand in one row from 360 px on; at 320 px they fit the window and are large enough. */
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

const openGroup = {
  id: 90,
  group_name: LONGEST,
  owner: LONGEST,
  crest: null,
  players: 4,
  next_start: '2026-12-09T18:00:00.000Z',
  plays: LONGEST,
  languages: ['de', 'en'],
  mode: 'both',
  place: LONGEST,
  rhythm: 'Every other Thursday',
  beginners: true,
  content_notes: LONGEST,
  free: 2,
}
const joinRequests = (['open', 'accepted', 'declined', 'closed'] as const).map((answer, at) => ({
  id: at + 1,
  group_id: at + 91,
  group_name: at === 0 ? LONGEST : `Table ${at}`,
  crest: null,
  message: '',
  answer,
  sentence: answer === 'declined' ? LONGEST : '',
  asked_at: '2026-11-25T18:00:00.000Z',
  invite_id: answer === 'accepted' ? 5 : null,
  again_at: answer === 'declined' ? '2026-12-23T18:00:00.000Z' : null,
}))

const SETTINGS_ROWS = 'email password two-step sessions activity blocks letter data deletion'.split(
  ' ',
)

const owner: readonly State[] = [
  {
    name: 'groups',
    path: '/discordia/dashboard?tab=groups',
    pictures: ['white'],
    also: tabsFit,
  },
  ...at(...['invites', 'details', 'settings'].map((tab) => `/discordia/dashboard?tab=${tab}`)),
  {
    name: 'settings with open rows',
    path: `/discordia/dashboard?tab=settings&section=${SETTINGS_ROWS.join('&section=')}`,
    reach: (page) => button(page, 'Delete my account').waitFor(),
  },
  {
    name: 'calendar links',
    path: '/discordia/dashboard?section=calendar',
    reach: (page) => button(page, 'Create link').waitFor(),
  },
  { name: 'open group', path: '/discordia/dashboard', reach: press(/^Ravens/) },
  ...['Sessions', 'About', 'Members', 'Activity', 'Manage'].map((name) => ({
    name: `open group: ${name}`,
    reach: (page: Page) => page.getByRole('link', { name, exact: true }).click(),
  })),
  { name: 'form of an opening', reach: press('Change what you say about your group') },
  {
    name: 'past session',
    async reach(page) {
      await page.getByRole('link', { name: 'Sessions', exact: true }).click()
      await page.getByRole('button', { name: /^Past sessions/ }).click()
      await page.getByRole('button', { name: /Into the mine/ }).click()
      await button(page, 'Edit recap').waitFor()
    },
  },
  { name: 'recap', reach: asks('Edit recap') },
  { name: 'who came', reach: then(asks('Correct who came')) },
  { name: 'Leave', reach: then(asks('Leave')) },
  { name: 'Disband', reach: then(asks('Disband')) },
  { name: 'Remove Ben', reach: then(asks('Remove Ben')) },
  { name: 'Request name change', reach: then(asks('Request name change')) },
  {
    name: 'menu of a member',
    async reach(page) {
      await closeDialog(page)
      await page.getByRole('link', { name: 'Members', exact: true }).click()
      await button(page, 'More for Ben').click()
    },
  },
  {
    name: 'report',
    reach: (page) => page.getByRole('menuitem', { name: 'Report name Ben' }).click(),
  },
  {
    name: 'question before a block',
    async reach(page) {
      await closeDialog(page)
      await button(page, 'More for Ben').click()
      await page.getByRole('menuitem', { name: 'Block Ben' }).click()
    },
  },
  {
    name: 'group of 50 with the longest names',
    path: '/discordia/dashboard',
    async reach(page) {
      const group = aGroup({ name: LONGEST, is_owner: true, members: crowd })
      await respondWith(page, '/rpggroups/list', [group])
      await page.reload()
      await button(page, `${LONGEST} (50 members)`).click()
      await button(page, 'Disband').waitFor()
    },
  },
  { name: 'end of the group of 50', reach: asks('Disband'), also: answerInView },
  {
    name: 'groups that look for players, with the longest names',
    path: '/discordia/dashboard',
    async reach(page) {
      await respondWith(page, '/rpggroups/openings/', { groups: [openGroup], next: 1 })
      await respondWith(page, '/rpggroups/join-requests/', joinRequests)
      await page.reload()
      await button(page, 'Groups looking for players').click()
      await button(page, `Ask to join ${LONGEST}`).click()
      await button(page, 'Send request').waitFor()
    },
  },
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

/** A row for each role. */
export const siteStates: readonly Role[] = [
  { who: 'a visitor', states: visitor },
  { who: 'a visitor who looks closer', states: opened },
  { who: 'the owner of a group', member: 'Ann', states: owner },
]

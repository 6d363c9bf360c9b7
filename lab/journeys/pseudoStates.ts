import type { Page } from 'playwright-core'
import { settled } from '../../test/helpers/browser/browser.ts'
import { type Role, type State, seatEventId } from '../../test/helpers/browser/walkStates.ts'
import { SEAT_TITLES } from '../../test/helpers/fixtures/seatStates.ts'

/*
 * Pages and dialogs that are read in other languages. The tables of test/e2e/states.ts find their controls by English
 * names; these open what there is.
 */

/** Says the text of a key in the language of the page. */
type Say = (key: string) => string

const at = (...paths: readonly string[]): State[] => paths.map((path) => ({ name: path, path }))

/** Opens each closed part of the page, and the parts of these. */
async function openAll(page: Page): Promise<void> {
  const closed = page.locator(
    'main [aria-expanded="false"]:not([aria-haspopup], [role="combobox"])',
  )
  for (let round = 0; round < 2; round += 1) {
    await closed.evaluateAll((all) => {
      for (const each of all) if (each instanceof HTMLElement) each.click()
    })
    await settled(page)
  }
}

const opens = (control: string) => async (page: Page) => {
  await page.locator(control).first().click()
  await page.locator('[role="dialog"], [role="listbox"], [role="menu"]').first().waitFor()
}
const sends = async (page: Page) => {
  await page.locator('main form [type="submit"]').first().click()
  await page.locator('main [aria-invalid="true"]').first().waitFor()
}

const visitor = (say: Say): readonly State[] => [
  { name: 'before consent', path: '/discordia/' },
  {
    name: 'menu',
    async reach(page) {
      await page.getByRole('button', { name: say('cookies.accept'), exact: true }).click()
      await page.locator('header [aria-expanded="false"]').click()
    },
  },
  ...at(
    '/discordia/rpg-initiative',
    '/discordia/news&events/',
    '/discordia/rules',
    '/discordia/rules?tab=basic',
    '/discordia/ruleItem/1',
    '/discordia/news/1',
    '/discordia/news/6',
    '/discordia/news/404',
    '/discordia/no-such-page',
    '/auth/login',
    '/auth/forgot-password',
    '/auth/verified-change-password/no-such-link',
    '/auth/activate-account/no-such-link',
  ),
  { name: 'errors of a form', path: '/auth/register', reach: sends },
  { name: 'open files', path: '/discordia/downloads', reach: openAll },
  { name: 'open entries', path: '/discordia/world', reach: openAll },
  {
    name: 'article in its dialog',
    path: '/discordia/news&events/',
    reach: opens('main article button'),
  },
  {
    name: 'open list of categories',
    path: '/discordia/rules',
    reach: opens('main [aria-haspopup="listbox"]'),
  },
  { name: 'search', path: '/discordia/', reach: opens('header [aria-haspopup="dialog"]') },
  { name: 'read offline', path: '/discordia/', reach: opens('footer [aria-haspopup="dialog"]') },
]

const GROUP = '/discordia/dashboard?group=1'
const PARTS = ['sessions', 'about', 'members', 'activity', 'manage']
const SETTINGS = 'email password two-step sessions activity blocks letter data deletion'.split(' ')

const owner = (say: Say): readonly State[] => {
  const press = (page: Page, name: string) =>
    page
      .getByRole('button', { name: say(name), exact: true })
      .first()
      .click()
  const shows = (key: string, path: string): State => ({
    name: key,
    path,
    reach: (page) => press(page, key),
  })
  const asks = (key: string, path: string): State => ({
    name: key,
    path,
    async reach(page) {
      await press(page, key)
      await page.getByRole('dialog').getByRole('button').first().waitFor()
    },
  })
  return [
    ...at('/discordia/world?show=mine', '/discordia/news/6', '/discordia/dashboard?tab=invites'),
    ...at('/discordia/dashboard?tab=details'),
    {
      name: 'settings',
      path: `/discordia/dashboard?tab=settings&section=${SETTINGS.join('&section=')}`,
      reach: openAll,
    },
    { name: 'open parts of the dashboard', path: '/discordia/dashboard', reach: openAll },
    shows('calendar.make', '/discordia/dashboard?section=calendar'),
    ...[GROUP, ...PARTS.map((part) => `${GROUP}&part=${part}`)].map((path) => ({
      name: path,
      path,
      reach: openAll,
    })),
    shows('openings.change_name', `${GROUP}&part=manage`),
    shows('group_page.edit', `${GROUP}&part=manage`),
    {
      name: 'menu of a session',
      path: `${GROUP}&part=sessions`,
      reach: opens('main [aria-haspopup="menu"]'),
    },
    asks('planning.plan_session', `${GROUP}&part=sessions`),
    asks('planning.propose', `${GROUP}&part=sessions`),
    asks('dashboard.disband', GROUP),
    asks('dashboard.request_name_change', '/discordia/dashboard?tab=details'),
    asks('glossary.create', '/discordia/world?show=mine'),
  ]
}

const newcomer: readonly State[] = [
  { name: 'first steps', path: '/discordia/dashboard' },
  { name: 'first steps, open', path: '/discordia/dashboard', reach: openAll },
]

const guest: readonly State[] = SEAT_TITLES.map((title) => ({
  name: title,
  path: `/discordia/news/${seatEventId(title)}`,
}))

export const rolesIn = (say: Say): readonly Role[] => [
  { who: 'a visitor', states: visitor(say) },
  { who: 'the owner of a group', member: 'Ann', states: owner(say) },
  { who: 'a newcomer', member: 'Sam', states: newcomer },
  { who: 'a guest of events', member: 'Gus', states: guest },
]

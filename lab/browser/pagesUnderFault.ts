import type { Locator, Page } from 'playwright-core'
import texts from '../../locales/en/translation.json' with { type: 'json' }
import { type RoutePath, routes, urlOf } from '../../src/app/routes.ts'

/** A page of the site with a working API, and with a faulty one. */
export type PageUnderFault = {
  readonly path: string
  readonly isMember?: true
  /** Action that starts the call; most pages call when they open. */
  readonly act?: (main: Locator) => Promise<void>
  /** Element that is shown once all responses have arrived. */
  readonly whole: (main: Locator) => Locator
  /** Message for a failed call; null if the page makes no call. */
  readonly sentence: string | null
  /** Whether only the status of the response is read. */
  readonly readsStatusOnly?: true
  /** Message for 404, which replaces `sentence`; the visitor reloads the page. */
  readonly missing?: string
  /** How the visitor retries: by the page's button, the same action, or a reload. */
  readonly retry: 'button' | 'act' | 'reload'
}

const heading = (name: string) => (main: Locator) =>
  main.getByRole('heading', { level: 1, name, exact: true })
const text = (words: string) => (main: Locator) => main.getByText(words, { exact: true })
const press = (main: Locator, name: string) =>
  main.getByRole('button', { name, exact: true }).click()
const failed = { sentence: texts.errors.load_failed, retry: 'button' } as const

type Rows = readonly PageUnderFault[]
/** A path with a parameter does not compile without a row: nothing else knows a value for it. */
type RowsByPath = Partial<Record<RoutePath, Rows>> &
  Record<Extract<RoutePath, `${string}:${string}`>, Rows>

/** A page that says by `LoadState` that its call failed. */
const plain = (entry: (typeof routes)[number]): PageUnderFault => ({
  path: urlOf(entry),
  ...('requiresLogin' in entry && { isMember: true }),
  whole: (main) => main.filter({ hasNotText: failed.sentence }),
  ...failed,
})

/** One case or more for each row of the route table. @param resetId id of a mailed link that is valid */
export function pagesUnderFault(resetId: string): Rows {
  const rows = rowsByPath(resetId)
  return routes.flatMap((entry) => rows[entry.path] ?? [plain(entry)])
}

const rowsByPath = (resetId: string): RowsByPath => ({
  '/': [
    {
      path: '/discordia/',
      whole: (main) => main.getByRole('article').first(),
      sentence: texts.landing_page.news_error,
      retry: 'button',
    },
  ],
  '/rpg-initiative': [
    {
      path: '/discordia/rpg-initiative',
      whole: heading('RPG Initiative'),
      sentence: null,
      retry: 'reload',
    },
  ],
  '/news&events/': [
    {
      path: '/discordia/news&events/',
      whole: (main) => main.getByRole('article').first(),
      sentence: texts.news.empty,
      retry: 'button',
    },
  ],
  '/news/:news_id': [
    {
      path: '/discordia/news/1',
      whole: heading('News 1'),
      sentence: texts.news.failed_text,
      missing: texts.news.missing_text,
      retry: 'button',
    },
  ],
  '/downloads': [
    {
      path: '/discordia/downloads',
      whole: (main) => main.getByRole('button', { name: 'Table 3', exact: true }),
      sentence: texts.downloads.load_failed,
      retry: 'button',
    },
  ],
  '/rules': [
    {
      path: '/discordia/rules',
      whole: (main) => main.locator('video'),
      sentence: texts.rules.videos_failed,
      retry: 'button',
    },
    {
      path: '/discordia/rules?tab=basic',
      whole: (main) => main.getByRole('link', { name: 'Rule 7', exact: true }),
      ...failed,
    },
  ],
  '/world': [
    { path: '/discordia/world', whole: (main) => main.getByRole('article').first(), ...failed },
    {
      path: '/discordia/world',
      isMember: true,
      whole: (main) => main.getByRole('article').first(),
      ...failed,
    },
  ],
  '/dashboard': [
    {
      path: '/discordia/dashboard',
      isMember: true,
      whole: (main) => main.getByRole('button', { name: /^Ravens/ }),
      ...failed,
    },
    {
      path: '/discordia/dashboard?tab=invites',
      isMember: true,
      whole: (main) => main.getByRole('article', { name: 'Owls' }),
      ...failed,
    },
    {
      path: '/discordia/dashboard?tab=details',
      isMember: true,
      whole: (main) => main.getByRole('textbox', { name: 'City' }),
      ...failed,
    },
    {
      path: '/discordia/dashboard?tab=settings',
      isMember: true,
      whole: (main) => main.getByRole('checkbox').first(),
      ...failed,
    },
  ],
  '/ruleItem/:id': [{ path: '/discordia/ruleItem/1', whole: heading('Rule 1'), ...failed }],
  '/register': [
    {
      path: '/auth/register',
      act: (main) => register(main),
      whole: text(texts.register.done_title),
      sentence: texts.register.register_fail,
      readsStatusOnly: true,
      retry: 'act',
    },
  ],
  '/login': [
    {
      path: '/auth/login',
      act: (main) => logIn(main),
      // A login leads to the landing page.
      whole: (main) => main.getByRole('link', { name: texts.landing_page.my_account }),
      sentence: texts.login.comm_error,
      retry: 'act',
    },
  ],
  '/forgot-password': [
    {
      path: '/auth/forgot-password',
      act: async (main) => {
        await main.getByRole('textbox', { name: 'Email' }).fill('ann@example.org')
        await press(main, 'Send')
      },
      whole: text(texts.login.success_request_change_if),
      sentence: texts.login.request_change_comm_error,
      readsStatusOnly: true,
      retry: 'act',
    },
  ],
  '/verified-change-password/:request_id': [
    {
      path: `/auth/verified-change-password/${resetId}`,
      whole: (main) => main.getByLabel('New Password', { exact: true }),
      // As specified: a failure looks like an invalid link (behaviour 8.2).
      sentence: texts.register.change_password_hint,
      retry: 'reload',
    },
  ],
  '/activate-account/:request_id': [
    {
      path: '/auth/activate-account/unknown',
      whole: heading(texts.activation.not_found_title),
      sentence: texts.activation.failed_text,
      missing: texts.activation.not_found_text,
      retry: 'button',
    },
  ],
})

let registered = 0

async function register(main: Locator): Promise<void> {
  registered += 1
  await main.getByRole('textbox', { name: 'Email' }).fill(`new${registered}@example.org`)
  await main.getByRole('textbox', { name: 'Username' }).fill(`Newcomer${registered}`)
  for (const name of ['Password', 'Confirm Password'])
    await main.getByLabel(name, { exact: true }).fill('Golden-Apple-412')
  await press(main, 'Register')
}

async function logIn(main: Locator): Promise<void> {
  await main.getByRole('textbox', { name: 'Email' }).fill('ben@example.org')
  await main.getByLabel('Password', { exact: true }).fill('Golden-Apple-412')
  await press(main, 'Login')
}

/** Retries as a visitor does: with all buttons of the page, the same action, or a reload. */
export async function tryAgain(page: Page, row: PageUnderFault): Promise<void> {
  const main = page.getByRole('main')
  if (row.retry === 'reload') await page.reload()
  else if (row.retry === 'act') await row.act?.(main)
  else {
    const buttons = main.getByRole('button', { name: texts.errors.retry, exact: true })
    for (let last = (await buttons.count()) - 1; last >= 0; last -= 1)
      await buttons.nth(last).click()
  }
}

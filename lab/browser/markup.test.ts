import type { BrowserContext, Page } from 'playwright-core'
import { settled } from '../../test/helpers/browser/browser.ts'
import { type DeskSite, enter, menu, startDeskSite } from '../../test/helpers/browser/desk.ts'
import { signIn } from '../../test/helpers/browser/signIn.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'
import { PAYLOADS } from '../../test/helpers/fixtures/xss.ts'
import { figure, isLong } from '../../test/helpers/server/faults.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'

const TEXT = PAYLOADS.join('\n')

/** Columns of texts; each gets all attacks. */
const COLUMNS = {
  contents: ['title', 'short_description', 'description', 'access'],
  download_categories: ['title'],
  download_files: ['display_name', 'description', 'download_file_name'],
  rule_categories: ['name'],
  rule_subcategories: ['name'],
  quick_subcategories: ['name'],
  rule_entries: ['title'],
  rule_sub_entries: ['title', 'content'],
  rule_videos: ['title'],
  event_kinds: ['name'],
  glossary_types: ['name', 'icon'],
  glossary_subtypes: ['name'],
  glossary_entries: ['title', 'description'],
  glossary_sub_entries: ['title', 'content'],
  groups: ['name'],
  contact_messages: ['name', 'subject', 'message'],
  name_changes: ['new_name', 'reason'],
  order_details: ['first_name', 'last_name', 'city', 'address'],
  outbox: ['last_error'],
} as const

async function hostileWorld(server: DeskServer): Promise<void> {
  await deskWorld(server)
  const { db } = server.deps
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns)
      await db
        .updateTable(table as 'groups')
        .set({ [column]: TEXT })
        .execute()
  const others = await db.selectFrom('users').select(['id', 'username']).execute()
  for (const { id, username } of others.filter((user) => !['Ann', 'Sam'].includes(user.username)))
    await db
      .updateTable('users')
      .set({ username: `${TEXT} ${username}`, username_key: `hostile ${id}` })
      .where('id', '=', id)
      .execute()
}

/** A third of the pages in the short form. */
const some = (pages: readonly string[]) => pages.filter((_page, at) => isLong || at % 3 === 0)

const SITE = [
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/news/1',
  '/discordia/news/6',
  '/discordia/downloads',
  '/discordia/rules?tab=basic',
  '/discordia/ruleItem/1',
  '/discordia/world',
  '/discordia/world?entry=1',
]
const OF_MEMBERS = [
  '/discordia/dashboard',
  '/discordia/dashboard?tab=invites',
  '/discordia/dashboard?tab=details',
  '/discordia/world?show=mine',
]
const DESK = [
  '/',
  '/review',
  '/name-changes',
  '/messages/1/show',
  '/contents',
  '/contents/1',
  '/contents/1/show',
  '/download-files/1',
  '/rule-entries/1',
  '/glossary-types',
  '/glossary-entries/1',
  '/members',
  '/groups/1/show',
  '/outbox',
]

/** Disables the content security policy, which would hide what the pages let through. */
async function unguarded(house: DeskSite, baseURL: string): Promise<[BrowserContext, Page]> {
  const context = await house.browser.newContext({
    baseURL,
    bypassCSP: true,
    serviceWorkers: 'block',
    locale: 'en-GB',
  })
  await context.addInitScript(() => {
    const calls: unknown[] = []
    Object.assign(window, { xss: (attack: unknown) => calls.push(attack), xssCalls: calls })
  })
  return [context, await context.newPage()]
}

/** Effects of attacks: calls, elements and requests. */
const acted = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...(window as unknown as { xssCalls: unknown[] }).xssCalls.map(
      (attack) => `xss(${String(attack)})`,
    ),
    ...[...document.querySelectorAll('*')]
      .filter((one) => [...one.attributes].some(({ name }) => /^on/i.test(name)))
      .map((one) => one.outerHTML),
    ...[...document.querySelectorAll('iframe[srcdoc], object, embed, base, [id=xss], [src=x]')].map(
      (one) => one.outerHTML,
    ),
    ...[...document.querySelectorAll('script')]
      .filter((one) => one.type !== 'application/json' && one.type !== 'application/ld+json')
      .filter((one) => /xss/.test(`${one.src} ${one.text}`))
      .map((one) => one.outerHTML),
  ])

describe('pages full of attacks, in a browser without a security policy', () => {
  let house: DeskSite
  beforeAll(async () => {
    house = await startDeskSite(hostileWorld)
  })
  afterAll(() => house?.close())

  async function visitAll(page: Page, paths: readonly string[]): Promise<void> {
    const sent: string[] = []
    const dialogs: string[] = []
    page.on('request', (request) => {
      if (/xss\.example/.test(new URL(request.url()).host)) sent.push(request.url())
    })
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    for (const path of paths) {
      await page.goto(path)
      await page.waitForFunction(() =>
        [
          document.body.textContent,
          ...[...document.querySelectorAll('input')].map(({ value }) => value),
        ].some((text) => text?.includes('xss(1)')),
      )
      await settled(page)
      expect([path, await acted(page)]).toEqual([path, []])
    }
    figure(`${paths.length} pages, ${PAYLOADS.length} attacks in every text, none acted`)
    expect([sent, dialogs]).toEqual([[], []])
  }

  test('none of them acts on the site, for visitors and members', async () => {
    const [context, page] = await unguarded(house, house.server.url)
    await visitAll(page, some(SITE))
    await signIn(page, house.server, 'Ann')
    await visitAll(page, some(OF_MEMBERS))
    await context.close()
  }, 180_000)

  test('none of them acts at the desk, for a superuser', async () => {
    const [context, page] = await unguarded(house, house.server.deskUrl)
    await enter(page, 'Sam')
    await menu(page).waitFor()
    await visitAll(page, some(DESK))
    await context.close()
  }, 180_000)
})

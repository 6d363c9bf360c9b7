import type { Browser, Page } from 'playwright-core'
import book from '../../public/rulebook/pages.json' with { type: 'json' }
import { seedDemo } from '../../server/db/seed/index.ts'
import { siteStates } from '../../test/e2e/states.ts'
import { allRules, someRules } from '../../test/helpers/browser/axe.ts'
import { openBrowser, settled, type Visit, visit } from '../../test/helpers/browser/browser.ts'
import { follow } from '../../test/helpers/browser/follow.ts'
import { enterSmall, SMALL_RULES, WIDE } from '../../test/helpers/browser/inspect.ts'
import { storeTokens } from '../../test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { closeDialog, type State } from '../../test/helpers/browser/walkStates.ts'
import { englishIn, textsByKey } from '../../test/helpers/englishTexts.ts'
import type { DeskCaller, DeskServer } from '../../test/helpers/server/startDesk.ts'
import { newTokens } from '../../test/helpers/server/testServer.ts'
import { deskStates } from './deskStates.ts'
import { pressButtons } from './pressButtons.ts'
import { rolesIn } from './pseudoStates.ts'
import { shownIn, shownOn } from './shownTexts.ts'

/** Members of the demonstration in the places of those whom the tables of states name. */
const MEMBERS: Readonly<Record<string, string>> = { Ann: 'mira', Sam: 'Neuling', Gus: 'tomas' }

const say = (key: string): string => {
  const text = textsByKey('de').get(`translation.${key}`)
  if (text === undefined) throw new Error(`No text has the key ${key}.`)
  return text
}
const pathsOf = (roles: readonly { readonly states: readonly State[] }[]): string[] => [
  ...new Set(roles.flatMap(({ states }) => states.flatMap(({ path = [] }) => path))),
]

/** What the name of a button is about, such as the name of a row. */
const REST = /(?:: | für |„).*/

/** Lines of the initiative's book, which is a content: each site may have its own. */
const BOOK = new Set(book.pages.flatMap(({ title, text }) => [title, ...text]))

/** Faults by the place where they were found first. */
type Found = Map<string, string>
function note(found: Found, place: string, faults: readonly string[]): void {
  for (const fault of faults) if (!found.has(fault)) found.set(fault, place)
}

/** The demonstration on a site whose main language is German: its contents are German, too. */
describe('a site in German says nothing in English, and axe finds nothing', () => {
  let world: DeskServer
  let server: BrowserServer
  let browser: Browser
  let chief: DeskCaller
  let visitor: Visit
  beforeAll(async () => {
    const fill = async (made: DeskServer) => {
      world = made
      await seedDemo(made.deps, async () => 'none', 'de')
      chief = await made.staff('Leitung', 'superuser')
      await made.addUser('Neuling')
    }
    server = await startWorld(fill, { env: { LANGUAGES: 'de,en' } })
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  const arrive = async (url: string): Promise<Page> => {
    visitor = await visit(browser, { url }, { locale: 'de-AT' })
    visitor.page.setDefaultTimeout(8000)
    await enterSmall(visitor.page)
    return visitor.page
  }
  afterEach(async () => {
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })

  async function signIn(page: Page, username: string): Promise<void> {
    const user = await world.deps.db
      .selectFrom('users')
      .select(['id', 'username', 'token_version'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    await storeTokens(page, (await newTokens(world.app, world.deps, user)).tokens)
  }

  /** English of the page in both themes: dark and small, then light and wide. */
  async function englishOn(page: Page): Promise<string[]> {
    const small = await shownOn(page)
    await page.setViewportSize({ width: WIDE, height: 800 })
    await page.emulateMedia({ colorScheme: 'light' })
    const shown = `${small}\n${await shownOn(page)}`
    await enterSmall(page)
    const language = await page.locator('html').getAttribute('lang')
    return [...englishIn(shown), ...(language === 'de' ? [] : [`is in ${language}`])]
  }

  /** What axe finds in the small window, then in the wide one: names, order and sizes, whatever the theme is. */
  async function axeOn(page: Page): Promise<string[]> {
    await page.emulateMedia({ colorScheme: 'light' })
    // A control that is half below the bar of the page would be too small.
    await page.evaluate(() => window.scrollTo(0, 0))
    const small = await someRules(page, SMALL_RULES)
    await page.setViewportSize({ width: WIDE, height: 800 })
    const found = [...small, ...(await allRules(page))]
    await enterSmall(page)
    return found
  }

  async function walk(page: Page, states: readonly State[], found: Found): Promise<void> {
    for (const [at, { name, path, reach }] of states.entries())
      try {
        if (path !== undefined) {
          await closeDialog(page)
          await (at === 0 ? page.goto(path) : follow(page, path))
          await page.getByRole('heading', { level: 1 }).first().waitFor()
          await settled(page)
        }
        await reach?.(page)
        await settled(page)
        note(found, name, await englishOn(page))
        note(found, name, await axeOn(page))
      } catch (error) {
        note(found, name, [`cannot be looked at: ${String(error)}`])
      }
  }

  test.each(rolesIn(say))(
    'on its pages, as $who reads them',
    async ({ member, states }) => {
      const page = await arrive(server.url)
      const found: Found = new Map()
      if (member) await signIn(page, MEMBERS[member] ?? member)
      await walk(page, states, found)
      expect(Object.fromEntries(found)).toEqual({})
    },
    120_000,
  )

  test('and no tab of an account is alone in its row on a phone', async () => {
    const page = await arrive(server.url)
    await signIn(page, 'mira')
    await page.goto('/discordia/dashboard?tab=groups')
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top))
    expect(tops.indexOf(Math.max(...tops))).toBeLessThan(tops.length - 1)
  })

  test('on its pages before any script runs', async () => {
    await arrive(server.url)
    const headers = { 'accept-language': 'de-AT,de;q=0.9' }
    const found: Found = new Map()
    for (const path of pathsOf(siteStates)) {
      const response = await fetch(`${server.url}${path}`, { headers })
      const lines = shownIn(await response.text()).split('\n')
      note(found, path, englishIn(lines.filter((line) => !BOOK.has(line.trim())).join('\n')))
    }
    expect(Object.fromEntries(found)).toEqual({})
  }, 60_000)

  test('unless an English text is put on a page', async () => {
    const page = await arrive(server.url)
    await page.goto('/auth/login')
    await settled(page)
    expect(await englishOn(page)).toEqual([])
    await page.locator('main').evaluate((main) => {
      main.setAttribute('title', 'Log out this browser')
      main.append('Your own words')
    })
    const found = await englishOn(page)
    expect(found).toHaveLength(2)
  })

  const enterDesk = async (): Promise<Page> => {
    const page = await arrive(server.deskUrl)
    const [name = '', value = ''] = chief.cookie.split('=')
    await page.context().addCookies([{ name, value, url: server.deskUrl }])
    return page
  }

  test('on the pages of its desk, and in what their buttons open', async () => {
    const page = await enterDesk()
    const found: Found = new Map()
    const pressed = new Set<string>()
    for (const path of pathsOf(deskStates)) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await settled(page)
      note(found, path, await englishOn(page))
      await pressButtons(page, pressed, REST, async () =>
        note(found, path, englishIn(await shownOn(page))),
      )
    }
    expect(Object.fromEntries(found)).toEqual({})
  }, 180_000)
})

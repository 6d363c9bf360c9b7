import { readFileSync } from 'node:fs'
import type { APIResponse, Browser, Page, Route } from 'playwright-core'
import { openBrowser, settled, type Visit, visit } from '../../test/helpers/browser/browser.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { statesWorld } from '../../test/helpers/browser/walkStates.ts'
import type { DeskCaller } from '../../test/helpers/server/startDesk.ts'
import { deskStates } from './deskStates.ts'
import { pressButtons } from './pressButtons.ts'
import { contentsOf, enterNarrow, faultsAtWidths, NARROW } from './pseudoFaults.ts'
import { ARABIC, pseudoTexts, type Texts } from './pseudoLocale.ts'

const textsOf = (file: string): string => readFileSync(`locales/${file}.json`, 'utf8')
/** A file of texts, as the script that contains it has it. */
const scriptOf = (texts: unknown): string => `JSON.parse(${JSON.stringify(JSON.stringify(texts))})`
const inArabic = (name: string): string =>
  scriptOf(pseudoTexts(JSON.parse(textsOf(`en/${name}`)) as Texts))
const german = JSON.parse(textsOf('de/desk')) as Texts
/** What the built desk has in German, by a text that only this file has. */
const FILES = [
  { has: `"title":${JSON.stringify(german['title'])}`, script: inArabic('desk') },
  { has: '"navbar":{"brand"', script: inArabic('translation') },
]

/** Puts a language of Arabic script in the place of German, which the built desk loads when it is chosen. */
async function speakArabic(page: Page, desk: string): Promise<void> {
  // Each page loads the same scripts again.
  const known = new Map<string, Parameters<Route['fulfill']>[0]>()
  await page.route(`${desk}/**`, async (route) => {
    if (!['document', 'script'].includes(route.request().resourceType())) return route.fallback()
    const url = route.request().url()
    if (!known.has(url)) known.set(url, await inArabicLetters(await route.fetch()))
    return route.fulfill(known.get(url))
  })
}

async function inArabicLetters(response: APIResponse) {
  const text = await response.text()
  const file = FILES.find(({ has }) => text.includes(has))
  const isTexts = file !== undefined && text.includes('JSON.parse(') && !text.includes('"./de/')
  const body = isTexts
    ? text.replace(/JSON\.parse\('.*'\)/s, () => file.script)
    : text
        .replace('content="en de"', `content="en ${ARABIC}"`)
        .replace(/"\.\/de\/(\w+\.json)"/g, `"./${ARABIC}/$1"`)
  return { status: response.status(), headers: response.headers(), body }
}

/** Parts of a text in Latin letters: what the browser says, such as dates and the "and" of a list, is in letters of the language. */
const latinParts = (words: string): string[] =>
  words
    .split(/[\n().:,→·]| و/)
    .map((part) => part.trim())
    .filter((part) => /\p{Script=Latin}/u.test(part))

/** Narrow bars have the beginning of a name alone, as in every language. */
const SHORTENED = /is cut by <h1 class="MuiTypography/

/** What the name of a button is about. */
const NAMES = /\p{Script=Latin}.*/u
const OPENED = '[role="dialog"], dialog[open], [role="menu"], [role="listbox"], :popover-open'

const paths = [
  ...new Set(deskStates.flatMap(({ states }) => states.flatMap(({ path = [] }) => path))),
]

describe('the desk from right to left', () => {
  let server: BrowserServer
  let browser: Browser
  let chief: DeskCaller
  let visitor: Visit
  beforeAll(async () => {
    server = await startWorld(async (world) => {
      await statesWorld(world)
      chief = await world.staff('Chief', 'superuser')
    })
    browser = await openBrowser()
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  afterEach(async () => {
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })

  async function arrive(): Promise<Page> {
    visitor = await visit(browser, { url: server.deskUrl }, { locale: ARABIC })
    const { page } = visitor
    page.setDefaultTimeout(8000)
    await speakArabic(page, server.deskUrl)
    const [name = '', value = ''] = chief.cookie.split('=')
    await page.context().addCookies([{ name, value, url: server.deskUrl }])
    return page
  }

  test('has its texts in their places, all translated, also in what its buttons open', async () => {
    const page = await arrive()
    const contents = contentsOf(page, ARABIC)
    const pressed = new Set<string>()
    const found: string[] = []
    const note = async (place: string, widths?: readonly number[]) => {
      const isSent = await contents()
      const isContent = (words: string) =>
        latinParts(words).every((part) => isSent(part) || isSent(part.replaceAll(' ', '-')))
      const faults = await faultsAtWidths(page, { isContent, hasMarks: true }, widths)
      found.push(...faults.filter((one) => !SHORTENED.test(one)).map((one) => `${place}, ${one}`))
    }
    for (const path of paths)
      try {
        await enterNarrow(page)
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).first().waitFor()
        await settled(page)
        expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
        await note(path)
        await enterNarrow(page)
        await pressButtons(page, pressed, NAMES, async (name) => {
          const opened = page.locator(OPENED).filter({ visible: true })
          if ((await opened.count()) > 0) await note(`${path}, ${name}`, [NARROW])
          await enterNarrow(page)
        })
      } catch (error) {
        found.push(`${path} cannot be looked at: ${String(error)}`)
      }
    expect(found).toEqual([])
    expect(pressed.size).toBeGreaterThan(50)
  }, 600_000)
})

import type { Browser, Page } from 'puppeteer-core'
import { articlePath } from '../../contract/publicPages.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { addNews } from '../../test/helpers/fixtures/contents.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { openFirefox } from './firefox.ts'

/** Its syllables, by hyphens; each is an article's title and text. */
const SYLLABLES = 'Rund-funk-ge-büh-ren-be-frei-ungs-ge-sell-schaft'
const WORD = SYLLABLES.replaceAll('-', '')
const FOREIGN = 'Counterrevolutionarieshalls'

/** Firefox, unlike Chromium without a window, has the rules of German words. */
describe('long words in a narrow window of Firefox', () => {
  let server: BrowserServer
  let browser: Browser
  let page: Page
  let german: string
  let english: string
  const fill = async (made: DeskServer) => {
    const text = (word: string) => ({ title: word, short_description: word, description: word })
    german = articlePath(await addNews(made, { ...text(WORD), language: 'de' }))
    english = articlePath(await addNews(made, { ...text(FOREIGN), language: 'en' }))
  }
  beforeAll(async () => {
    server = await startWorld(fill)
    browser = await openFirefox()
    page = await browser.newPage()
    await page.setViewport({ width: 320, height: 800 })
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  const open = async (path: string, language: string) => {
    await page.goto(`${server.url}${path}?lng=${language}`)
    await page.waitForFunction((lng) => document.documentElement.lang === lng, {}, language)
  }
  const hyphensOf = (selector: string) =>
    page.$eval(selector, (element) => getComputedStyle(element).hyphens)

  test.each(['de', 'en'])('are divided between syllables on a page in “%s”', async (language) => {
    await open(german, language)
    const ends = SYLLABLES.split('-').map((_, at, all) => all.slice(0, at + 1).join(''))
    const lines = await page.$eval('main h1', linesIn)
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join('')).toBe(WORD)
    for (const at of lines.keys()) expect(ends).toContain(lines.slice(0, at + 1).join(''))
    // Each line is as full as it can be when no word is divided.
    await page.$eval('main h1', (heading) => {
      if (heading instanceof HTMLElement) heading.style.hyphens = 'manual'
    })
    expect(await page.$eval('main h1', linesIn)).not.toEqual(lines)
  })

  test('stay whole in English, in controls and in the name of the site', async () => {
    await open(english, 'de')
    expect(await hyphensOf('main h1')).toBe('manual')
    await open('/discordia/', 'de')
    expect(await hyphensOf('main h1')).toBe('auto')
    for (const control of ['button', 'header a', 'footer nav a', 'label', 'textarea'])
      expect([control, await hyphensOf(control)]).toEqual([control, 'manual'])
    await open('/discordia/', 'en')
    expect(await hyphensOf('main h1')).toBe('manual')
  })

  test('are divided on pages that the server writes', async () => {
    await open('/legal.html', 'de')
    expect(await hyphensOf('main h1')).toBe('auto')
    expect(await hyphensOf('main a')).toBe('manual')
    await open('/legal.html', 'en')
    expect(await hyphensOf('main h1')).toBe('manual')
  })
})

/** Runs in the page. @returns the text of each line of an element */
function linesIn(element: Element): string[] {
  const lines = new Map<number, string>()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    for (const [at, letter] of [...(node.textContent ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const top = Math.round(range.getBoundingClientRect().top)
      lines.set(top, (lines.get(top) ?? '') + letter)
    }
  return [...lines.values()]
}

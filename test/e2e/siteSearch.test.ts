import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { takenOver } from '#test/helpers/browser/takenOver.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { addEvent, addNews } from '#test/helpers/fixtures/contents.ts'
import { addRule } from '#test/helpers/fixtures/rules.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '#test/helpers/server/startDesk.ts'

/** CSS pixels. */
const SIZES = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
]

async function world(server: DeskServer): Promise<void> {
  await smallWorld(server)
  await addRule(
    server,
    'Kestrels',
    {},
    { Flight: `Far above the Ægir’s hall. ${'On. '.repeat(99)}` },
  )
  await addNews(server, { title: 'A kestrel in the tower', description: 'It was seen at dawn.' })
  await addEvent(server, { title: 'Bird night', description: 'Bring a kestrel.' })
}

describe('the search of the whole site (behaviour 12.13)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitor: Visit
  let page: Page

  beforeAll(async () => {
    server = await startWorld(world)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await visitor.close()
    expect(visitor.complaints).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  async function open(size: object, path: string): Promise<void> {
    visitor = await visit(browser, { url: server.url }, size)
    page = visitor.page
    await page.goto(path)
  }
  const dialog = () => page.getByRole('dialog', { name: 'Search' })
  const field = () => dialog().getByRole('combobox')
  const option = (name: RegExp) => dialog().getByRole('option', { name })
  async function expectClean(): Promise<void> {
    expect(await axeFindings(page)).toEqual([])
    // The dialog is over all else.
    const findings = await thumbFindings(page)
    expect(findings.filter((finding) => !finding.startsWith('covered'))).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  }

  test.each(SIZES)('works by keyboard at $width pixels, in every state', async (size) => {
    await open(size, '/discordia/downloads')
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await field().waitFor()
    await expectClean()
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push(pathname + search)
    })
    await page.keyboard.type('KESTRÉL')
    await option(/^Kestrels/).waitFor()
    expect(asked).toEqual(['/api/search/?q=KESTR%C3%89L'])
    expect(await page.getByRole('status', { name: 'Loading...' }).count()).toBe(0)
    expect(await dialog().getByRole('option').count()).toBe(3)
    await expectClean()

    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/discordia\/news\/\d+$/)
    await page.getByRole('heading', { level: 1, name: 'Bird night' }).waitFor()
    await dialog().waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')

    await page.keyboard.press('Control+k')
    await option(/^KESTRÉL$/).waitFor()
    await expectClean()
    await page.keyboard.type('kestrls')
    await dialog().getByText('Nothing found for “kestrls”.').waitFor()
    await expectClean()
    await dialog().getByRole('button', { name: 'Kestrels' }).click()
    await option(/^Kestrels/).waitFor()
    expect(await field().evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
  })

  test('a slash is for the search of a page that has one, and for this one elsewhere', async () => {
    await open(SIZES[1] ?? {}, '/discordia/rules')
    const own = page.getByRole('searchbox', { name: 'Search for entries...' })
    await takenOver(page)
    await page.getByRole('link', { name: 'Downloads' }).focus()
    await page.keyboard.press('/')
    expect(await own.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('link', { name: 'Downloads' }).click()
    await page.getByRole('heading', { level: 1, name: 'Downloads' }).waitFor()
    await page.keyboard.press('/')
    await field().waitFor()
    await page.keyboard.type('tower')
    await option(/^A kestrel in the tower/).click()
    await page.getByRole('heading', { level: 1, name: 'A kestrel in the tower' }).waitFor()
  })

  test('without a network and with nothing kept it says so, and goes on when the network is back', async () => {
    await open(SIZES[0] ?? {}, '/discordia/downloads')
    await page.getByRole('button', { name: 'Search' }).click()
    await field().waitFor()
    await visitor.context.setOffline(true)
    await page.keyboard.type('kestrel')
    await dialog().getByRole('alert').getByText('You are offline.').waitFor()
    await expectClean()
    await visitor.context.setOffline(false)
    await option(/^Kestrels/).waitFor()
    // The browser writes the failed request to its console.
    visitor.complaints.length = 0
  })
})

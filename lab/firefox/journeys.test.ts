import type { Browser, Page } from 'puppeteer-core'
import { emailOf } from '../../test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '../../test/helpers/browser/startWorld.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { type Embedders, framedHeadings, startEmbedders } from '../embedders.ts'
import { byRole, click, fill, openFirefox } from './firefox.ts'

describe('in Firefox', () => {
  let embedders: Embedders
  let server: BrowserServer
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    embedders = await startEmbedders()
    server = await startWorld(async (desk) => {
      await smallWorld(desk)
      await embedders.name(desk)
    })
    embedders.frame(server.url)
    browser = await openFirefox()
  })
  // A storage of its own for each test, and no page of an earlier one in the cache for Back.
  beforeEach(async () => {
    page = await (await browser.createBrowserContext()).newPage()
    await page.setViewport({ width: 1280, height: 900 })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
    embedders?.close()
  })

  const open = (path: string) => page.goto(server.url + path)
  /** Waits until a filter is applied: until then a click may hit where a card was, as the list is drawn after its control. */
  const leavesOut = (title: string) =>
    page.waitForFunction(
      (text) => !document.querySelector('main')?.textContent.includes(text),
      {},
      title,
    )

  afterEach(async () => {
    await page.browserContext().close()
    expect(complaints).toEqual([])
  })

  test('a visitor filters the news, reads one, and finds an entry of the glossary', async () => {
    await open('/discordia/news&events/')
    await click(page, 'checkbox', 'Show News')
    await page.waitForFunction(() => location.search.includes('news'))
    await click(page, 'button', 'Location Any')
    await click(page, 'option', 'International')
    await byRole(page, 'button', 'Location International')
    await leavesOut('Event 1')
    await click(page, 'button', 'Read more')
    const dialog = await page.waitForSelector('[role="dialog"] h2')
    await page.keyboard.press('Escape')
    await page.waitForFunction((title) => !title?.isConnected, {}, dialog)
    await open('/discordia/world')
    await fill(page, 'searchbox', 'Search the glossary', 'creature 03')
    await leavesOut('Creature 04')
    await click(page, 'button', 'Creature 03')
    await byRole(page, 'button', 'minimize')
  })

  test('a member logs in, creates a group, and sends an entry for review', async () => {
    await open('/auth/login')
    await fill(page, 'textbox', 'Email', emailOf('Ben'))
    // A password field has no role.
    await page.type('input[type=password]', PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('a[href="/discordia/dashboard"]').click()
    await fill(page, 'textbox', 'New group name', 'Foxes')
    await click(page, 'button', 'Create group')
    await byRole(page, 'button', 'Foxes (1 member)')
    await open('/discordia/world')
    await click(page, 'button', 'Create new glossary item', 'main')
    const dialog = '[role="dialog"]'
    await fill(page, 'textbox', 'Name', 'Fox Lantern', dialog)
    await click(page, 'button', 'Type Choose a type', dialog)
    await fill(page, 'searchbox', 'Search types', 'creat', dialog)
    await page.keyboard.press('Enter')
    await byRole(page, 'button', 'Type Creatures', dialog)
    await fill(page, 'textbox', 'Sub-title', 'Where it burns', dialog)
    await fill(page, 'textbox', 'Text', 'On the stairs.', dialog)
    await click(page, 'button', 'Send Item for Review', dialog)
    await page.waitForFunction(() =>
      document.querySelector('main')?.textContent.includes('(Pending)'),
    )
  })

  test('a page is kept for Back, and shows no member who has logged out meanwhile', async () => {
    // Firefox does not cache pages with an open stream.
    await page.evaluateOnNewDocument(() => {
      const ask = window.fetch.bind(window)
      window.fetch = (input, init) =>
        input instanceof Request && input.url.includes('/users/live')
          ? Promise.reject(new TypeError('no stream'))
          : ask(input, init)
    })
    await open('/auth/login')
    await fill(page, 'textbox', 'Email', emailOf('Dora'))
    await page.type('input[type=password]', PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('a[href="/discordia/dashboard"]').click()
    await byRole(page, 'button', 'Owls (2 members)')
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) =>
        localStorage.setItem('is_kept', String(persisted)),
      ),
    )
    // Firefox does not cache a page that is left while a request is open, either.
    await page.waitForNetworkIdle()
    await open('/legal.html')
    await page.evaluate(() => {
      localStorage.clear()
      setTimeout(() => history.back())
    })
    await page.waitForFunction(() => localStorage.getItem('is_kept') === 'true')
    await byRole(page, 'button', 'Login')
    expect(await page.$('[aria-label="Groups"]')).toBeNull()
  })

  test('frames show the events to the hosts that the desk names alone', async () => {
    for (const { origin, isNamed } of embedders.sites) {
      await page.goto(origin)
      expect([isNamed, await framedHeadings(page.frames())]).toEqual([
        isNamed,
        isNamed ? ['Discordia: events'] : [],
      ])
    }
    // The browser says which frame it has refused.
    complaints.length = 0
  })
})

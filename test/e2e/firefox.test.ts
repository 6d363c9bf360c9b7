import type { Browser, Page } from 'puppeteer-core'
import { byRole, click, fill, findFirefox, openFirefox } from '#test/helpers/browser/firefox.ts'
import { DEMO_PASSWORD, type Site, startSite } from '#test/helpers/browser/site.ts'

const path = findFirefox()
if (!path) process.stderr.write('No Firefox is installed: its tests are skipped.\n')
const describeFirefox = path ? describe : describe.skip

describeFirefox('in Firefox', () => {
  let site: Site
  let browser: Browser
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    site = await startSite()
    browser = await openFirefox(path ?? '')
    page = await browser.newPage()
    await page.setViewport({ width: 1280, height: 900 })
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })

  const open = (address: string) => page.goto(site.url + address)

  test('a visitor reads the news: filters them, opens one and closes it by the keyboard', async () => {
    await open('/discordia/news&events/')
    await click(page, 'checkbox', 'Show News')
    await page.waitForFunction(() => location.search.includes('news'))
    await click(page, 'button', 'Location Any')
    await click(page, 'option', 'International')
    await byRole(page, 'button', 'Location International')
    await click(page, 'button', 'Read more')
    const dialog = await page.waitForSelector('[role="dialog"] h2')
    await page.keyboard.press('Escape')
    await page.waitForFunction((title) => !title?.isConnected, {}, dialog)
  })

  test('a visitor finds a rule, and an entry of the glossary', async () => {
    await open('/discordia/rules')
    await click(page, 'tab', 'Basic Rules')
    await click(page, 'button', 'Category Any')
    await fill(page, 'searchbox', 'Search categories', 'travel')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.search.includes('category='))
    await open('/discordia/world')
    await fill(page, 'searchbox', 'Search the glossary', 'glass eel')
    await click(page, 'button', 'Glass Eel')
    await byRole(page, 'button', 'minimize')
  })

  test('a player logs in, makes a group and invites somebody', async () => {
    await open('/auth/login')
    await fill(page, 'textbox', 'Email', 'mira@discordia.example')
    // Browsers give a password field no role.
    await page.type('input[type=password]', DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.pathname === '/discordia/')
    await page.locator('a[href="/discordia/dashboard"]').click()
    await fill(page, 'textbox', 'New group name', 'Foxes of Halm')
    await click(page, 'button', 'Create group')
    await byRole(page, 'button', 'Foxes of Halm (1 member)')
    const isOpen = await page.$('::-p-aria([name="Invite new member"][role="textbox"])')
    if (!isOpen) await click(page, 'button', 'Foxes of Halm (1 member)')
    await fill(page, 'textbox', 'Invite new member', 'juno')
    await click(page, 'button', 'Invite')
    await byRole(page, 'button', 'Cancel invitation for juno')
  })

  test('a player sends an entry with its sections for review', async () => {
    await open('/discordia/world')
    await click(page, 'button', 'Create new glossary item')
    await fill(page, 'textbox', 'Name', 'Fox Lantern')
    await click(page, 'button', 'Type Choose a type')
    await fill(page, 'searchbox', 'Search types', 'creat')
    await page.keyboard.press('Enter')
    await byRole(page, 'button', 'Type Creatures')
    await fill(page, 'textbox', 'Sub-title', 'Where it burns')
    await fill(page, 'textbox', 'Text', 'On the stairs of Halm, whenever somebody is late.')
    await click(page, 'button', 'Send Item for Review')
    await page.waitForFunction(() =>
      document.querySelector('main')?.textContent.includes('(Pending)'),
    )
  })

  test('nothing complained in the console', () => expect(complaints).toEqual([]))
})

import type { Browser, Page } from 'playwright-core'
import { type BareServer, startBareServer } from '#test/helpers/browser/bareServer.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'
import { PASSWORD } from '#test/helpers/server/accounts.ts'

/*
 * The site with a server that has the specified calls and fields alone (ruling 62): nothing that is added shows, and no
 * other call is made. One story; each test goes on from the one before.
 */
describe('the site with a server of the listed calls alone', () => {
  let behind: BrowserServer
  let server: BareServer
  let browser: Browser
  let ann: Visit
  let page: Page

  beforeAll(async () => {
    behind = await startWorld(smallWorld)
    server = await startBareServer(behind)
    browser = await openBrowser()
    ann = await visit(browser, server)
    page = ann.page
  })
  afterEach(() => {
    expect(server.refused).toEqual([])
    expect(ann.complaints).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    await behind?.stop()
  })

  const main = () => page.getByRole('main')
  const tab = (name: RegExp) => page.getByRole('tab', { name }).click()
  const texts = (role: 'heading' | 'button' | 'checkbox' | 'textbox') =>
    page.getByRole('tabpanel').getByRole(role).allTextContents()

  test('a login has e-mail address and password, and nothing else before and after a refusal', async () => {
    await page.goto('/auth/login')
    const controls = () =>
      main()
        .locator('input, button')
        .evaluateAll((all) => all.length)
    await main().getByRole('button', { name: 'Login', exact: true }).waitFor()
    const before = await controls()
    await main().getByLabel('Email', { exact: true }).fill('ann@example.org')
    await main().getByLabel('Password', { exact: true }).fill('Wrong!Apple1')
    // The browser writes a refused login to its console.
    const refusal = page.waitForResponse('**/api/users/login/')
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    expect((await refusal).status()).toBe(401)
    await main().getByRole('alert').first().waitFor()
    expect(await controls()).toBe(before)
    ann.complaints.length = 0
    await main().getByLabel('Password', { exact: true }).fill(PASSWORD)
    await main().getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('**/discordia/')
  })

  test('the Settings tab is the specified form', async () => {
    await page.goto('/discordia/dashboard?tab=settings')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    expect(await texts('heading')).toEqual(['Settings'])
    expect(await texts('button')).toEqual(['Save'])
    expect(await page.getByRole('tabpanel').getByRole('checkbox').count()).toBe(1)
    expect(await page.getByRole('tabpanel').getByRole('textbox').count()).toBe(0)
  })

  test('every tab and page works', async () => {
    await tab(/^Groups/)
    await page.getByRole('button', { name: /^Ravens/ }).click()
    await page.getByRole('list', { name: 'Members' }).waitFor()
    await tab(/^Invites/)
    await tab(/^Details/)
    for (const path of [
      '/discordia/',
      '/discordia/news&events/',
      '/discordia/rules',
      '/discordia/world',
    ])
      await page.goto(path).then(() => page.getByRole('heading', { level: 1 }).first().waitFor())
    expect(server.passed).toEqual(
      expect.arrayContaining(['listGroups', 'listInvites', 'listOrderDetails']),
    )
  })

  test('the search asks the specified lists, once something is typed (behaviour 12.13)', async () => {
    await page.goto('/discordia/downloads')
    // The member's own page has replaced the one that was served.
    await page.getByRole('link', { name: 'Logout' }).waitFor()
    // The menu's own call.
    const asked = () => server.passed.filter((name) => name !== 'listInvites')
    server.forget()
    await page.getByRole('button', { name: 'Search' }).click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').waitFor()
    expect(asked()).toEqual([])
    await page.keyboard.type('raven')
    await dialog
      .getByText(/^Nothing found|results?$/)
      .first()
      .waitFor()
    expect([...new Set(asked())].toSorted()).toEqual([
      'listDownloads',
      'listEvents',
      'listGlossaryEntries',
      'listNews',
      'listQuickEntries',
      'listRuleEntries',
    ])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('a logout needs no call', async () => {
    await page.goto('/discordia/')
    await page
      .getByRole('link', { name: /^Logout/ })
      .or(page.getByRole('button', { name: /^Logout/ }))
      .first()
      .click()
    await page.waitForURL('**/auth/login')
    await page.getByRole('button', { name: 'Login', exact: true }).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).sort())).not.toContain(
      'access_token',
    )
  })
})

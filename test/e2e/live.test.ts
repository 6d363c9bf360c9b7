import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('changes by others (behaviour 12.11)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitors: Visit[] = []

  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    visitors = []
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  /** The dashboard of a member, once it is told of changes. */
  async function dashboardOf(name: string, size = {}): Promise<Visit> {
    const visitor = await visit(browser, server, size)
    visitors.push(visitor)
    await signIn(visitor.page, server, name)
    const isFollowing = streamOf(visitor.page)
    await visitor.page.goto('/discordia/dashboard')
    await isFollowing
    return visitor
  }
  const streamOf = (page: Page) => page.waitForResponse('**/api/users/live/')
  const invite = async (page: Page, name: string) => {
    await page.getByRole('textbox', { name: 'Invite new member' }).fill(name)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
  }
  const expand = (page: Page, group: string) => page.getByRole('button', { name: group }).click()
  const invites = (page: Page, count: number) =>
    page.getByRole('tab', { name: `Invites (${count} pending)` }).waitFor()

  test('an invite, its answer and a new member appear without a reload, while something is typed', async () => {
    const ann = await dashboardOf('Ann')
    const dora = await dashboardOf('Dora', { width: 360, height: 780 })
    await expand(ann.page, 'Lone Wolf')
    await invite(ann.page, 'Dora')
    await invites(dora.page, 1)
    expect(await axeFindings(dora.page)).toEqual([])

    const field = ann.page.getByRole('textbox', { name: 'Invite new member' })
    await field.fill('Cle')
    await dora.page.getByRole('tab', { name: /^Invites/ }).click()
    await dora.page.getByRole('tabpanel').getByRole('button', { name: 'Accept' }).click()
    await ann.page.getByRole('listitem').filter({ hasText: 'Dora' }).first().waitFor()
    expect(await field.inputValue()).toBe('Cle')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await axeFindings(ann.page)).toEqual([])
    expect([...ann.complaints, ...dora.complaints]).toEqual([])
  })

  test('what happened while the network was away appears when it is back', async () => {
    const ann = await dashboardOf('Ann')
    const ben = await dashboardOf('Ben')
    await ben.context.setOffline(true)
    await expand(ann.page, 'Lone Wolf')
    await invite(ann.page, 'Ben')
    await ann.page.getByRole('status').filter({ hasText: 'Ben' }).first().waitFor()
    expect(await ben.page.getByRole('tab', { name: 'Invites', exact: true }).count()).toBe(1)
    const isFollowing = streamOf(ben.page)
    await ben.context.setOffline(false)
    expect(await (await isFollowing).request().headerValue('last-event-id')).toMatch(/^\d+-\d+$/)
    await invites(ben.page, 1)
  })
})

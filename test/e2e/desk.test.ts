import type { Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { logIn, type Visit, visit } from '#test/helpers/browser/browser.ts'
import {
  type DeskSite,
  enter,
  focused,
  menu,
  open,
  startDeskSite,
} from '#test/helpers/browser/deskBrowser.ts'

describe('the staff desk, from the browser', () => {
  let house: DeskSite
  let desk: Visit
  let page: Page

  beforeAll(async () => {
    house = await startDeskSite()
    desk = await house.sitDown()
    page = desk.page
  })
  afterAll(() => house?.close())

  test('the form stands alone, with no empty panel beside it', async () => {
    await page.goto('/')
    await page.getByLabel('Email').waitFor()
    const notices = page.locator('.desk-notices')
    expect(await notices.evaluate((element) => element.clientHeight)).toBe(0)
  })

  test('the form has nothing for axe, and no player gets past it', async () => {
    await enter(page, 'mira@discordia.example')
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    expect(await menu(page).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  })

  test('staff see their pages and none of the superusers', async () => {
    await enter(page, 'ada@discordia.example')
    await menu(page).waitFor()
    expect(await menu(page).getByRole('link', { name: 'Review queue' }).count()).toBe(1)
    for (const item of ['Members', 'Outgoing mail', 'Audit log'])
      expect(await menu(page).getByRole('link', { name: item }).count()).toBe(0)
  })

  test('an approved entry is found by a visitor', async () => {
    await open(page, 'Review queue')
    const card = page.getByRole('article').first()
    const title = (await card.getByRole('heading', { level: 2 }).textContent()) ?? ''
    expect(title).not.toBe('')
    await card.getByRole('button', { name: 'Claim' }).click()
    await card.getByRole('button', { name: 'Release' }).waitFor()
    const next = await page
      .getByRole('article')
      .nth(1)
      .getByRole('heading', { level: 2 })
      .textContent()
    await card.getByRole('button', { name: 'Approve', exact: true }).press('Enter')
    await page.getByText(/^Approved\. You can undo/).waitFor()
    await page.getByRole('article').filter({ hasText: title }).waitFor({ state: 'detached' })
    // The next entry has the focus; what has happened is announced once.
    expect((await focused(page))?.startsWith(next ?? '-')).toBe(true)
    const answer = await fetch(`${house.site.url}/api/glossary/entries/`)
    expect(await answer.text()).toContain(title)
  })

  test('news written and published at the desk stand on the site', async () => {
    await open(page, 'News and events')
    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: /^New: / }).waitFor()
    await page.getByLabel('Title').fill('The orchard opens early')
    await page.getByLabel('Short description').fill('Gates at dawn.')
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Bring a lantern.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    const question = page.getByRole('dialog', { name: 'Publish now: The orchard opens early' })
    await question.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('button', { name: 'Unpublish' }).waitFor()
    const reader = await visit(house.browser, house.site)
    await reader.page.goto('/discordia/news&events/')
    await reader.page.getByText('The orchard opens early').first().waitFor()
    expect(reader.complaints).toEqual([])
    await reader.close()
  })

  test.each([
    'Review queue',
    'News and events',
    'Name changes',
    'Rule entries',
    'Counters',
    'Import and export',
  ])('axe finds nothing on %s', async (item) => {
    await open(page, item)
    expect(await axeFindings(page)).toEqual([])
  })

  test('a session of the site opens nothing at the desk', async () => {
    const member = await visit(house.browser, house.site)
    await logIn(member.page, 'corvin@discordia.example')
    const token = await member.page.evaluate(() => localStorage.getItem('access_token'))
    const answer = await fetch(`${house.url}/desk/api/review`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
    await member.close()
  })

  test('and nothing complained in the console', () => expect(desk.complaints).toEqual([]))
})

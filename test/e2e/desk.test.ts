import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/axe.ts'
import { logIn, openBrowser, type Visit, visit } from '#test/helpers/browser.ts'
import { DEMO_PASSWORD, freePort, type Site, startSite } from '#test/helpers/site.ts'

describe('the staff desk, from the browser', () => {
  let site: Site
  let browser: Browser
  let desk: Visit
  let page: Page

  beforeAll(async () => {
    const port = await freePort()
    site = await startSite({ env: { DESK_PORT: String(port) } })
    browser = await openBrowser()
    desk = await visit(browser, { ...site, url: `http://127.0.0.1:${port}` })
    page = desk.page
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
    site?.remove()
  })

  const enter = async (email: string) => {
    await page.goto('/')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  const menu = () => page.getByRole('navigation', { name: 'Desk' })
  const open = async (item: string) => {
    await menu().getByRole('link', { name: item, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: item }).waitFor()
    await page.waitForLoadState('networkidle')
  }

  test('the form has nothing for axe, and no player gets past it', async () => {
    await enter('mira@discordia.example')
    await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    expect(await menu().count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
  })

  test('staff see their pages and none of the superusers', async () => {
    await enter('ada@discordia.example')
    await menu().waitFor()
    expect(await menu().getByRole('link', { name: 'Review queue' }).count()).toBe(1)
    for (const item of ['Members', 'Outgoing mail', 'Audit log'])
      expect(await menu().getByRole('link', { name: item }).count()).toBe(0)
  })

  test('an approved entry is found by a visitor', async () => {
    await open('Review queue')
    const card = page.getByRole('article').first()
    const title = (await card.getByRole('heading', { level: 2 }).textContent()) ?? ''
    expect(title).not.toBe('')
    await card.getByRole('button', { name: 'Claim' }).click()
    await card.getByRole('button', { name: 'Release' }).waitFor()
    await card.getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/^Approved\. You can undo/).waitFor()
    const answer = await fetch(`${site.url}/api/glossary/entries/`)
    expect(await answer.text()).toContain(title)
  })

  test('news written and published at the desk stand on the site', async () => {
    await open('News and events')
    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByLabel('Title').fill('The orchard opens early')
    await page.getByLabel('Short description').fill('Gates at dawn.')
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Bring a lantern.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByRole('button', { name: 'Unpublish' }).waitFor()
    const reader = await visit(browser, site)
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
    await open(item)
    expect(await axeFindings(page)).toEqual([])
  })

  test('a session of the site opens nothing at the desk', async () => {
    const member = await visit(browser, site)
    await logIn(member.page, 'corvin@discordia.example')
    const token = await member.page.evaluate(() => localStorage.getItem('access_token'))
    const answer = await fetch(`${new URL(page.url()).origin}/desk/api/review`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
    await member.close()
  })

  test('and nothing complained in the console', () => expect(desk.complaints).toEqual([]))
})

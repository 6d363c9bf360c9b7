import type { Browser, Page } from 'playwright-core'
import { axeFindings } from '#test/helpers/browser/axe.ts'
import { openBrowser, type Visit, visit } from '#test/helpers/browser/browser.ts'
import {
  entryDialog,
  fillEntry,
  fillSubEntry,
  openEntryForm,
  sendEntry,
} from '#test/helpers/browser/entryForm.ts'
import { signIn } from '#test/helpers/browser/signIn.ts'
import { type BrowserServer, startWorld } from '#test/helpers/browser/startWorld.ts'
import { thumbFindings } from '#test/helpers/browser/thumbs.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('texts of members with light formatting (behaviour 12.12)', () => {
  let server: BrowserServer
  let browser: Browser
  let visitors: Visit[] = []
  beforeAll(async () => {
    server = await startWorld(smallWorld)
    browser = await openBrowser()
  })
  afterEach(async () => {
    await Promise.all(visitors.map((visitor) => visitor.close()))
    expect(visitors.flatMap((visitor) => visitor.complaints)).toEqual([])
    visitors = []
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })

  const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
  const strong = (page: Page, text: string) => page.locator('strong', { hasText: text })
  async function expectClean(page: Page): Promise<void> {
    // Below the header that sticks to the window no target is large enough.
    await page.evaluate(() => window.scrollTo(0, 0))
    expect(await axeFindings(page)).toEqual([])
    expect(await thumbFindings(page)).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBe(0)
  }

  test.each([
    [360, 780, 'Ann', 'Lone Wolf'],
    [1440, 900, 'Cleo', 'Owls'],
  ])('are previewed and read at %i pixels, by keyboard', async (width, height, member, group) => {
    const visitor = await visit(browser, { url: server.url }, { width, height })
    visitors.push(visitor)
    const { page } = visitor
    await signIn(page, server, member)
    await page.goto('/discordia/dashboard')
    await page.getByRole('button', { name: group }).click()
    await page.getByRole('button', { name: 'Edit the page of this group' }).press('Enter')
    await box(page, 'What this group is about').fill(
      '**We howl**\n\n- at night\n- in [tune](/rules)',
    )
    await box(page, 'Pinned note').fill('> Bring dice')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Preview')
    await page.keyboard.press('Enter')
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.locator('strong', { hasText: 'We howl' }).waitFor()
    await preview.locator('blockquote', { hasText: 'Bring dice' }).waitFor()
    await expectClean(page)
    await page.getByRole('button', { name: 'Save the page' }).press('Enter')
    const about = page.getByRole('region', { name: 'What this group is about' })
    await about.locator('strong', { hasText: 'We howl' }).waitFor()
    expect(await about.getByRole('listitem').count()).toBe(2)
    await expectClean(page)

    await page.goto('/discordia/world')
    await openEntryForm(page)
    await fillEntry(page, `Howl of ${member}`)
    const choice = entryDialog(page).getByRole('checkbox', { name: 'Light formatting' })
    await choice.press('Space')
    await fillSubEntry(page, 1, 'In use', '**Loud** at night.')
    await entryDialog(page).getByRole('button', { name: 'Preview', exact: true }).press('Enter')
    await preview.locator('strong', { hasText: 'Loud' }).waitFor()
    // The dialog covers the targets of the page.
    expect(await axeFindings(page)).toEqual([])
    await sendEntry(page)
    await entryDialog(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: `Howl of ${member}` }).press('Enter')
    await strong(page, 'Loud').waitFor()
  })
})

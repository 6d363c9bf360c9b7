import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { bytesOf } from '../../test/helpers/browser/browser.ts'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, menu, open } from '../../test/helpers/browser/desk.ts'
import { seatEventId } from '../../test/helpers/browser/walkStates.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'
import { SAMPLES_FOLDER } from '../../test/helpers/fixtures/importSamples.ts'
import { addSeatStates } from '../../test/helpers/fixtures/seatStates.ts'
import { translatePage } from '../../test/helpers/screens/translatePage.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { unzipped } from '../../test/helpers/server/unzipped.ts'

async function world(server: DeskServer): Promise<void> {
  await deskWorld(server)
  await addSeatStates(server)
}

describe('the pages of the desk, for a superuser', () => {
  const built = builtSite({ world, ownContext: true })
  let page: Page
  beforeEach(async () => {
    page = await built.newcomer({ at: 'desk' })
    await enter(page, 'Sam')
    await menu(page).waitFor()
  })

  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const confirm = async (name: string) => {
    await button(name).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }

  const create = async (item: string) => {
    await open(page, 'News and events')
    await page.getByRole('link', { name: item }).click()
    await page.getByRole('heading', { level: 1, name: item }).waitFor()
  }
  const choose = async (label: string, option: string) => {
    // Uses the keyboard: a long press on a busy machine would choose the option that opens under the pointer.
    await page.getByRole('combobox', { name: label }).press('Enter')
    await page.getByRole('option', { name: option, exact: true }).click()
    await page.getByRole('combobox', { name: label }).filter({ hasText: option }).waitFor()
  }
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const picture = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: '#a63a24' } })
      .png()
      .toBuffer()
  const upload = async (label: RegExp, name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel(label).setInputFiles({ name, mimeType, buffer })
    await shown(`${name} is uploaded. Save to use it.`)
  }

  test('every heading of a list that can be clicked sorts it', async () => {
    for (const item of [
      'News and events',
      'Name changes',
      'Download files',
      'Rule entries',
      'Rule sub-categories',
      'Videos',
      'Glossary entries',
      'Members',
      'Outgoing email',
      'Audit log',
    ]) {
      await open(page, item)
      const headings = page.getByRole('columnheader').getByRole('button')
      await headings.first().waitFor()
      for (const heading of await headings.all()) {
        const sorted = page.waitForResponse((response) => response.url().includes('sort='))
        await heading.click()
        const response = await sorted
        expect([response.url(), response.status()]).toEqual([response.url(), 200])
      }
    }
  }, 180_000)

  test('whoever leaves a list while it is about to search is not brought back to it', async () => {
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Snuff')
    // The list searches half a second after the last key: here, while the next page is rendered.
    await page.getByRole('link', { name: 'New rule' }).evaluate((link: HTMLElement) => {
      link.click()
      const end = performance.now() + 600
      while (performance.now() < end);
    })
    await title(/^New /)
    // The timers of the list have run by then, because they were due before.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(page.url()).toMatch(/create$/)
  })

  test('a sample is downloaded, and a folder is imported as one and undone', async () => {
    await open(page, 'Import and export')
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Markdown', exact: true }).click(),
    ])
    const bytes = await bytesOf(sample)
    expect(bytes).toEqual(readFileSync(join(SAMPLES_FOLDER, 'markdown.zip')))
    const folder = join(mkdtempSync(join(tmpdir(), 'desk-')), 'Mühlental')
    for (const [name, content] of await unzipped(bytes)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), content)
    }
    await page.getByLabel('Choose a folder').setInputFiles(folder)
    await shown('Mühlental.zip')
    await confirm('Import now')
    await shown('The import is done:')
    await confirm('Undo import')
    await shown(/^\d+ records are as before\.$/)
    rmSync(dirname(folder), { recursive: true })
  })

  test('a file is tried out and imported, and a record created on a desk that the browser has translated', async () => {
    const translate = () => page.evaluate(translatePage)
    await open(page, 'Import and export')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download: Rules' }).click(),
    ])
    const text = (await bytesOf(download)).toString()
    await page.getByLabel('Choose files').setInputFiles({
      name: 'rules.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text.replace(/"title":\s*"[^"]+"/, '"title": "Renamed by an import"')),
    })
    await shown('This is what an import would do:')
    await confirm('Import now')
    await shown('The import is done:')
    await open(page, 'Rule entries')
    await page.getByRole('textbox', { name: 'Search' }).fill('Renamed by an import')
    await page.getByRole('link', { name: 'Renamed by an import' }).waitFor()

    await translate()
    await open(page, 'Glossary types')
    await translate()
    await page.locator('a[href="/glossary-types/create"]').click()
    await title(/^New /)
    await translate()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Towers')
    await button('Save').click()
    await page.getByRole('row').filter({ hasText: 'Towers' }).waitFor()
  })

  test('an event: refused for its times, previewed in a frame, planned, published, taken back, cancelled', async () => {
    await create('New event')
    await field('Title').fill('The long night of dice')
    await field('Short description').fill('Until the candles are down.')
    await field('Description').fill('Bring a candle.')
    await page.getByLabel('Starts at').fill('2027-03-01T18:00')
    await page.getByLabel('Ends at').fill('2027-03-01T12:00')
    await choose('Scope', 'National')
    await choose('Attendance', 'Online and offline')
    await upload(/^Picture \(/, 'night.png', 'image/png', await picture())
    await button('Save').click()
    await shown('An event can’t end before it starts.')
    const ends = page.getByLabel('Ends at')
    expect(await ends.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field('Title').inputValue()).toBe('The long night of dice')
    await ends.fill('2027-03-02T02:00')
    await button('Save').click()
    await button('Publish now').waitFor()
    await page.getByText('Choose another file').waitFor()

    await button('Publish later').click()
    await page.getByLabel('Publication time').fill('2027-02-01T09:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish later' }).click()
    await shown('It will appear at that time.')
    for (const size of ['Phone', 'Desktop']) {
      await button(size).click()
      const iframe = page.locator(`iframe[title="Preview as ${size}: The long night of dice"]`)
      // The sandbox forbids navigation of the desk, forms and pop-ups.
      expect(await iframe.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
      const frame = iframe.contentFrame()
      await frame.getByRole('heading', { name: 'The long night of dice', level: 1 }).waitFor()
      await frame.getByText('Bring a candle.').waitFor()
    }
    await button('Publish now').click()
    const question = page.getByRole('dialog', { name: 'Publish “The long night of dice” now?' })
    await question.getByText(/^We’ll email \d+ members?\.$/).waitFor()
    await question.getByRole('button', { name: 'Publish now' }).click()
    await shown('Published.')
    await button('Undo').click()
    await shown('The earlier publication time is back.')
    await confirm('Publish now')
    await button('Unpublish').waitFor()
    // The bar that saves has two rows on a small phone, and the end of the form stays free of it.
    await page.setViewportSize({ width: 320, height: 640 })
    await button('Cancel event').click({ trial: true })
    await page.setViewportSize({ width: 1280, height: 720 })
    await confirm('Cancel event')
    await shown(/The event is cancelled/)
    await page.getByText('Cancelled', { exact: true }).waitFor()

    await field('Title').fill('The longest night of dice')
    await shown('Save before you publish or preview.')
    page.once('dialog', (asked) => void asked.dismiss())
    await menu(page).getByRole('link', { name: 'Import and export' }).click()
    expect(await field('Title').inputValue()).toBe('The longest night of dice')
  })

  test('the list of an event at its door is ticked by keyboard, found again by Back, saved, and printed as names and boxes', async () => {
    const box = (name: string) => page.getByRole('checkbox', { name: `${name} came` })
    const count = page.getByRole('status').filter({ hasText: /came$/ })
    await open(page, 'News and events')
    const row = page.getByRole('row').filter({ hasText: 'With a seat' })
    await row.getByRole('link', { name: 'Registrations' }).click()
    await count.filter({ hasText: '0 of 3 came' }).waitFor()

    await page.getByRole('searchbox', { name: 'Search by name' }).focus()
    await page.keyboard.type('a')
    await box('Gus').waitFor({ state: 'detached' })
    // Past the choice of what is shown.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const saved = page.waitForResponse((response) => response.url().endsWith('/attend'))
    await page.keyboard.press('Space')
    await count.filter({ hasText: '1 of 3 came' }).waitFor()
    expect((await saved).status()).toBe(200)

    await page.getByRole('button', { name: 'Details of Ann' }).click()
    await page.getByRole('link', { name: 'Open member' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ann' }).waitFor()
    await page.goBack()
    await box('Ann').waitFor()
    expect(page.url()).toMatch(/\?name=a$/)
    expect(await box('Gus').count()).toBe(0)

    await page.goto(
      `/registrations?filter=${encodeURIComponent(`{"content_id":${seatEventId('With a seat')}}`)}`,
    )
    await box('Gus').waitFor()
    expect(await box('Ann').isChecked()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    const controls = ['link', 'button', 'searchbox', 'combobox', 'navigation'] as const
    for (const role of controls)
      expect([role, await page.getByRole(role).count()]).toEqual([role, 0])
    expect(await page.getByRole('checkbox').count()).toBe(3)
    expect(await page.getByRole('heading').allTextContents()).toEqual(['With a seat'])
  })
})

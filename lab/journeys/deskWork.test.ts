import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { enter, focused, logInAtDesk, menu, open } from '../../test/helpers/browser/desk.ts'
import { emailOf } from '../../test/helpers/browser/signIn.ts'
import { deskWorld } from '../../test/helpers/fixtures/deskWorld.ts'

describe('what staff do at the desk, with real uploads, keys and authors', () => {
  const built = builtSite({ world: deskWorld })
  let page: Page
  beforeEach(async () => {
    page = await built.newcomer({ at: 'desk' })
    await enter(page, 'Sue')
    await menu(page).waitFor()
  })

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const create = async (item: string) => {
    await open(page, item)
    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: /^New / }).waitFor()
  }
  const choose = async (label: string, option: string) => {
    // Uses the keyboard: a long press on a busy machine would choose the option that opens under the pointer.
    await page.getByRole('combobox', { name: label }).press('Enter')
    await page.getByRole('option', { name: option, exact: true }).click()
    await page.getByRole('combobox', { name: label }).filter({ hasText: option }).waitFor()
  }
  const confirm = async (name: string) => {
    await button(name).click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  const picture = () =>
    sharp({ create: { width: 640, height: 480, channels: 3, background: '#a63a24' } })
      .png()
      .toBuffer()
  const upload = async (label: RegExp, name: string, mimeType: string, buffer: Buffer) => {
    await page.getByLabel(label).setInputFiles({ name, mimeType, buffer })
    await shown(`${name} is uploaded. Save to use it.`)
  }
  /** Creates a record with one field. */
  const add = async (item: string, name: string) => {
    await create(item)
    await field('Name').fill(name)
    await button('Save').click()
    await row(name).waitFor()
  }

  test('an event: refused for its times, previewed in a frame, planned, published, taken back, cancelled', async () => {
    await create('News and events')
    await page.getByLabel('Event').check()
    await field('Title').fill('The long night of dice')
    await field('Short description').fill('Until the candles are down.')
    await field('Description').fill('Bring a candle.')
    await page.getByLabel('Starts at').fill('2027-03-01T18:00')
    await page.getByLabel('Ends at').fill('2027-03-01T12:00')
    await choose('Event scope', 'National')
    await choose('Event type', 'Both')
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
    await page.getByText('cancelled', { exact: true }).waitFor()

    await field('Title').fill('The longest night of dice')
    await shown('Save before you publish or preview.')
    page.once('dialog', (asked) => void asked.dismiss())
    await menu(page).getByRole('link', { name: 'Import and export' }).click()
    expect(await field('Title').inputValue()).toBe('The longest night of dice')
  })

  test('downloads and videos: files with progress, another file under its id, the order, captions', async () => {
    await create('Download categories')
    await field('Title').fill('Candles')
    await button('Save').click()
    await row('Candles').waitFor()
    for (const name of ['First candle', 'Second candle']) {
      await create('Download files')
      await choose('Category', 'Candles')
      await field('Display name').fill(name)
      await upload(/^File/, `${name}.txt`, 'text/plain', Buffer.from(name))
      await button('Save').click()
      await row(name).waitFor()
    }
    await button('Move up: Second candle').click()
    await shown('Moved to 1 of 2 in its list.')
    const first = page.getByRole('link', { name: 'First candle' })
    const before = await first.getAttribute('href')
    await first.click()
    await upload(/^Replace the file/, 'new.txt', 'text/plain', Buffer.from('other'))
    await button('Save').click()
    await row('First candle').waitFor()
    expect(await first.getAttribute('href')).toBe(before)
    await open(page, 'Download categories')
    await button('Actions for Candles').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog
      .getByText('Other records still belong to this one. Move or delete them first.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Actions for Candles')

    await create('Videos')
    await field('Title').fill('How to hold a candle')
    const none = { name: 'no.vtt', mimeType: 'text/vtt', buffer: Buffer.from('hello') }
    await page.getByLabel(/^Captions/).setInputFiles(none)
    await page
      .getByRole('alert')
      .filter({ hasText: 'This isn’t a WebVTT file. Choose another file.' })
      .waitFor()
    await upload(/^Captions/, 'yes.vtt', 'text/vtt', Buffer.from('WEBVTT\n'))
    const film = readFileSync('server/db/seed/files/videos/two-dice.mp4')
    await upload(/^Video/, 'film.mp4', 'video/mp4', film)
    await button('Save').click()
    await row('How to hold a candle').getByText('With captions').waitFor()
  })

  test('rules and glossary: their places, entries with sections in order; a session that ends keeps what was typed', async () => {
    await add('Rule categories', 'Candlecraft')
    await create('Rule sub-categories')
    await choose('Category', 'Candlecraft')
    await field('Name').fill('Wicks')
    await button('Save').click()
    await row('Wicks').waitFor()
    await create('Rule entries')
    await field('Title').fill('Lighting')
    await choose('Category', 'Candlecraft')
    await choose('Sub-category', 'Wicks')
    for (const title of ['Second thought', 'First thought']) {
      await button('Add section').click()
      await field('Title').last().fill(title)
    }
    await button('Move up').last().click()
    await button('Save').click()
    await page.getByRole('textbox', { name: 'Search' }).fill('Lighting')
    await page.getByRole('link', { name: 'Lighting' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rule entry: Lighting' }).waitFor()
    expect(await field('Title').nth(1).inputValue()).toBe('First thought')
    await add('Quick sub-categories', 'In the dark')
    await create('Rule entries')
    await page.getByLabel('Quick').check()
    await field('Title').fill('When it goes out')
    await choose('Quick sub-category', 'In the dark')
    await button('Save').click()
    await page.getByRole('textbox', { name: 'Search' }).fill('When it goes out')
    await row('When it goes out').waitFor()

    await create('Glossary types')
    await field('Name').fill('Lights')
    await choose('Icon', 'lantern')
    await button('Save').click()
    await row('Lights').waitFor()
    await create('Glossary sub-types')
    await choose('Type', 'Lights')
    await field('Name').fill('Tiny lights')
    await button('Save').click()
    await row('Tiny lights').waitFor()
    await create('Glossary entries')
    await field('Title').fill('pending Moth 1')
    await choose('Type', 'Lights')
    await choose('Sub-type', 'Tiny lights')
    await page.context().clearCookies()
    await button('Save').click()
    const over = page.getByRole('dialog', { name: 'Your session has ended' })
    await over.getByLabel('Email').fill(emailOf('Sue'))
    await over.getByLabel('Password').fill('wrong')
    await over.getByRole('button', { name: 'Log in' }).click()
    await over.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    await logInAtDesk(page, 'Sue')
    await over.waitFor({ state: 'detached' })
    await button('Save').click()
    await page.getByRole('textbox', { name: 'Search' }).fill('pending moth')
    await row('pending Moth 1').getByText('approved').waitFor()
  })
})

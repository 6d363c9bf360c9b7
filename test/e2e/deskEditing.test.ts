import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Visit } from '#test/helpers/browser/browser.ts'
import {
  type DeskSite,
  enter,
  focused,
  logInAtDesk,
  menu,
  open,
  startDeskSite,
} from '#test/helpers/browser/desk.ts'
import { emailOf } from '#test/helpers/browser/signIn.ts'
import { deskWorld } from '#test/helpers/fixtures/deskWorld.ts'

describe('what staff edit at the desk, with real uploads and keys', () => {
  let house: DeskSite
  let desk: Visit
  let page: Page

  beforeAll(async () => {
    house = await startDeskSite(deskWorld)
    desk = await house.sitDown()
    page = desk.page
    page.setDefaultTimeout(30_000)
    await enter(page, 'Sue')
    await menu(page).waitFor()
  })
  afterEach(() => expect(desk.complaints).toEqual([]))
  afterAll(() => house?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const shown = (words: string | RegExp) => page.getByText(words).first().waitFor()
  const row = (text: string) => page.getByRole('row').filter({ hasText: text })
  const create = async (item: string) => {
    await open(page, item)
    await page.getByRole('link', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: /^New: / }).waitFor()
  }
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click()
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
    await shown(`${name} has arrived and is used when you save.`)
  }

  test('an event: written, refused for its times, previewed, planned, published, taken back, cancelled', async () => {
    await create('News and events')
    await page.getByLabel('Event').check()
    await field('Title').fill('The long night of dice')
    await field('Short description').fill('Until the candles are down.')
    await field('Description').fill('Bring a candle.')
    await page.getByLabel('Starts at').fill('2027-03-01T18:00')
    await page.getByLabel('Ends at').fill('2027-03-01T12:00')
    await choose('Event scope', 'National')
    await choose('Event type', 'Both')
    await upload(/^Picture/, 'night.png', 'image/png', await picture())
    await button('Save').click()
    await shown('An event cannot end before it begins.')
    const ends = page.getByRole('textbox', { name: 'Ends at' }).or(page.getByLabel('Ends at'))
    expect(await ends.getAttribute('aria-invalid')).toBe('true')
    expect(await ends.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await field('Title').inputValue()).toBe('The long night of dice')
    await page.getByLabel('Ends at').fill('2027-03-02T02:00')
    await button('Save').click()
    await button('Publish now').waitFor()
    await page.getByText('Choose another file').waitFor()
    await button('Take away').click()
    await shown('Will be taken away when you save.')
    await button('Save').click()
    await page.getByText('Choose a file').waitFor()

    await button('Publish at a time').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish at a time' }).click()
    await shown('Choose a time first.')
    await page.getByLabel('Time of publishing').fill('2027-02-01T09:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish at a time' }).click()
    await shown('It will appear at that time.')
    await page.getByRole('link', { name: 'Preview' }).click()
    for (const size of ['Phone', 'Desktop']) {
      await button(size).click()
      const iframe = page.locator(`iframe[title="Preview as ${size}: The long night of dice"]`)
      // No navigation of the desk, no forms, no pop-ups.
      expect(await iframe.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin')
      const frame = iframe.contentFrame()
      await frame.getByRole('heading', { name: 'The long night of dice', level: 1 }).waitFor()
      await frame.getByText('Bring a candle.').waitFor()
    }
    await page.getByRole('link', { name: 'Edit' }).click()
    await button('Publish now').click()
    const question = page.getByRole('dialog', { name: 'Publish now: The long night of dice' })
    await question.getByText(/^Publish and tell \d+ members?\?$/).waitFor()
    await question.getByRole('button', { name: 'Publish now' }).click()
    await shown('Published.')
    await button('Undo').click()
    await shown('The time of publishing is as it was.')
    await confirm('Publish now')
    await button('Unpublish').waitFor()
    await confirm('Unpublish')
    await shown('It is no longer on the site.')
    await confirm('Publish now')
    await confirm('Cancel event')
    await shown(/The event is cancelled/)
    await page.getByText('cancelled', { exact: true }).waitFor()
  })

  test('news that are taken off the site and put back at once keep their date', async () => {
    await create('News and events')
    await field('Title').fill('An old tale')
    await field('Short description').fill('Of candles.')
    await field('Description').fill('There was one.')
    await button('Save').click()
    await button('Publish at a time').click()
    await page.getByLabel('Time of publishing').fill('2020-02-01T09:00')
    await page.getByRole('dialog').getByRole('button', { name: 'Publish at a time' }).click()
    await confirm('Unpublish')
    await shown('It is no longer on the site.')
    await button('Undo').click()
    await shown('It is on the site again.')
    await open(page, 'News and events')
    await row('An old tale').getByText('1 February 2020, 09:00').waitFor()
  })

  test('unsaved words are not left without a question, nor published', async () => {
    await open(page, 'News and events')
    await page.getByRole('link', { name: 'The long night of dice' }).click()
    await field('Title').fill('The longest night of dice')
    await shown('Save your changes first; then you can publish or preview.')
    page.once('dialog', (question) => void question.dismiss())
    await menu(page).getByRole('link', { name: 'Counters' }).click()
    expect(await field('Title').inputValue()).toBe('The longest night of dice')
    await button('Save').click()
    await page.getByText('Save your changes first').waitFor({ state: 'hidden' })
    await open(page, 'Counters')
  })

  test('downloads: a category, a file with progress, another file under its id, the order', async () => {
    await create('Download categories')
    await field('Title').fill('Candles')
    await button('Save').click()
    await row('Candles').waitFor()
    for (const name of ['First candle', 'Second candle']) {
      await create('Download files')
      await choose('Category', 'Candles')
      await field('Display name').fill(name)
      await button('Save').click()
      await page.getByRole('alert').filter({ hasText: 'This field is required.' }).waitFor()
      await upload(/^File/, `${name}.txt`, 'text/plain', Buffer.from(name))
      await button('Save').click()
      await row(name).waitFor()
    }
    await button('Move up: Second candle').click()
    await shown('Moved: now 1 of 2 in its list.')
    await button('Move up: Second candle').click()
    await shown('It is the first of its list already.')
    const address = async () =>
      page.getByRole('link', { name: 'First candle' }).getAttribute('href')
    const before = await address()
    await page.getByRole('link', { name: 'First candle' }).click()
    await upload(/^Replace the file/, 'new.txt', 'text/plain', Buffer.from('other'))
    await button('Save').click()
    await row('First candle').waitFor()
    expect(await address()).toBe(before)
    await page.getByRole('link', { name: 'First candle' }).click()
    await confirm('Withdraw')
    await button('Restore').click()
    await shown('The file is offered again.')
    await open(page, 'Download categories')
    await button('Actions for Candles').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete' })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Something else still belongs to this: move it first.').waitFor()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Actions for Candles')
  })

  test('rules: places, entries of both kinds with sections in order, the reading order', async () => {
    await create('Rule categories')
    await field('Name').fill('Candlecraft')
    await button('Save').click()
    await row('Candlecraft').waitFor()
    await create('Rule sub-categories')
    await choose('Category', 'Candlecraft')
    await field('Name').fill('Wicks')
    await button('Save').click()
    await row('Wicks').waitFor()
    await create('Quick sub-categories')
    await field('Name').fill('In the dark')
    await button('Save').click()
    await row('In the dark').waitFor()
    for (const title of ['Lighting', 'Snuffing']) {
      await create('Rule entries')
      await field('Title').fill(title)
      await choose('Category', 'Candlecraft')
      await choose('Sub-category', 'Wicks')
      await button('Add a section').click()
      await field('Title').last().fill('Second thought')
      await button('Add a section').click()
      await field('Title').last().fill('First thought')
      await button('Move up').last().click()
      await button('Save').click()
      await page.getByRole('textbox', { name: 'Search' }).fill(title)
      await row(title).waitFor()
    }
    await page.getByRole('textbox', { name: 'Search' }).fill('Lighting')
    await row('Snuffing').waitFor({ state: 'detached' })
    await button('Move down: Lighting').click()
    await shown('Moved: now 2 of 2 in its list.')
    await page.getByRole('link', { name: 'Lighting' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rule entry: Lighting' }).waitFor()
    expect(await field('Title').nth(1).inputValue()).toBe('First thought')
    await create('Rule entries')
    await page.getByLabel('Quick').check()
    await field('Title').fill('When it goes out')
    await choose('Quick sub-category', 'In the dark')
    await button('Save').click()
    await page.getByRole('textbox', { name: 'Search' }).fill('When it goes out')
    await row('When it goes out').waitFor()
  })

  test('a video with captions; a file that is none is refused at its field', async () => {
    const film = readFileSync('server/db/seed/files/videos/two-dice.mp4')
    await create('Videos')
    await field('Title').fill('How to hold a candle')
    await page.getByLabel(/^Captions/).setInputFiles({
      name: 'no.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('hello'),
    })
    await page.getByRole('alert').filter({ hasText: 'This is no WebVTT file.' }).waitFor()
    await upload(/^Captions/, 'yes.vtt', 'text/vtt', Buffer.from('WEBVTT\n'))
    await upload(/^Film/, 'film.mp4', 'video/mp4', film)
    await button('Save').click()
    await row('How to hold a candle').getByText('yes').waitFor()
  })

  test('the glossary: a type with its icon, a sub-type, an entry', async () => {
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
    await button('Save').click()
    await page.getByRole('textbox', { name: 'Search' }).fill('pending moth')
    await row('pending Moth 1').getByText('approved').waitFor()
  })

  test('the queue by keys: help, walking, edits that are refused at their field and kept, undo, the next entry', async () => {
    await open(page, 'Review queue')
    const entries = page.getByRole('article')
    await entries.first().waitFor()
    const titles = await entries.getByRole('heading', { level: 2 }).allTextContents()
    const [first = '', second = ''] = titles
    const hasFocus = (title: string) =>
      page.waitForFunction(
        (name) => document.activeElement?.querySelector('h2')?.textContent === name,
        title,
      )
    await page.keyboard.press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.getByRole('checkbox').uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('ARTICLE')
    await button('Keyboard shortcuts').click()
    await help.getByRole('checkbox').check()
    await help.getByRole('button', { name: 'Close' }).click()

    // A key does nothing until an entry has the focus: the first one takes it.
    await page.keyboard.press('e')
    await hasFocus(first)
    await page.keyboard.press('j')
    await hasFocus(second)
    await page.keyboard.press('k')
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog', { name: `Approve with edits: ${first}` })
    await dialog.getByRole('textbox', { name: 'Title' }).first().fill('A\u202eb')
    await dialog.getByRole('button', { name: 'Approve as it stands here' }).click()
    await dialog.getByText(/^Write one line that can be seen/).waitFor()
    await dialog.getByRole('textbox', { name: 'Title' }).first().fill('A mended title')
    await page.keyboard.press('Escape')
    await page.keyboard.press('e')
    const title = dialog.getByRole('textbox', { name: 'Title' }).first()
    expect(await title.inputValue()).toBe('A mended title')
    await dialog.getByRole('button', { name: 'Approve as it stands here' }).click()
    await shown(/^Approved with your edits/)
    await hasFocus(second)
    await button('Undo').click()
    await shown('The entry waits again.')
    await page.getByRole('article', { name: first }).waitFor()
  })

  test('the queue: a claim, a near title, a reason that is kept on a refusal, undo', async () => {
    await open(page, 'Review queue')
    const card = page.getByRole('article', { name: 'Pending moth 1' })
    await card.getByText('pending Moth 1 (approved)').waitFor()
    await card.getByRole('button', { name: 'Claim' }).click()
    await card.getByRole('button', { name: 'Release' }).click()
    await card.getByRole('button', { name: 'Claim' }).waitFor()
    await card.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByText('Write a reason first.').waitFor()
    await dialog.getByLabel('Reason').fill('It is here already.')

    const other = await house.sitDown()
    await enter(other.page, 'Sam')
    await open(other.page, 'Review queue')
    const theirs = other.page.getByRole('article', { name: 'Pending moth 1' })
    await theirs.getByRole('button', { name: 'Claim' }).click()
    await theirs.getByRole('button', { name: 'Release' }).waitFor()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByText('Sam is reviewing this entry.').waitFor()
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('It is here already.')
    await theirs.getByRole('button', { name: 'Release' }).click()
    await theirs.getByRole('button', { name: 'Claim' }).waitFor()
    await other.close()

    const own = page.getByRole('heading', { level: 2, name: 'Pending moth 1', exact: true })
    const others = page.getByRole('article').filter({ hasNot: own })
    const next = await others.first().getByRole('heading', { level: 2 }).textContent()
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await shown(/^Rejected\. You can undo/)
    await card.waitFor({ state: 'detached' })
    expect((await focused(page))?.startsWith(next ?? '-')).toBe(true)
    await button('Decided').click()
    await card.getByText('It is here already.').waitFor()
    await card.getByRole('button', { name: 'Undo' }).click()
    await shown('The entry waits again.')
  })

  test('what is deleted on its own page is said to be deleted, on the list', async () => {
    await create('Rule categories')
    await field('Name').fill('Soon gone')
    await button('Save').click()
    await page.getByRole('link', { name: 'Soon gone' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rule category: Soon gone' }).waitFor()
    await confirm('Delete')
    await page.getByRole('heading', { level: 1, name: 'Rule categories' }).waitFor()
    await shown('“Soon gone” is deleted.')
    await row('Soon gone').waitFor({ state: 'detached' })
  })

  test('a name is refused with a reason', async () => {
    await open(page, 'Name changes')
    await button('Refuse').click()
    const dialog = page.getByRole('dialog', { name: 'Refuse' })
    await dialog.getByLabel('Reason').fill('Too long for a door plate.')
    await dialog.getByRole('button', { name: 'Refuse' }).click()
    await shown('Refused; the member gets the reason.')
    await page.getByText('Nothing here, as things are.').waitFor()
    expect(await focused(page)).toBe('Name changes')
  })

  test('a session that ends asks for the login above the page and keeps what was typed', async () => {
    await create('Rule categories')
    await field('Name').fill('Written before the end')
    await desk.context.clearCookies()
    await button('Save').click()
    const dialog = page.getByRole('dialog', { name: 'Your session is over' })
    await dialog.getByLabel('Email').fill(emailOf('Sue'))
    await dialog.getByLabel('Password').fill('wrong')
    await dialog.getByRole('button', { name: 'Log in' }).click()
    await dialog.getByRole('alert').filter({ hasText: /\S/ }).waitFor()
    await logInAtDesk(page, 'Sue')
    await dialog.waitFor({ state: 'detached' })
    await button('Save').click()
    await row('Written before the end').waitFor()
  })
})

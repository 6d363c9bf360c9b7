import { readFile } from 'node:fs/promises'
import type { DownloadCategory } from '#contract/schemas/content.ts'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import {
  answerWith,
  apiAnswer,
  FAILURES,
  failWith,
  holdBack,
  noted,
  tableCalls,
} from '#test/helpers/browser/apiEdge.ts'
import { bytesOf } from '#test/helpers/browser/browser.ts'
import { aDownloadCategory, aDownloadFile, id } from '#test/helpers/builders.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { choose, chosenIn, optionsOf } from '#test/helpers/browser/dropdown.ts'

const sheet = aDownloadFile({ id: id(1), display_name: 'Blank Sheet' })

describe('the downloads page', () => {
  const built = builtSite()
  const files = () => built.page.getByRole('list', { name: 'Files', exact: true })
  const rows = () => files().getByRole('listitem')
  const row = (name: string) => rows().filter({ has: toggle(name) })
  const toggle = (name: string) => built.page.getByRole('button', { name, exact: true })
  const search = () => built.page.getByRole('searchbox', { name: 'Search for files...' })
  const download = (name: string) =>
    row(name).getByRole('button', { name: 'Download', exact: true })
  const message = (text: string) => built.page.getByRole('status').getByText(text, { exact: true })

  const open = async () => {
    await built.page.goto('/discordia/downloads')
    await rows().first().waitFor()
  }
  const openWith = async (categories: DownloadCategory[]) => {
    await answerWith(built.page, '/downloads/active', categories)
    await built.page.goto('/discordia/downloads')
  }
  const listed = () => apiAnswer<DownloadCategory[]>(built.site, '/downloads/active')
  /** Waits until exactly these rows are there, in this order. */
  const expectFiles = async (names: string[]) => {
    for (const name of names) await toggle(name).waitFor()
    await rows().nth(names.length).waitFor({ state: 'detached' })
    expect(await rows().getByRole('button', { expanded: false }).allTextContents()).toEqual(names)
  }

  describe('Downloads page (behaviour 2, 4, 7)', () => {
    test('a search box, a category dropdown with All and each category title, and a row per file', async () => {
      const categories = await listed()
      const calls = watchCalls(built.page)
      await open()
      await built.page.getByRole('heading', { level: 1, name: 'Downloads', exact: true }).waitFor()
      expect(await built.page.title()).toBe('Downloads – Discordia')
      expect(await search().getAttribute('placeholder')).toBe('Search for files...')
      const titles = categories.map(({ title }) => title)
      expect(await optionsOf(built.page, 'Category', titles.at(-1) ?? 'All')).toEqual([
        'All',
        ...titles,
      ])
      expect(await chosenIn(built.page, 'Category')).toBe('All')
      await expectFiles(
        categories.flatMap((each) => each.download_files.map(({ display_name }) => display_name)),
      )
      expect(await rows().count()).toBe(9)
      await built.settled()
      expect(tableCalls(calls)).toEqual(['GET /downloads/active'])
    })

    test('each row expands by itself: an optional image, the description and a Download button', async () => {
      const [first, second] = (await listed()).flatMap((each) => each.download_files)
      const name = 'One Eel Too Many: an adventure in Saltmere'
      const shown = (await listed())
        .flatMap((each) => each.download_files)
        .find((file) => file.display_name === name)
      await open()
      expect(await built.page.getByRole('button', { name: 'Download', exact: true }).count()).toBe(
        0,
      )
      await toggle(name).click()
      await row(name)
        .getByText(shown?.description ?? '', { exact: true })
        .waitFor()
      const image = row(name).getByRole('img', { name, exact: true })
      expect(await image.getAttribute('src')).toBe(shown?.image)
      await download(name).waitFor()

      await toggle(first?.display_name ?? '').click()
      await download(first?.display_name ?? '').waitFor()
      expect(
        await row(first?.display_name ?? '')
          .getByRole('img')
          .count(),
      ).toBe(0)
      expect(await toggle(name).getAttribute('aria-expanded')).toBe('true')
      expect(await toggle(second?.display_name ?? '').getAttribute('aria-expanded')).toBe('false')

      await toggle(name).click()
      await download(name).waitFor({ state: 'detached' })
      expect(await toggle(first?.display_name ?? '').getAttribute('aria-expanded')).toBe('true')
    })

    test('a selected category shows its files alone, All shows every file', async () => {
      const categories = await listed()
      const namesOf = (some: DownloadCategory[]) =>
        some.flatMap((each) => each.download_files.map(({ display_name }) => display_name))
      await open()
      for (const each of categories.filter(({ download_files }) => download_files.length > 0)) {
        await choose(built.page, 'Category', each.title)
        await expectFiles(namesOf([each]))
      }
      await choose(built.page, 'Category', 'All')
      await expectFiles(namesOf(categories))
    })

    test('search and category survive reload and back', async () => {
      await open()
      await choose(built.page, 'Category', 'The World')
      await search().fill('names')
      await built.page.waitForURL(/search=names/)
      await built.page.reload()
      await expectFiles(['Names and First Impressions'])
      expect(await search().inputValue()).toBe('names')
      await built.page.getByRole('link', { name: 'RPG Initiative' }).click()
      await built.page.getByRole('heading', { level: 1, name: 'RPG Initiative' }).waitFor()
      await built.page.goBack()
      await expectFiles(['Names and First Impressions'])
      expect(await chosenIn(built.page, 'Category')).toBe('The World')
    })
  })

  describe('Downloads messages (behaviour 8; ruling 31)', () => {
    const loadError = 'There was an error loading the categories and download files.'

    test.each(FAILURES)(
      'a downloads fetch that %s is logged, the loading indicator goes, an error text comes',
      async (_how, status) => {
        await failWith(built.page, '/downloads/active', status)
        await Promise.all([
          noted(built.page, /^listDownloads failed/),
          built.page.goto('/discordia/downloads'),
        ])
        await message(loadError).waitFor()
        await built.settled()
        await built.page.unroute('**/api/downloads/active')
        await built.page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
        await rows().nth(8).waitFor()
        expect(await message(loadError).count()).toBe(0)
      },
    )

    test('hostile texts stay texts and hostile addresses are not used', async () => {
      const display_name = '<img src=x onerror="window.hit=1">'
      const hostile = { ...sheet, display_name, description: display_name, image: 'javascript:1' }
      await openWith([aDownloadCategory({ download_files: [hostile] })])
      await toggle(display_name).click()
      await download(display_name).waitFor()
      expect(await rows().getByText(display_name).count()).toBe(2)
      expect(await rows().locator('img').count()).toBe(0)
      expect(await built.page.evaluate(() => 'hit' in window)).toBe(false)
    })
  })

  describe('The Download button (behaviour 2, 7)', () => {
    test.each([
      ['Character Sheet', 'Discordia-Character-Sheet.pdf', 'character-sheet.pdf'],
      ['Map of the Broken Continent', 'Discordia-Map.png', 'map-of-discordia.png'],
      ['What Things Cost', 'Discordia-What-Things-Cost.csv', 'what-things-cost.csv'],
    ])('of %s saves the real file as %s', async (name, fileName, source) => {
      const file = (await listed())
        .flatMap((each) => each.download_files)
        .find(({ display_name }) => display_name === name)
      const calls = watchCalls(built.page)
      await open()
      await toggle(name).click()
      const [saved] = await Promise.all([
        built.page.waitForEvent('download'),
        download(name).click(),
      ])
      expect(saved.suggestedFilename()).toBe(fileName)
      const bytes = await bytesOf(saved)
      expect(bytes.equals(await readFile(`server/db/seed/files/downloads/${source}`))).toBe(true)
      expect(callsTo(calls, 'GET /downloads/download/').map(({ call }) => call)).toEqual([
        `GET /downloads/download/${file?.id}`,
      ])
    })

    test('saves under the download_file_name of the list, whatever the answer is called', async () => {
      const [real] = (await listed()).flatMap((each) => each.download_files)
      const renamed = { ...sheet, id: real?.id ?? sheet.id, download_file_name: 'Of the list.pdf' }
      await openWith([aDownloadCategory({ download_files: [renamed] })])
      await toggle('Blank Sheet').click()
      const [saved] = await Promise.all([
        built.page.waitForEvent('download'),
        download('Blank Sheet').click(),
      ])
      expect(saved.suggestedFilename()).toBe('Of the list.pdf')
    })

    test('shows how far it is, and asks once while it is under way', async () => {
      const calls = watchCalls(built.page)
      await open()
      const release = await holdBack(built.page, '/downloads/download/*')
      await toggle('Character Sheet').click()
      await download('Character Sheet').dblclick()
      const progress = built.page.getByRole('progressbar', { name: 'Downloading Character Sheet' })
      await progress.waitFor()
      const arrival = built.page.waitForEvent('download')
      release()
      const saved = await arrival
      expect(saved.suggestedFilename()).toBe('Discordia-Character-Sheet.pdf')
      await progress.waitFor({ state: 'detached' })
      expect(callsTo(calls, 'GET /downloads/download/')).toHaveLength(1)
    })

    test.each(FAILURES)(
      'when the download %s it is logged and can be tried again',
      async (_how, status) => {
        await open()
        await toggle('Character Sheet').click()
        await failWith(built.page, '/downloads/download/*', status)
        await Promise.all([
          noted(built.page, /^downloadFile failed/),
          download('Character Sheet').click(),
        ])
        await row('Character Sheet').getByRole('alert').waitFor()
        await built.page.unroute('**/api/downloads/download/*')
        const [saved] = await Promise.all([
          built.page.waitForEvent('download'),
          download('Character Sheet').click(),
        ])
        expect(saved.suggestedFilename()).toBe('Discordia-Character-Sheet.pdf')
      },
    )
  })
})

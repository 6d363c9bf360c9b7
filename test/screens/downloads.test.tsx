import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Screen as DownloadsPage } from '#src/features/downloads/DownloadsPage.tsx'
import { aDownloadCategory, aDownloadFile, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, noNetwork, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const PATH = '/discordia/downloads'
const sheet = aDownloadFile({ id: id(1), display_name: 'Character Sheet', size: 191_400 })
const map = aDownloadFile({
  id: id(2),
  display_name: 'Map of the Broken Continent',
  download_file_name: 'Discordia-Map.png',
  image: '/api/files/map.jpg',
})
const log = aDownloadFile({ id: id(3), display_name: 'Session Log', description: null })
const categories = [
  aDownloadCategory({ id: id(1), title: 'For Your Table', download_files: [sheet, log] }),
  aDownloadCategory({ id: id(2), title: 'The World', download_files: [map] }),
  aDownloadCategory({ id: id(3), title: 'Sound and Music', download_files: [] }),
]

const open = (responses: Parameters<typeof fakeApi>[0] = {}, query = '') => {
  const api = fakeApi({ listDownloads: categories, ...responses })
  return { api, ...renderWithStore(<DownloadsPage />, { at: PATH + query }) }
}
const search = () => screen.getByRole('searchbox', { name: 'Search for files...' })
const files = async () =>
  within(await screen.findByRole('list', { name: 'Files' }))
    .getAllByRole('button', { expanded: false })
    .map(({ textContent }) => textContent)
const row = (name: string) => screen.findByRole('button', { name })
const expectMessage = (message: string) =>
  waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(message))
const category = () => screen.getByRole('button', { name: /^Category / })
const choose = async ({ user }: ReturnType<typeof open>, title: string) => {
  await waitFor(() => expect(category()).not.toHaveAccessibleName('Category No categories'))
  await user.click(category())
  await user.click(screen.getByRole('option', { name: title }))
}

describe('Files', () => {
  it('are listed under the heading of the page', async () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible()
    expect(document.title).toBe('Downloads – Discordia')
    expect(await files()).toEqual(['Character Sheet', 'Session Log', 'Map of the Broken Continent'])
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  it('expand, each for itself, to description, size and Download button', async () => {
    const { user } = open()
    await user.click(await row('Character Sheet'))
    expect(screen.getByText('Two pages, A4.')).toBeVisible()
    expect(screen.getByText('191 kB')).toBeVisible()
    expect(screen.queryByRole('img')).not.toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(1)
    await user.click(await row('Session Log'))
    expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(2)
    await user.click(await row('Character Sheet'))
    expect(screen.queryByText('Two pages, A4.')).not.toBeInTheDocument()
    expect(await row('Session Log')).toHaveAttribute('aria-expanded', 'true')
  })

  it('are in one list, under the names of their categories', async () => {
    const { user } = open()
    await files()
    const headings = () =>
      screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings()).toEqual(['For Your Table', 'The World'])
    const items = within(screen.getByRole('list', { name: 'Files' })).getAllByRole('listitem')
    expect(items.map((item) => within(item).queryByRole('heading')?.textContent)).toEqual([
      'For Your Table',
      undefined,
      'The World',
    ])
    await user.type(search(), 'map')
    expect(headings()).toEqual(['The World'])
  })

  it.each([
    [{ download_file_name: 'Sheet.pdf' }, 'PDF'],
    [{ download_file_name: 'Sheet', media_type: 'application/zip' }, 'ZIP'],
  ])('say their type before they are opened (%j)', async (file, type) => {
    open({ listDownloads: [aDownloadCategory({ download_files: [aDownloadFile(file)] })] })
    await files()
    const [said] = screen.getAllByText(type).filter((each) => !each.closest('[aria-hidden]'))
    expect(said).toBeVisible()
  })

  it.each([{ download_file_name: 'Sheet' }, { download_file_name: 'a.x y', media_type: '?' }])(
    'without a type that has a name say none (%j)',
    async (file) => {
      open({
        listDownloads: [
          aDownloadCategory({ download_files: [aDownloadFile({ ...file, size: 9 })] }),
        ],
      })
      expect(await files()).toHaveLength(1)
      expect(screen.getByText('9 bytes').parentElement).toHaveTextContent(/^9 bytes$/)
    },
  )

  it('show their picture small, late and in reserved room', async () => {
    const thumbnails = [{ url: '/api/files/map-160.webp', width: 160, height: 107 }]
    open({
      listDownloads: [aDownloadCategory({ download_files: [{ ...map, thumbnails }] })],
    })
    await files()
    const picture = document.querySelector('li img')
    expect(picture).toHaveAttribute('srcset', '/api/files/map-160.webp 160w')
    expect(picture).toHaveAttribute('loading', 'lazy')
    expect(picture).toHaveAttribute('alt', '')
    expect(picture).toHaveAttribute('width')
  })

  it('show their picture, named by the file', async () => {
    const { user } = open()
    await user.click(await row(map.display_name))
    expect(screen.getByRole('img', { name: map.display_name })).toHaveAttribute(
      'src',
      '/api/files/map.jpg',
    )
  })

  it('without a description say so', async () => {
    const { user } = open()
    await user.click(await row('Session Log'))
    expect(screen.getByText('This file has no extra description')).toBeVisible()
  })
})

describe('Search', () => {
  it.each(['sES', 'SESSION', 'ession lo', 'séssion'])(
    'finds a part of the name, whatever the case and the marks: %s',
    async (text) => {
      const { user } = open()
      expect(search()).toHaveAttribute('placeholder', 'Search for files...')
      await files()
      await user.type(search(), text)
      expect(await files()).toEqual(['Session Log'])
    },
  )

  it('looks within the chosen category', async () => {
    const page = open()
    await choose(page, 'The World')
    await page.user.type(search(), 'session')
    await expectMessage('There are no files matching the search term.')
    await page.user.clear(search())
    await page.user.type(search(), 'broken')
    expect(await files()).toEqual(['Map of the Broken Continent'])
  })

  it('is capped at 400 characters (ruling 42)', () => {
    open()
    expect(search()).toHaveAttribute('maxlength', '400')
  })

  it('without a match says so', async () => {
    const { user } = open()
    await files()
    await user.type(search(), 'two pages')
    await expectMessage('There are no files matching the search term.')
  })
})

describe('Category', () => {
  it('offers All and each title', async () => {
    const { user } = open()
    await files()
    expect(category()).toHaveAccessibleName('Category All')
    await user.click(category())
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'All',
      'For Your Table',
      'The World',
      'Sound and Music',
    ])
  })

  it('keeps the files of the chosen one', async () => {
    const page = open()
    await choose(page, 'The World')
    expect(await files()).toEqual(['Map of the Broken Continent'])
  })

  it('that is empty says so', async () => {
    const page = open()
    await choose(page, 'Sound and Music')
    await expectMessage('There are currently no files to download for this category.')
  })

  it('says No categories, and the page its error, when there are none (ruling 31)', async () => {
    const { user } = open({ listDownloads: [] })
    await expectMessage('There was an error loading the categories and download files.')
    expect(category()).toHaveAccessibleName('Category No categories')
    await user.click(category())
    expect(screen.getAllByRole('option')).toHaveLength(1)
  })

  it('All, with categories that are all empty, says that there is nothing', async () => {
    const page = open({ listDownloads: [aDownloadCategory({ title: 'Maps', download_files: [] })] })
    await expectMessage('There are currently no files to download.')
    await choose(page, 'Maps')
    await expectMessage('There are currently no files to download for this category.')
  })

  it('and search are restored from the URL', async () => {
    const page = open()
    await choose(page, 'For Your Table')
    await page.user.type(search(), 'log')
    await waitFor(() => expect(page.at()).toBe(`${PATH}?search=log&category=1`))
    page.unmount()
    open({}, '?search=log&category=1')
    expect(await files()).toEqual(['Session Log'])
    expect(search()).toHaveValue('log')
    expect(category()).toHaveAccessibleName('Category For Your Table')
  })

  it('that does not exist counts as All', async () => {
    open({}, '?category=99')
    expect(await files()).toHaveLength(3)
    expect(category()).toHaveAccessibleName('Category All')
  })
})

describe('Faults', () => {
  it.each([
    ['the server fails', () => refusal(500)],
    ['there is no network', noNetwork],
  ])('shows the error and tries again on request when %s', async (_when, failure) => {
    const { user, api } = open({ listDownloads: failure })
    await expectMessage('There was an error loading the categories and download files.')
    api.respond({ listDownloads: categories })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await files()).toHaveLength(3)
  })

  it('tolerates hostile and missing fields', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    const file = { id: 1, display_name: hostile, download_file_name: 'x', image: 'javascript:1' }
    const { user } = open({ listDownloads: [{ id: 1, title: hostile, download_files: [file] }] })
    await user.click(await row(hostile))
    expect(screen.getByText('This file has no extra description')).toBeVisible()
    expect(within(screen.getByRole('listitem')).queryByRole('img')).not.toBeInTheDocument()
  })
})

describe('Download', () => {
  const saved: string[] = []
  beforeEach(() => {
    saved.length = 0
    Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => {} })
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
  })

  it('saves the file under its file name, once for a double click', async () => {
    const response = later<Response>()
    const { user, api } = open({ downloadFile: () => response.promise })
    await user.click(await row(map.display_name))
    await user.dblClick(screen.getByRole('button', { name: 'Download' }))
    response.resolve(new Response('bytes'))
    await expectMessage('The file is in your browser’s downloads.')
    expect(saved).toEqual(['Discordia-Map.png'])
    expect(api.calls('downloadFile')).toMatchObject([{ path: '/downloads/download/2' }])
  })

  it('starts no second download while one is running', async () => {
    const response = later<Response>()
    const { user, api } = open({ downloadFile: () => response.promise })
    await user.click(await row(map.display_name))
    const button = screen.getByRole('button', { name: 'Download' })
    await user.click(button)
    fireEvent.click(button, { detail: 1 })
    response.resolve(new Response('bytes'))
    await expectMessage('The file is in your browser’s downloads.')
    expect(api.calls('downloadFile')).toHaveLength(1)
  })

  it('happens once for a double click also when the file is there between the two clicks', async () => {
    const { user } = open({ downloadFile: () => new Response('bytes') })
    await user.click(await row(map.display_name))
    const button = screen.getByRole('button', { name: 'Download' })
    await user.click(button)
    await expectMessage('The file is in your browser’s downloads.')
    fireEvent.click(button, { detail: 2 })
    expect(saved).toEqual(['Discordia-Map.png'])
    await user.click(button)
    await waitFor(() => expect(saved).toHaveLength(2))
  })

  it('shows how much has arrived', async () => {
    const parts = new TransformStream<Uint8Array, Uint8Array>()
    const { user } = open({
      downloadFile: new Response(parts.readable, { headers: { 'Content-Length': '8' } }),
    })
    const writer = parts.writable.getWriter()
    await user.click(await row('Character Sheet'))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    const bar = await screen.findByRole('progressbar', { name: 'Downloading Character Sheet' })
    await act(() => writer.write(new Uint8Array(2)))
    await waitFor(() => expect(bar).toHaveValue(0.25))
    await act(() => writer.write(new Uint8Array(6)))
    await act(() => writer.close())
    expect(await screen.findByText('The file is in your browser’s downloads.')).toBeVisible()
    expect(saved).toEqual(['character-sheet.pdf'])
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  it('continues while its row is collapsed', async () => {
    const response = later<Response>()
    const { user } = open({ downloadFile: () => response.promise })
    await user.click(await row('Character Sheet'))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await user.click(await row('Character Sheet'))
    response.resolve(new Response('bytes'))
    await waitFor(() => expect(saved).toEqual(['character-sheet.pdf']))
  })

  it('that fails saves nothing, says so and can be tried again', async () => {
    const { user, api } = open({ downloadFile: refusal(404) })
    await user.click(await row('Character Sheet'))
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t download the file')
    expect(saved).toEqual([])
    api.respond({ downloadFile: () => new Response('bytes') })
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toEqual(['character-sheet.pdf']))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})

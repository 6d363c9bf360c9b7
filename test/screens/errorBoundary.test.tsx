import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { prefetchLinks } from '#src/app/arrivals.ts'
import { Boundary, FramePart } from '#src/app/Boundary.tsx'
import { BrokenPage } from '#src/app/BrokenPage.tsx'
import { App } from '#src/app/SiteTree.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { aBasicRule, aContentItem, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import { fakeApi, type RowName } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

function Broken(): never {
  throw new Error('the screen broke')
}

const open = () =>
  renderWithStore(
    <>
      <p>Header</p>
      <Boundary instead={(error, again) => <BrokenPage error={error} again={again} />}>
        <Broken />
      </Boundary>
    </>,
  )

describe('A screen that breaks', () => {
  it('shows a heading, a message and a reload button, and the frame stays', () => {
    open()
    expect(screen.getByRole('heading', { name: 'This page fell apart' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reload page' })).toBeEnabled()
    expect(screen.getByText('Header')).toBeVisible()
    expectComplaint(/the screen broke/)
  })

  it('is requested again with a reload', async () => {
    const { user } = open()
    expectComplaint(/the screen broke/)
    await user.click(screen.getByRole('button', { name: 'Reload page' }))
    // jsdom logs that it cannot load documents.
    expectComplaint(/Not implemented: navigation/)
  })
})

class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}
const chunk = { isThere: false }
function LateScreen() {
  if (!chunk.isThere) throw new ChunkLoadError('no chunk')
  return <p>The rules</p>
}

describe('A screen whose code cannot be fetched', () => {
  function openLost() {
    chunk.isThere = false
    const load = jest.fn(async () => {
      if (!chunk.isThere) throw new ChunkLoadError('no chunk')
    })
    const view = renderWithStore(
      <Boundary instead={(error, again) => <BrokenPage error={error} load={load} again={again} />}>
        <LateScreen />
      </Boundary>,
    )
    expectComplaint(/no chunk/)
    expect(screen.getByRole('heading', { name: 'We can’t reach Discordia' })).toBeVisible()
    expect(screen.getByText(/Check your connection/)).toBeVisible()
    return { load, ...view }
  }

  it('is shown as soon as the browser is online again', async () => {
    openLost()
    chunk.isThere = true
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('The rules')).toBeVisible()
  })

  it('is shown soon after the server is back', async () => {
    jest.useFakeTimers()
    openLost()
    chunk.isThere = true
    await act(() => jest.advanceTimersByTimeAsync(5000))
    jest.useRealTimers()
    expect(screen.getByText('The rules')).toBeVisible()
  })

  it('is fetched by a button, which stays while the server is gone', async () => {
    const { load, user } = openLost()
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const button = screen.getByRole('button', { name: 'Try again' })
    await user.click(button)
    expect(load).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    chunk.isThere = true
    await user.click(button)
    expect(await screen.findByText('The rules')).toBeVisible()
    // It is not the next attempt by itself that shows it.
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('is requested by a reload if a newer version is installed', async () => {
    const { user } = openLost()
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expectComplaint(/Not implemented: navigation/))
  })
})

test('a page of which a part cannot be fetched is loaded again when the server is back', async () => {
  const respond = jest
    .spyOn(globalThis, 'fetch')
    .mockRejectedValue(new TypeError('Failed to fetch'))
  renderWithStore(<BrokenPage error={new ChunkLoadError('no part')} again={() => {}} />)
  await waitFor(() => expect(respond).toHaveBeenCalledTimes(1))
  respond.mockResolvedValue(new Response())
  fireEvent(window, new Event('online'))
  await waitFor(() => expectComplaint(/Not implemented: navigation/))
})

const menu = { faults: 0 }
/** Throws while React changes the page, as after a change of its nodes by an extension. */
function Menu() {
  useLayoutEffect(() => {
    if (menu.faults-- > 0) throw new Error('the menu broke')
  }, [])
  return <p>Menu</p>
}

describe('A part of the frame that breaks', () => {
  it('is mounted once more', () => {
    menu.faults = 1
    renderWithStore(
      <FramePart>
        <Menu />
      </FramePart>,
    )
    expectComplaint(/the menu broke/)
    expect(screen.getByText('Menu')).toBeVisible()
  })

  it('is removed when it breaks again, and the page stays', () => {
    renderWithStore(
      <>
        <FramePart>
          <Broken />
        </FramePart>
        <p>Page</p>
      </>,
    )
    expectComplaint(/the screen broke/)
    expect(screen.getByText('Page')).toBeVisible()
  })
})

test('a drawing that cannot be fetched is replaced by one inside the code', () => {
  const { container } = renderWithStore(<EmptyState message="Nothing" drawing="news" />)
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).toBeVisible()
})

describe('Prefetched pages', () => {
  const responses = {
    listLatest: [],
    listNews: [],
    listEvents: [],
    listNext: [],
    getNews: aContentItem(),
    logVisit: { message: 'ok' },
    listDownloads: [],
    listRuleVideos: [],
    listQuickSubcategories: [],
    listQuickEntries: [],
    listRuleCategories: [{ id: 1, name: 'Dice' }],
    listRuleSubcategories: [],
    listRuleEntries: [],
    listRuleSubEntries: [],
    listGlossaryTypes: { results: [] },
    listGlossarySubtypes: { results: [] },
    listGlossaryEntries: [],
    listSubtypesOfType: { subtypes: [] },
  }
  const WORLD = ['listGlossaryEntries', 'listGlossarySubtypes', 'listGlossaryTypes'] as const

  let stop = () => {}
  afterEach(() => {
    stop()
    Reflect.deleteProperty(navigator, 'connection')
  })

  /** The login page, which makes no call, with a link to this URL. */
  async function open(to: string, state = {}) {
    const api = fakeApi(responses)
    const page = renderWithStore(
      <>
        <App />
        <Link to={to}>There</Link>
      </>,
      { at: '/auth/login', state },
    )
    await screen.findByRole('heading', { level: 1 })
    stop = page.store.dispatch(prefetchLinks())
    const link = screen.getByRole('link', { name: 'There' })
    const rows = () => api.calls().map(({ row }) => row)
    const press = (target: HTMLElement = link) =>
      page.user.pointer({ keys: '[MouseLeft>]', target })
    const release = (target: HTMLElement = document.body) =>
      page.user.pointer({ keys: '[/MouseLeft]', target })
    /** Waits until these rows have been called; only the page of the link calls them. */
    const called = (wanted: readonly RowName[]) =>
      waitFor(() => expect(rows().toSorted()).toEqual(wanted.toSorted()))
    return { ...page, api, link, rows, press, release, called }
  }

  /** Calls on arrival that are not prefetched: the visit, which changes data, and sub-types until the URL is read. */
  const onArrival: Partial<Record<string, RowName[]>> = {
    '/discordia/': ['logVisit'],
    '/discordia/world?type=3': ['listGlossarySubtypes'],
  }

  describe('The calls of a page are made when its link is pressed, and not again on arrival', () => {
    test.each<[string, readonly RowName[]]>([
      ['/discordia/', ['listLatest']],
      ['/discordia/news&events/?events=off', ['listNews', 'listEvents']],
      ['/discordia/news/1', ['getNews', 'listNext']],
      ['/discordia/downloads?search=map', ['listDownloads']],
      ['/discordia/rules', ['listRuleVideos', 'listQuickSubcategories', 'listQuickEntries']],
      [
        '/discordia/rules?tab=basic&search=dice&category=1',
        ['listRuleVideos', 'listRuleCategories', 'listRuleSubcategories', 'listRuleEntries'],
      ],
      ['/discordia/world', WORLD],
      [
        '/discordia/world?type=3',
        ['listGlossaryEntries', 'listGlossaryTypes', 'listSubtypesOfType'],
      ],
      ['/discordia/world?search=halm&sort=newest&show=mine', WORLD],
    ])('%s', async (to, calls) => {
      const { link, press, release, called, at } = await open(to)
      await press()
      await called(calls)
      await release(link)
      await waitFor(() => expect(screen.queryByRole('heading', { name: 'Login' })).toBeNull())
      await screen.findByRole('heading', { level: 1 })
      await called([...calls, ...(onArrival[to] ?? [])])
      expect(at()).toMatch(/^\/discordia\//)
    })

    test('a rule has its sections and its relatives fetched once a list knows its kind', async () => {
      const { api, press, called, store } = await open('/discordia/ruleItem/7')
      const { rulesApi } = await import('#src/store/rules/api.ts')
      api.respond({ listRuleEntries: [aBasicRule({ id: id(7), subcategory: id(2) })] })
      await store.dispatch(rulesApi.endpoints.listRuleEntries.initiate({ search: '' }))
      await press()
      await called(['listRuleEntries', 'listRuleSubEntries', 'listRuleEntries'])
      expect(api.calls('listRuleEntries')[1]?.query).toEqual({ subcategory: '2' })
      expect(api.calls('listRuleSubEntries')[0]?.path).toBe('/rules/entries/7/sub-entries/')
    })
  })

  describe('What is fetched', () => {
    test('is also fetched after a pointer or the focus has rested on the link', async () => {
      const { link, called } = await open('/discordia/downloads')
      act(() => link.focus())
      await called(['listDownloads'])
    })

    test('is fetched once, however often the link is hovered', async () => {
      const { user, link, press, called } = await open('/discordia/downloads')
      await user.hover(link)
      await called(['listDownloads'])
      await press()
      await user.unhover(link)
      await user.hover(link)
      await called(['listDownloads'])
    })

    test.each([
      ['an own page of a member', '/discordia/dashboard', asMember()],
      ['a link in a mail', '/auth/activate-account/link-1', {}],
      ['a preview', '/discordia/news/1?preview=secret', {}],
      ['an article that cannot be', '/discordia/news/none', {}],
    ])('is only the code for %s', async (_what, to, state) => {
      const { api, press, release, rows } = await open(to, state)
      // The menu of a member fetches the number of invites.
      await waitFor(() => expect(rows().includes('listInvites')).toBe('session' in state))
      const before = rows()
      await press()
      // A prefetch would have been made before the calls of the next page.
      const after = await screen.findByRole('link', { name: 'Downloads' })
      await release()
      await press(after)
      await waitFor(() => expect(api.calls('listDownloads')).toHaveLength(1))
      expect(rows().filter((row) => row !== 'listDownloads')).toEqual(before)
    })

    test.each<[string, (link: HTMLElement) => void]>([
      ['a link to another tab', (link) => link.setAttribute('target', '_blank')],
      ['a file', (link) => link.setAttribute('download', '')],
      ['another site', (link) => link.setAttribute('href', 'https://else.example/discordia/rules')],
      ['another page of the server', (link) => link.setAttribute('href', '/legal.html')],
    ])('is nothing for %s', async (_what, change) => {
      const { link, api, press, release, rows } = await open('/discordia/rules')
      change(link)
      await press()
      await release()
      await press(screen.getByRole('link', { name: 'Downloads' }))
      await waitFor(() => expect(api.calls('listDownloads')).toHaveLength(1))
      expect(rows()).toEqual(['listDownloads'])
    })

    test('is nothing for visitors who save data', async () => {
      const { user, link, rows, press, release } = await open('/discordia/rules')
      Object.defineProperty(navigator, 'connection', {
        configurable: true,
        value: { saveData: true },
      })
      await press()
      await release()
      await user.hover(screen.getByRole('link', { name: 'World' }))
      act(() => link.focus())
      await user.click(screen.getByRole('link', { name: 'Downloads' }))
      await screen.findByRole('heading', { name: 'Downloads' })
      expect(rows()).toEqual(['listDownloads'])
    })

    test('is at most twelve pages a minute', async () => {
      const { link, api, press, release } = await open('/discordia/rules')
      for (let page = 1; page <= 14; page += 1) {
        link.setAttribute('href', `/discordia/news/${page}`)
        await press()
        await release()
      }
      await waitFor(() => expect(api.calls('getNews')).toHaveLength(12))
      expect(api.calls('listNext')).toHaveLength(12)
    })
  })
})

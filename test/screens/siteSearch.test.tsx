import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { FoundOnSite, SearchHit } from '#contract/siteSearch.ts'
import { App } from '#src/app/SiteTree.tsx'
import { RECENT_MAX } from '#src/features/search/SearchPanel.tsx'
import { sessionEnded } from '#src/store/session/slice.ts'
import { aContentItem, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, noNetwork, refusal } from '#test/helpers/screens/fakeApi.ts'
import { fakeDevice } from '#test/helpers/screens/fakeDevice.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const quiet = { listInvites: [], getProfile: { username: 'Mira' } }
const hit = (number: number, title: string, over: Partial<SearchHit> = {}): SearchHit => ({
  id: number,
  title,
  ...over,
})
const found: FoundOnSite = {
  groups: [
    {
      kind: 'basic_rule',
      hits: [
        hit(3, 'Making a test', {
          excerpt: [
            { text: 'Roll ', is_match: false },
            { text: 'two dice', is_match: true },
            { text: '.', is_match: false },
          ],
        }),
      ],
      has_more: true,
    },
    { kind: 'entry', hits: [hit(4, 'Two Dice Lane')], has_more: false },
    {
      kind: 'news',
      hits: [hit(5, 'A night', { date: '2026-03-01T10:00:00.000Z' })],
      has_more: false,
    },
    { kind: 'download', hits: [hit(6, 'Dice table')], has_more: false },
  ],
  suggestions: [],
}
const NOTHING: FoundOnSite = { groups: [], suggestions: [] }

beforeEach(() => announceInHead('search'))
afterEach(withdrawHead)

const button = () => screen.getByRole('button', { name: 'Search' })
const field = () => screen.findByRole('combobox', { name: 'Search the whole site' })
const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const active = async () =>
  document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')?.textContent

async function open(
  responses: Parameters<typeof fakeApi>[0],
  { at = '/auth/login', ...more } = {},
) {
  const api = fakeApi({ ...quiet, ...responses })
  const page = renderWithStore(<App />, { at, ...more })
  await page.user.click(button())
  await field()
  return { api, ...page }
}

describe('by the search of the server (behaviour 12.13)', () => {
  test('nothing is asked before something is typed, and one call finds everything', async () => {
    const { api, user } = await open({ searchSite: found })
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeInTheDocument()
    expect(await field()).toHaveFocus()
    expect(await field()).toHaveAttribute('aria-expanded', 'false')
    expect(api.calls()).toEqual([])
    await user.type(await field(), ' two   dice ')
    await screen.findByRole('option', { name: 'Making a test: Roll two dice.' })
    expect(api.calls().map(({ row, query }) => [row, query])).toEqual([
      ['searchSite', { q: 'two dice' }],
    ])
    expect(await field()).toHaveAttribute('aria-expanded', 'true')
    const list = screen.getByRole('listbox', { name: 'Suggestions' })
    expect(await field()).toHaveAttribute('aria-controls', list.id)
    const groups = within(list).getAllByRole('group')
    // A group with the term in a title comes first.
    expect(groups.map((group) => group.getAttribute('aria-labelledby'))).toHaveLength(4)
    expect(within(groups[0] as HTMLElement).getByText('World')).toBeInTheDocument()
    expect(screen.getByText('two dice', { selector: 'mark' })).toBeInTheDocument()
    expect(screen.getByText(/^Sun 1 Mar( 2026)?$/)).toBeInTheDocument()
    expect(screen.getByText('5 results')).toHaveAttribute('role', 'status')
  })

  test('arrows, Home and End move through the options, and Enter opens the active one', async () => {
    const { user, at } = await open({
      searchSite: found,
      listRuleEntries: [],
      listQuickEntries: [],
    })
    await user.type(await field(), 'two dice{Enter}')
    await waitFor(async () => expect(await active()).toBe('Two Dice Lane'))
    await user.keyboard('{ArrowDown}')
    expect(await active()).toBe('Making a testRoll two dice.')
    await user.keyboard('{End}')
    expect(await active()).toBe('Dice table')
    await user.keyboard('{ArrowDown}')
    expect(await active()).toBe('Two Dice Lane')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(await active()).toContain('A night')
    await user.keyboard('{Home}{ArrowDown}')
    // Safari sends this code for an Enter that confirms an input method.
    fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 })
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    expect(at()).toBe('/discordia/ruleItem/3')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each([
    ['Two Dice Lane', '/discordia/world?entry=4'],
    ['A night', '/discordia/news/5'],
    ['Dice table', '/discordia/downloads?search=Dice+table'],
    ['All results in the basic rules', '/discordia/rules?tab=basic&search=dice'],
  ])('%s leads to %s', async (name, path) => {
    const { user, at } = await open({ searchSite: found })
    await user.type(await field(), 'dice{Enter}')
    await user.click(await screen.findByRole('option', { name }))
    expect(at()).toBe(path)
  })

  test('a response to an earlier term is ignored, and Enter never opens it', async () => {
    const first = later<FoundOnSite>()
    const { user, at } = await open({
      searchSite: ({ query }: { query: Record<string, string> }) =>
        query.q === 'one' ? first.promise : NOTHING,
    })
    await user.type(await field(), 'one{Enter}')
    await user.type(await field(), ' more{Enter}')
    await screen.findByText('Nothing found for “one more”.')
    first.resolve(found)
    await user.keyboard('{Enter}')
    expect(options()).toEqual([])
    expect(at()).toBe('/auth/login')
  })

  test('close titles are offered when nothing is found', async () => {
    const { api, user } = await open({ searchSite: { groups: [], suggestions: ['Two Dice Lane'] } })
    await user.type(await field(), 'tow dice{Enter}')
    const near = await screen.findByRole('list', { name: 'Did you mean:' })
    api.respond({ searchSite: found })
    await user.click(within(near).getByRole('button', { name: 'Two Dice Lane' }))
    await screen.findByRole('option', { name: 'Dice table' })
    expect(await field()).toHaveValue('Two Dice Lane')
    expect(await field()).toHaveFocus()
  })

  test('a failure can be tried again, and pages are found without the server', async () => {
    const { api, user } = await open({ searchSite: refusal(500) })
    await user.type(await field(), 'rule{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load this.')
    expect(options()).toEqual(['Rules'])
    api.respond({ searchSite: found })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: 'Dice table' })
    expect(options()[0]).toBe('Rules')
  })

  test('a title is marked where its letters are folded', async () => {
    const groups = [{ kind: 'entry', hits: [hit(4, 'Ægir’s Straße to Łódź')], has_more: false }]
    const { user } = await open({ searchSite: { groups, suggestions: [] } })
    for (const [term, marked] of [
      ['aegir', 'Ægir'],
      ['strasse', 'Straße'],
      ['lodz', 'Łódź'],
    ] as const) {
      await user.clear(await field())
      await user.type(await field(), `${term}{Enter}`)
      expect(await screen.findByText(marked, { selector: 'mark' })).toBeInTheDocument()
    }
  })

  describe('without a network', () => {
    const OFFLINE = 'You’re offline. You can only search what’s saved on this device.'
    const device = fakeDevice()
    const isOnline = jest.fn(() => false)
    beforeEach(() => {
      isOnline.mockReturnValue(false)
      jest.spyOn(navigator, 'onLine', 'get').mockImplementation(isOnline)
    })

    test('saved data are searched, and the server again once it is back', async () => {
      device.keep({
        '/contents/active': [aContentItem({ id: id(5), title: 'Ægir’s night', description: 'x' })],
      })
      const { api, user } = await open({ searchSite: noNetwork })
      await user.type(await field(), 'aegir{Enter}')
      await screen.findByRole('option', { name: /^Ægir’s night/ })
      expect(screen.getByText('Ægir', { selector: 'mark' })).toBeInTheDocument()
      expect(screen.getByText(OFFLINE)).toHaveAttribute('role', 'status')
      expect(api.calls().map(({ row }) => row)).toEqual(['searchSite'])
      api.respond({ searchSite: found })
      isOnline.mockReturnValue(true)
      act(() => void window.dispatchEvent(new Event('online')))
      await screen.findByRole('option', { name: 'Dice table' })
      expect(screen.queryByText(OFFLINE)).toBeNull()
    })

    test('and without saved data, it shows a message', async () => {
      const { user } = await open({ searchSite: noNetwork })
      await user.type(await field(), 'dice{Enter}')
      expect(await screen.findByRole('alert')).toHaveTextContent(OFFLINE)
    })
  })

  test('an unexpected response is an error, and unknown kinds and broken hits are left out', async () => {
    const { api, user } = await open({ searchSite: { groups: 7 } })
    await user.type(await field(), 'dice{Enter}')
    await screen.findByRole('alert')
    const hits = [hit(1, 'Fine', { excerpt: [null, { text: 3 }] as never }), { id: 'x' }]
    api.respond({
      searchSite: {
        groups: [
          { kind: 'spell', hits },
          { kind: 'news', hits },
        ],
      },
    })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('option', { name: 'Fine' })
    expect(options()).toEqual(['Fine'])
  })

  test('no overlay says that the page is loading', async () => {
    const response = later<FoundOnSite>()
    const { user } = await open({ searchSite: response.promise })
    await user.type(await field(), 'dice{Enter}')
    expect(screen.queryByRole('status', { name: 'Loading...', hidden: true })).toBeNull()
    response.resolve(found)
    await screen.findByRole('option', { name: 'Dice table' })
  })
})

describe('how it opens and closes', () => {
  test.each([
    ['Control+K', { key: 'k', ctrlKey: true }],
    ['Command+K', { key: 'K', metaKey: true }],
    ['a slash', { key: '/' }],
  ])('%s opens it, Escape closes it and gives the focus back', async (_name, key) => {
    fakeApi(quiet)
    const { user } = renderWithStore(<App />, { at: '/auth/register' })
    screen.getByRole('link', { name: 'Downloads' }).focus()
    await waitFor(() =>
      expect(fireEvent.keyDown(document.activeElement ?? document, key)).toBe(false),
    )
    expect(await field()).toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('link', { name: 'Downloads' })).toHaveFocus())
    await user.click(button())
    expect(await field()).toHaveFocus()
  })

  test('a slash that is typed into a field stays there, and opens nothing in a dialog', async () => {
    const { user } = await open({})
    await user.keyboard('a/b')
    expect(await field()).toHaveValue('a/b')
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false)
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const email = await screen.findByRole('textbox', { name: 'Email' })
    expect(fireEvent.keyDown(email, { key: '/' })).toBe(true)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('members find their account, and visitors the login', async () => {
    const { user } = await open({}, { at: '/discordia/rules', state: asMember() } as never)
    await user.type(await field(), 'acc')
    await screen.findByRole('option', { name: 'My Account' })
  })
})

describe('recent searches', () => {
  const stored = (): unknown => JSON.parse(localStorage.getItem('recent_searches') ?? 'null')

  test('are those that led somewhere; one is searched again, and all can be cleared', async () => {
    const { user } = await open({ searchSite: found })
    await user.type(await field(), 'dice{Enter}')
    expect(stored()).toBeNull()
    await user.click(await screen.findByRole('option', { name: 'A night' }))
    expect(stored()).toEqual(['dice'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button())
    await field()
    expect(options()).toEqual(['dice'])
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('option', { name: 'Dice table' })
    await user.clear(await field())
    await user.click(await screen.findByRole('button', { name: 'Clear recent searches' }))
    expect(options()).toEqual([])
    expect(stored()).toBeNull()
    expect(await field()).toHaveFocus()
  })

  test.each([undefined, 'expired'] as const)('go with the session (%s)', async (reason) => {
    localStorage.setItem('recent_searches', '["dice"]')
    const { store } = await open({})
    expect(options()).toEqual(['dice'])
    await act(async () => void store.dispatch(sessionEnded(reason)))
    expect(stored()).toBeNull()
  })

  test('are few and short, whatever is stored', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `search ${at}`)
    localStorage.setItem('recent_searches', JSON.stringify([7, '', 'x'.repeat(101), ...many]))
    await open({})
    expect(options()).toEqual(many.slice(0, RECENT_MAX))
  })

  test.each(['{', '"text"', 'null'])('%s is none', async (text) => {
    localStorage.setItem('recent_searches', text)
    await open({})
    expect(options()).toEqual([])
  })
})

test('without an announcement there is neither button nor key (ruling 78)', async () => {
  withdrawHead()
  fakeApi(quiet)
  renderWithStore(<App />, { at: '/auth/register' })
  await screen.findByRole('textbox', { name: 'Email' })
  // Waits until the keys work.
  await screen.findAllByRole('region', { name: /otifications/ })
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull()
  for (const key of [{ key: 'k', ctrlKey: true }, { key: '/' }])
    expect(fireEvent.keyDown(document.body, key)).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})

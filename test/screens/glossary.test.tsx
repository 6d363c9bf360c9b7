import { act, screen, waitFor, within } from '@testing-library/react'
import { sessionEnded } from '#src/store/session/slice.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { type FakeCall, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { pass, withSlowClock } from '#test/helpers/server/slowClock.ts'
import {
  card,
  checkbox,
  choose,
  dropdown,
  eel,
  entries,
  list,
  moth,
  openGlossary,
  optionsOf,
  searchBox,
  titles,
} from './openGlossary.tsx'

const ALL = {
  search: '',
  type: 'Any',
  subtype: 'Any',
  showUserEntries: 'false',
  showMyEntries: 'false',
  sort: 'Alphabetical',
  limit: '10',
}
const showMore = () => screen.queryByRole('button', { name: 'Show More' })
const asked = ({ api }: ReturnType<typeof openGlossary>) =>
  api.calls('listGlossaryEntries').map(({ query }) => query)

withSlowClock()

describe('The page', () => {
  it('is named World and lists the entries', async () => {
    const page = openGlossary()
    expect(screen.getByRole('heading', { level: 1, name: 'World' })).toBeVisible()
    expect(document.title).toBe('World – Discordia')
    expect(await titles()).toEqual(['Lamp-moth', 'Glass eel'])
    expect(asked(page)).toEqual([ALL])
  })

  it('is fetched with the token of a member, and without one for a visitor', async () => {
    const visitor = openGlossary()
    await titles()
    expect(visitor.api.calls('listGlossaryEntries')[0]?.headers.has('Authorization')).toBe(false)
    visitor.unmount()
    const member = openGlossary({}, { state: asMember() })
    await titles()
    expect(member.api.calls('listGlossaryEntries')[0]?.headers.get('Authorization')).toMatch(
      /^Bearer /,
    )
  })

  it('shows the add button and Show my entries to members only', async () => {
    const { unmount } = openGlossary()
    await titles()
    expect(screen.queryByRole('button', { name: 'Create new glossary item' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Show my entries' })).toBeNull()
    unmount()
    openGlossary({}, { state: asMember() })
    await titles()
    expect(screen.getByRole('button', { name: 'Create new glossary item' })).toBeVisible()
    expect(checkbox('Show my entries')).not.toBeChecked()
  })
})

describe('Type and Sub-Type', () => {
  const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
  it('have a search box each', async () => {
    const { user } = openGlossary()
    await titles()
    await user.click(dropdown('Type'))
    await user.type(screen.getByRole('searchbox', { name: 'Search types' }), 'pla')
    expect(within(screen.getByRole('listbox', { name: 'Type' })).getByText('Places')).toBeVisible()
    expect(screen.queryByRole('option', { name: 'Creatures' })).not.toBeInTheDocument()
    await user.click(dropdown('Sub-Type'))
    await user.type(screen.getByRole('searchbox', { name: 'Search sub-types' }), 'WAT')
    expect(options()).toContain('Of water')
  })

  it('offer the sub-types of the chosen type, or all; another type sets the sub-type to Any', async () => {
    const page = openGlossary()
    await titles()
    expect(await optionsOf(page, 'Type')).toEqual(['Any', 'Creatures', 'Places'])
    expect(await optionsOf(page, 'Sub-Type')).toEqual(['Any', 'Of water', 'Cities'])
    await choose(page, 'Sub-Type', 'Cities')
    await choose(page, 'Type', 'Creatures')
    expect(dropdown('Sub-Type')).toHaveAccessibleName('Sub-Type Any')
    await waitFor(async () =>
      expect(await optionsOf(page, 'Sub-Type')).toEqual(['Any', 'Of water']),
    )
  })

  it('are sent together, 500 ms after the last choice', async () => {
    const page = openGlossary()
    await titles()
    await choose(page, 'Type', 'Creatures')
    await pass(300)
    await choose(page, 'Sub-Type', 'Of water')
    await pass(499)
    expect(asked(page)).toHaveLength(1)
    await pass(1)
    expect(asked(page)).toEqual([ALL, { ...ALL, type: '1', subtype: '11' }])
  })
})

describe('Checkboxes', () => {
  it('exclude each other', async () => {
    const page = openGlossary({}, { state: asMember() })
    await titles()
    await page.user.click(checkbox('User-made Entries only'))
    expect(checkbox('User-made Entries only')).toBeChecked()
    await page.user.click(checkbox('Show my entries'))
    expect(checkbox('User-made Entries only')).not.toBeChecked()
    expect(checkbox('Show my entries')).toBeChecked()
    await page.user.click(checkbox('User-made Entries only'))
    expect(checkbox('Show my entries')).not.toBeChecked()
    await pass(500)
    expect(asked(page).at(-1)).toEqual({ ...ALL, showUserEntries: 'true' })
  })
})

describe('Sort by (behaviour 2.12; ruling 37)', () => {
  it('is Alphabetical at first and sends one of the three labels', async () => {
    const page = openGlossary()
    await titles()
    expect(dropdown('Sort by')).toHaveAccessibleName('Sort by Alphabetical')
    expect(await optionsOf(page, 'Sort by')).toEqual([
      'Newest First',
      'Oldest First',
      'Alphabetical',
    ])
    await choose(page, 'Sort by', 'Newest First')
    await pass(500)
    expect(asked(page).at(-1)).toEqual({ ...ALL, sort: 'Newest First' })
  })
})

describe('Search', () => {
  it('makes one call for a burst of keys', async () => {
    const page = openGlossary()
    await titles()
    expect(searchBox()).toHaveAttribute('maxlength', '400')
    for (const key of 'moth ') {
      await page.user.type(searchBox(), key)
      await pass(400)
    }
    expect(asked(page)).toHaveLength(1)
    await pass(100)
    expect(asked(page).map(({ search }) => search)).toEqual(['', 'moth'])
  })

  it('never lets an older response replace a newer one', async () => {
    const slow = later<unknown>()
    const { user } = openGlossary({
      listGlossaryEntries: ({ query }: FakeCall) =>
        query.search === 'a' ? slow.promise : query.search === 'ab' ? [eel] : [moth],
    })
    await titles()
    await user.type(searchBox(), 'a')
    await pass(500)
    await user.type(searchBox(), 'b')
    await pass(500)
    expect(await list().findByRole('article', { name: 'Glass eel' })).toBeVisible()
    slow.resolve([moth])
    await pass(100)
    expect(await titles()).toEqual(['Glass eel'])
  })

  it('keeps the old entries until the new ones are there', async () => {
    const slow = later<unknown>()
    const { user } = openGlossary({
      listGlossaryEntries: ({ query }: FakeCall) => (query.search === 'e' ? slow.promise : [moth]),
    })
    await titles()
    await user.type(searchBox(), 'e')
    await pass(500)
    expect(await titles()).toEqual(['Lamp-moth'])
    slow.resolve([eel])
    expect(await list().findByRole('article', { name: 'Glass eel' })).toBeVisible()
  })

  it('suggests similar titles when nothing was found', async () => {
    const near = { 'X-Suggestions': encodeURIComponent(JSON.stringify(['Lamp-moth'])) }
    const { user } = openGlossary(
      {
        listGlossaryEntries: ({ query }: FakeCall) =>
          query.search === 'Lamp-mot' ? reply(200, [], near) : [moth],
      },
      { at: '/discordia/world?search=Lamp-mot' },
    )
    expect(await list().findByRole('status')).toHaveTextContent(
      'There are no glossary entries to display.',
    )
    const offered = within(list().getByRole('list', { name: 'Did you mean:' }))
    await user.click(offered.getByRole('button', { name: 'Lamp-moth' }))
    expect(searchBox()).toHaveValue('Lamp-moth')
    expect(await card('Lamp-moth')).toBeTruthy()
  })

  it('begins with the / key', async () => {
    const { user } = openGlossary()
    await titles()
    await user.keyboard('/')
    expect(searchBox()).toHaveFocus()
    expect(searchBox()).toHaveValue('')
  })
})

describe('Show More', () => {
  it('is absent for exactly ten entries', async () => {
    openGlossary({ listGlossaryEntries: entries(10) })
    expect(await titles()).toHaveLength(10)
    expect(showMore()).not.toBeInTheDocument()
  })

  it('adds ten from memory when the server has sent everything', async () => {
    const page = openGlossary({ listGlossaryEntries: entries(25) })
    expect(await titles()).toHaveLength(10)
    await page.user.click(showMore() ?? document.body)
    expect(await titles()).toHaveLength(20)
    await page.user.click(showMore() ?? document.body)
    expect(await titles()).toHaveLength(25)
    expect(showMore()).not.toBeInTheDocument()
    expect(asked(page)).toHaveLength(1)
  })

  it('adds ten from a server that sends pages, and tries again after a failure', async () => {
    const next = { Link: '</api/glossary/entries/?cursor=two>; rel="next"' }
    let isDown = true
    const page = openGlossary({
      listGlossaryEntries: ({ query }: FakeCall) => {
        if (query.cursor !== 'two') return reply(200, entries(10), next)
        return isDown ? refusal(500) : entries(3, 11)
      },
    })
    expect(await titles()).toHaveLength(10)
    await page.user.click(showMore() ?? document.body)
    expect(await list().findByRole('alert')).toHaveTextContent('We couldn’t load this.')
    expect(await titles()).toHaveLength(10)
    isDown = false
    await page.user.click(showMore() ?? document.body)
    await waitFor(async () => expect(await titles()).toHaveLength(13))
    expect(showMore()).not.toBeInTheDocument()
    expect(list().queryByRole('alert')).not.toBeInTheDocument()
    expect(asked(page)).toHaveLength(3)
  })

  it('starts again at ten when a filter changes', async () => {
    const page = openGlossary({ listGlossaryEntries: entries(25) })
    await titles()
    await page.user.click(showMore() ?? document.body)
    expect(await titles()).toHaveLength(20)
    await choose(page, 'Sort by', 'Oldest First')
    expect(await titles()).toHaveLength(10)
  })
})

describe('A list without entries', () => {
  it('says so', async () => {
    openGlossary({ listGlossaryEntries: [] })
    expect(await list().findByRole('status')).toHaveTextContent(
      'There are no glossary entries to display.',
    )
    expect(showMore()).not.toBeInTheDocument()
  })

  it('that could not be loaded is not shown as empty and can be retried (ruling 71)', async () => {
    const { user, api } = openGlossary({ listGlossaryEntries: refusal(500) })
    expect(await list().findByRole('alert')).toHaveTextContent('We couldn’t load this.')
    expect(console.info).toHaveBeenCalledWith('listGlossaryEntries failed: 500')
    api.respond({ listGlossaryEntries: [moth] })
    await user.click(list().getByRole('button', { name: 'Try again' }))
    expect(await titles()).toEqual(['Lamp-moth'])
  })
})

describe('The URL', () => {
  const query = '?search=mo&type=1&subtype=11&show=users&sort=newest'

  it('restores the whole view, without a debounce', async () => {
    const page = openGlossary({}, { at: `/discordia/world${query}` })
    await titles()
    expect(asked(page)).toEqual([
      {
        ...ALL,
        search: 'mo',
        type: '1',
        subtype: '11',
        showUserEntries: 'true',
        sort: 'Newest First',
      },
    ])
    expect(searchBox()).toHaveValue('mo')
    await waitFor(() => expect(dropdown('Sub-Type')).toHaveAccessibleName('Sub-Type Of water'))
    expect(dropdown('Sort by')).toHaveAccessibleName('Sort by Newest First')
    expect(checkbox('User-made Entries only')).toBeChecked()
  })

  it('contains the chosen sort', async () => {
    const page = openGlossary()
    await titles()
    await choose(page, 'Sort by', 'Oldest First')
    await pass(500)
    expect(page.at()).toBe('/discordia/world?sort=oldest')
  })

  it('follows the filters after the debounce', async () => {
    const page = openGlossary()
    await titles()
    await page.user.type(searchBox(), 'eel')
    expect(page.at()).toBe('/discordia/world')
    await pass(500)
    expect(page.at()).toBe('/discordia/world?search=eel')
    expect(searchBox()).toHaveValue('eel')
  })

  it('of the menu shows the page from its beginning', async () => {
    const page = openGlossary({}, { at: `/discordia/world${query}` })
    await titles()
    await page.user.click(screen.getByRole('link', { name: 'Menu: Rules' }))
    await page.user.click(screen.getByRole('link', { name: 'Menu: World' }))
    await titles()
    expect(searchBox()).toHaveValue('')
    expect(asked(page).at(-1)).toEqual(ALL)
    expect(page.at()).toBe('/discordia/world')
  })

  it('never shows own entries to a visitor, and counts as the default where it is invalid', async () => {
    const page = openGlossary({}, { at: '/discordia/world?show=mine&type=x&sort=%27&subtype=1e99' })
    await titles()
    expect(asked(page)).toEqual([ALL])
  })

  it('does not block a logout', async () => {
    const page = openGlossary({}, { at: '/discordia/world?show=mine', state: asMember() })
    await titles()
    act(() => void page.store.dispatch(sessionEnded()))
    expect(await screen.findByText('Elsewhere')).toBeVisible()
    await pass(1000)
    expect(page.at()).toBe('/auth/login')
  })
})

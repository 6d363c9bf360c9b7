import { screen, within } from '@testing-library/react'
import type { ContentId, EventKindId } from '#contract/ids.ts'
import { Screen as NewsPage } from '#src/features/content/NewsPage.tsx'
import { aContentItem, anEvent, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const PATH = '/discordia/news&events/'
const news = (count: number) =>
  Array.from({ length: count }, (_, n) => aContentItem({ id: id(n + 1), title: `News ${n + 1}` }))
const event = (n: number, over: Parameters<typeof anEvent>[0]) =>
  anEvent({ id: id(100 + n), title: `Event ${n}`, ...over })
const events = [
  event(1, { event_scope: 'National', event_type: 'Online' }),
  event(2, { event_scope: 'National', event_type: 'Offline' }),
  event(3, { event_scope: 'International', event_type: 'Both' }),
]

const open = (responses: Parameters<typeof fakeApi>[0] = {}, query = '') => {
  const api = fakeApi({ listNews: news(1), listEvents: events, ...responses })
  return { api, ...renderWithStore(<NewsPage />, { at: PATH + query }) }
}
const list = () => within(screen.getByRole('region', { name: 'News and events list' }))
const titles = async () =>
  (await list().findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
const checkbox = (name: string) => screen.getByRole('checkbox', { name })
const dropdown = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name} `) })
const choose = async ({ user }: ReturnType<typeof open>, filter: string, option: string) => {
  await user.click(dropdown(filter))
  await user.click(screen.getByRole('option', { name: option }))
}

describe('Cards', () => {
  it('are under the heading of the page', async () => {
    open()
    expect(screen.getByRole('heading', { level: 1, name: 'News & Events' })).toBeVisible()
    expect(document.title).toBe('News & Events – Discordia')
    const card = within(await list().findByRole('article', { name: 'News 1' }))
    expect(card.getByText('News')).toBeVisible()
    expect(card.getByText('Sat 4 May 2024')).toBeVisible()
    expect(card.getByText('Old Patience has rung.')).toBeVisible()
    expect(card.getByRole('button', { name: 'Read more' })).toBeVisible()
  })

  it('are four at first; each Show More adds four, until all are there', async () => {
    const { user } = open({ listNews: news(10), listEvents: [] })
    expect(await titles()).toEqual(['News 1', 'News 2', 'News 3', 'News 4'])
    await user.click(screen.getByRole('button', { name: 'Show More' }))
    expect(await titles()).toHaveLength(8)
    await user.click(screen.getByRole('button', { name: 'Show More' }))
    expect(await titles()).toHaveLength(10)
    expect(screen.queryByRole('button', { name: 'Show More' })).not.toBeInTheDocument()
    // Tab moves on to the first of the new cards.
    const [, , , , , , , before, next] = list().getAllByRole('button', { name: 'Read more' })
    expect(before).toHaveFocus()
    await user.tab()
    expect(next).toHaveFocus()
  })

  it('need no Show More when they are exactly four', async () => {
    open({ listNews: news(4), listEvents: [] })
    expect(await titles()).toHaveLength(4)
    expect(screen.queryByRole('button', { name: 'Show More' })).not.toBeInTheDocument()
  })

  it('do not show the place of an event', async () => {
    open({ listNews: [], listEvents: [event(1, { location: 'Harrow Hall' } as never)] })
    expect(await titles()).toEqual(['Event 1'])
    expect(list().queryByText('Harrow Hall')).not.toBeInTheDocument()
  })

  it('say how near an event is, unless it is cancelled', async () => {
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const cancelled = anEvent({ id: id(9), title: 'Off', date, cancelled_at: date })
    open({ listNews: [], listEvents: [anEvent({ title: 'Soon', date }), cancelled] })
    const card = (name: string) => list().findByRole('article', { name })
    expect(await card('Soon')).toHaveTextContent('in 3 days')
    expect(await card('Off')).not.toHaveTextContent('in 3 days')
  })

  it('mark cancelled events only', async () => {
    const cancelled = event(1, { cancelled_at: '2024-05-01T12:00:00.000Z' })
    open({ listNews: [], listEvents: [cancelled, event(2, {})] })
    const card = async (name: string) => within(await list().findByRole('article', { name }))
    expect((await card('Event 1')).getByText('Cancelled')).toBeVisible()
    expect((await card('Event 2')).queryByText('Cancelled')).not.toBeInTheDocument()
  })

  it('alternate between news and events', async () => {
    open({ listNews: news(3) })
    expect(await titles()).toEqual(['News 1', 'Event 1', 'News 2', 'Event 2'])
  })
})

describe('Checkboxes (behaviour 2.6; ruling 30)', () => {
  it('are both on at first', async () => {
    open()
    expect(checkbox('Show News')).toBeChecked()
    expect(checkbox('Show Events')).toBeChecked()
    expect(await titles()).toEqual(['News 1', 'Event 1', 'Event 2', 'Event 3'])
  })

  it('hide news, or events, or all', async () => {
    const { user } = open()
    await titles()
    await user.click(checkbox('Show News'))
    expect(await titles()).toEqual(['Event 1', 'Event 2', 'Event 3'])
    await user.click(checkbox('Show Events'))
    expect(await list().findByRole('status')).toHaveTextContent('There is nothing to display.')
    expect(screen.queryByRole('button', { name: 'Show More' })).not.toBeInTheDocument()
    await user.click(checkbox('Show News'))
    expect(await titles()).toEqual(['News 1'])
  })
})

describe('Filters', () => {
  it('are there only while events are shown', async () => {
    const { user } = open({}, '?location=National&type=Online')
    expect(dropdown('Location')).toHaveAccessibleName('Location National')
    await user.click(checkbox('Show Events'))
    expect(screen.queryByRole('button', { name: /^Location / })).not.toBeInTheDocument()
    expect(await titles()).toEqual(['News 1'])
  })

  it('offer Any, National, International and Any, Online, Offline', async () => {
    const { user } = open()
    for (const [name, options] of [
      ['Location', ['Any', 'National', 'International']],
      ['Type', ['Any', 'Online', 'Offline']],
    ] as const) {
      expect(dropdown(name)).toHaveAccessibleName(`${name} Any`)
      await user.click(dropdown(name))
      const offered = within(screen.getByRole('listbox', { name })).getAllByRole('option')
      expect(offered.map(({ textContent }) => textContent)).toEqual(options)
      await user.keyboard('{Escape}')
    }
  })

  it.each([
    ['Location', 'National', ['Event 1', 'Event 2']],
    ['Location', 'International', ['Event 3']],
    ['Type', 'Online', ['Event 1', 'Event 3']],
    ['Type', 'Offline', ['Event 2', 'Event 3']],
  ])('%s %s keeps news and the events that match, or are both', async (filter, option, found) => {
    const page = open()
    await titles()
    await choose(page, filter, option)
    expect(await titles()).toEqual(['News 1', ...found])
  })

  it('offer the kinds of the listed events, in the address, where there are some', async () => {
    const kinds = {
      7: { id: id<EventKindId>(7), name: 'Workshop' },
      3: { id: id<EventKindId>(3), name: 'Fair' },
    }
    const listEvents = events.map((one, n) => ({ ...one, event_kind: [kinds[7], kinds[3]][n] }))
    const page = open({ listEvents }, '?type=Online')
    expect((await list().findByRole('article', { name: 'Event 1' })).textContent).toContain(
      'Workshop',
    )
    await page.user.click(dropdown('Kind'))
    const offered = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(offered).toEqual(['Any', 'Fair', 'Workshop'])
    await page.user.click(screen.getByRole('option', { name: 'Workshop' }))
    expect(await titles()).toEqual(['News 1', 'Event 1'])
    expect(page.at()).toBe(`${PATH}?type=Online&kind=7`)
    await choose(page, 'Kind', 'Fair')
    expect(await titles()).toEqual(['News 1'])
    page.unmount()

    open({ listEvents }, '?kind=99&news=off')
    expect(await titles()).toEqual(['Event 1', 'Event 2', 'Event 3'])
    expect(dropdown('Kind')).toHaveAccessibleName('Kind Any')
  })

  it('offer no kinds where no event has one', async () => {
    open({}, '?kind=7')
    expect(await titles()).toEqual(['News 1', 'Event 1', 'Event 2', 'Event 3'])
    expect(screen.queryByRole('button', { name: /^Kind / })).not.toBeInTheDocument()
  })

  it('both must match', async () => {
    const page = open({}, '?news=off')
    await choose(page, 'Location', 'International')
    await choose(page, 'Type', 'Offline')
    expect(await titles()).toEqual(['Event 3'])
  })

  it('keep events of type Both, whatever the selection', async () => {
    const SCOPES = ['National', 'International'] as const
    const MODES = ['Online', 'Offline', 'Both'] as const
    const every = SCOPES.flatMap((event_scope) =>
      MODES.map((event_type, n) =>
        event(n, { title: `${event_scope} ${event_type}`, event_scope, event_type }),
      ),
    ).map((each, n) => ({ ...each, id: id<ContentId>(n + 1) }))
    const page = open({ listEvents: every }, '?news=off')
    for (const location of ['Any', ...SCOPES])
      for (const type of ['Online', 'Offline', 'Any']) {
        await choose(page, 'Location', location)
        await choose(page, 'Type', type)
        const more = screen.queryByRole('button', { name: 'Show More' })
        if (more) await page.user.click(more)
        const wanted = every
          .filter(({ event_scope }) => location === 'Any' || event_scope === location)
          .filter(({ event_type }) => type === 'Any' || [type, 'Both'].includes(event_type ?? ''))
        expect(await titles()).toEqual(wanted.map(({ title }) => title))
      }
  })

  it('a selection that no event meets leaves nothing to display', async () => {
    const page = open({ listEvents: events.slice(0, 1) }, '?news=off')
    await titles()
    await choose(page, 'Type', 'Offline')
    expect(await list().findByRole('status')).toHaveTextContent('There is nothing to display.')
  })
})

describe('The visible count', () => {
  it.each<[string, (page: ReturnType<typeof open>) => Promise<void>]>([
    ['toggling Show News', ({ user }) => user.click(checkbox('Show News'))],
    ['toggling Show Events', ({ user }) => user.click(checkbox('Show Events'))],
    ['changing Location', (page) => choose(page, 'Location', 'International')],
    ['changing Type', (page) => choose(page, 'Type', 'Offline')],
  ])('%s puts it back to four', async (_how, change) => {
    const both = Array.from({ length: 10 }, (_, n) =>
      event(n, { event_scope: 'International', event_type: 'Both' }),
    )
    const page = open({ listNews: news(10), listEvents: both })
    await titles()
    await page.user.click(screen.getByRole('button', { name: 'Show More' }))
    expect(await titles()).toHaveLength(8)
    await change(page)
    expect(await titles()).toHaveLength(4)
    await page.user.click(screen.getByRole('button', { name: 'Show More' }))
    expect(await titles()).toHaveLength(8)
  })
})

describe('The URL', () => {
  it('contains the filters, so that a reload and Back restore them', async () => {
    const page = open({ listNews: news(10) })
    await titles()
    expect(page.at()).toBe(PATH)
    await choose(page, 'Location', 'International')
    await page.user.click(screen.getByRole('button', { name: 'Show More' }))
    expect(page.at()).toBe(`${PATH}?location=International&count=8`)
    page.unmount()

    open({ listNews: news(10) }, page.at().slice(PATH.length))
    expect(dropdown('Location')).toHaveAccessibleName('Location International')
    expect(await titles()).toHaveLength(8)
  })

  it.each(['?count=0', '?count=-4', '?count=x', '?count=NaN&location=Mars&type=<b>&news=maybe'])(
    'is as at the beginning for %s',
    async (query) => {
      open({ listNews: news(10) }, query)
      expect(await titles()).toHaveLength(4)
      expect(dropdown('Location')).toHaveAccessibleName('Location Any')
      expect(checkbox('Show News')).toBeChecked()
    },
  )
})

describe('Faults', () => {
  it('says that there is nothing when both lists are empty', async () => {
    open({ listNews: [], listEvents: [] })
    expect(await list().findByRole('status')).toHaveTextContent('There is nothing to display.')
    expect(list().queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  it('suggests other filters when these leave nothing of what there is', async () => {
    open({ listEvents: [] }, '?news=off')
    expect(await list().findByRole('status')).toHaveTextContent('There is nothing to display.')
    expect(list().getByText('Other filters may bring something to light.')).toBeVisible()
  })

  it('says so when both fail, and tries both again on request', async () => {
    const { user, api } = open({ listNews: refusal(500), listEvents: refusal(500) })
    expect(await list().findByRole('status')).toHaveTextContent('There is nothing to display.')
    expect(list().queryByText(/^Other filters/)).not.toBeInTheDocument()
    api.respond({ listNews: news(2), listEvents: events })
    await user.click(list().getByRole('button', { name: 'Try again' }))
    expect(await list().findByRole('article', { name: 'News 2' })).toBeVisible()
    expect(await list().findByRole('article', { name: 'Event 1' })).toBeVisible()
  })

  it('shows the list that arrived, and offers the other one again', async () => {
    const { user, api } = open({ listEvents: refusal(500) })
    expect(await titles()).toEqual(['News 1'])
    expect(list().getByRole('alert')).toHaveTextContent('We couldn’t load')
    api.respond({ listEvents: events })
    await user.click(list().getByRole('button', { name: 'Try again' }))
    expect(await list().findByRole('article', { name: 'Event 1' })).toBeVisible()
    expect(list().queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows nothing while both lists load', async () => {
    const slow = later<unknown>()
    open({ listEvents: () => slow.promise })
    expect(list().queryByRole('status')).not.toBeInTheDocument()
    slow.resolve([])
    expect(await titles()).toEqual(['News 1'])
  })
})

describe('Subscribe', () => {
  afterEach(withdrawHead)

  it('offers the feeds and the calendar where the server announces them', async () => {
    announceInHead('feeds')
    open()
    const subscribe = within(screen.getByRole('region', { name: 'Subscribe' }))
    expect(
      subscribe.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['News feed', '/api/contents/news.atom'],
      ['Events feed', '/api/contents/events.atom'],
      ['Events calendar', '/api/contents/events.ics'],
    ])
    await titles()
  })

  it('is not there with a server that announces something else', async () => {
    announceInHead('search')
    open()
    await titles()
    expect(screen.queryByText('Subscribe')).not.toBeInTheDocument()
  })
})

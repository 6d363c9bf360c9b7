import { screen, waitFor, within } from '@testing-library/react'
import { Screen as NewsPage } from '#src/features/content/NewsPage.tsx'
import { anEvent, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const PATH = '/discordia/news&events/'
const NOW = Date.parse('2026-12-09T11:00:00Z')
const event = (n: number, date: string, over: Parameters<typeof anEvent>[0] = {}) =>
  anEvent({ id: id(n), title: `Event ${n}`, date, ...over })
const fair = { id: id<never>(3), name: 'Fair' }
const events = [
  event(1, '2026-12-11T17:00:00.000Z', { event_end: '2026-12-12T00:30:00.000Z' }),
  event(2, '2026-12-12T09:00:00.000Z', {
    event_end: '2026-12-14T00:00:00.000Z',
    event_scope: 'International',
    event_kind: fair,
  }),
  event(3, '2026-12-12T23:30:00.000Z', { cancelled_at: '2026-12-01T00:00:00.000Z' }),
  event(4, '2027-02-01T18:00:00.000Z', {}),
]

beforeEach(() => {
  announceInHead('month_view')
  jest.spyOn(Date, 'now').mockReturnValue(NOW)
})
afterEach(withdrawHead)

type Responses = Parameters<typeof fakeApi>[0]

/** @param zone of the reader */
function open(query = '?view=month', zone = 'UTC', responses: Responses = {}) {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), timeZone: zone }
  })
  const api = fakeApi({ listNews: [], listEvents: events, ...responses })
  return { api, ...renderWithStore(<NewsPage />, { at: PATH + query }) }
}
const table = (name: string) => screen.findByRole('table', { name })
/** What the cells of a month hold, by their days; those with nothing are left out. */
const daysOf = (grid: HTMLElement) =>
  Object.fromEntries(
    within(grid)
      .getAllByRole('cell')
      .map(
        (cell) =>
          [
            Number(cell.querySelector('span')?.textContent),
            within(cell)
              .queryAllByRole('link')
              .map((link) => link.textContent),
          ] as const,
      )
      .filter(([, links]) => links.length > 0),
  )
const button = (name: string) => screen.getByRole('button', { name })

describe('The month of events', () => {
  it('is a tab beside the list, by the keyboard, and in the address', async () => {
    const page = open('')
    const tab = screen.getByRole('tab', { name: 'List' })
    expect(tab).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('checkbox', { name: 'Show News' })).toBeVisible()
    await page.user.click(tab)
    await page.user.keyboard('{ArrowRight}')
    expect(await table('December 2026')).toBeVisible()
    expect(page.at()).toBe(`${PATH}?view=month`)
    expect(screen.queryByRole('checkbox', { name: 'Show News' })).not.toBeInTheDocument()
    await page.user.keyboard('{ArrowLeft}')
    expect(await screen.findByRole('article', { name: 'Event 1' })).toBeVisible()
    expect(page.at()).toBe(PATH)
  })

  it('has each event on each of its days, with a time on the first, an evening on its own', async () => {
    open()
    const grid = await table('December 2026')
    expect(daysOf(grid)).toEqual({
      11: ['17:00 Event 1'],
      12: ['09:00 Event 2', '23:30 Event 3 (Cancelled)'],
      13: ['Event 2'],
    })
    expect(within(grid).getByText('Event 3')).toHaveClass('line-through')
    const link = within(grid).getByRole('link', { name: '17:00 Event 1' })
    expect(link).toHaveAttribute('href', '/discordia/news/1')
    const today = within(grid)
      .getAllByRole('cell')
      .filter((cell) => cell.ariaCurrent === 'date')
    expect(today.map(({ textContent }) => textContent)).toEqual(['9'])
  })

  it('has days and times of the reader’s zone', async () => {
    open('?view=month', 'Pacific/Auckland')
    expect(daysOf(await table('December 2026'))).toEqual({
      12: ['06:00 Event 1', '22:00 Event 2'],
      13: ['Event 2', '12:30 Event 3 (Cancelled)'],
      14: ['Event 2'],
    })
  })

  it.each([
    ['en-GB', 'MonTueWedThuFriSatSun', 1],
    ['en-US', 'SunMonTueWedThuFriSat', 2],
  ])('begins its weeks as readers of %s do', async (language, heads, before) => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr', language])
    open()
    const grid = await table('December 2026')
    const columns = within(grid).getAllByRole('columnheader')
    const short = columns.map(({ textContent }) => textContent)
    expect(short.join('')).toBe(heads)
    expect(within(grid).getByRole('columnheader', { name: 'Wednesday' })).toBeVisible()
    const [, first] = within(grid).getAllByRole('row')
    const empty = [...(first?.children ?? [])].filter(({ textContent }) => textContent === '')
    expect(empty).toHaveLength(before)
  })

  it('is left for other months by buttons that keep the focus; the heading announces the month', async () => {
    const page = open()
    await table('December 2026')
    const heading = () => screen.getByRole('heading', { level: 2, name: /20\d\d$/ })
    expect(heading()).toHaveAttribute('aria-live', 'polite')
    expect(button('Previous month')).toHaveAttribute('aria-disabled', 'true')
    await page.user.click(button('Previous month'))
    expect(page.at()).toBe(`${PATH}?view=month`)
    const over = 'Events that are over aren’t shown.'
    expect(screen.getByText(over)).toBeVisible()

    await page.user.click(button('Next month'))
    expect(heading()).toHaveTextContent('January 2027')
    expect(button('Next month')).toHaveFocus()
    expect(screen.queryByText(over)).not.toBeInTheDocument()
    expect(page.at()).toBe(`${PATH}?view=month&month=2027-01`)
    await page.user.click(button('Previous month'))
    expect(button('Previous month')).toHaveFocus()
    expect(page.at()).toBe(`${PATH}?view=month`)
    await page.user.click(button('Next month'))
    await page.user.click(button('This month'))
    expect(button('This month')).toHaveFocus()
    expect(heading()).toHaveTextContent('December 2026')
  })

  it('leads from an empty month to the next one with an event', async () => {
    const { user } = open('?view=month&month=2027-01')
    await table('January 2027')
    expect(screen.getByText('No events in this month.')).toBeVisible()
    await user.click(button('Next events: February 2027'))
    expect(await table('February 2027')).toBeVisible()
    expect(screen.getByRole('heading', { name: 'February 2027' })).toHaveFocus()
    await user.click(button('Next month'))
    expect(screen.getByText('No events in this month.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Next events/ })).not.toBeInTheDocument()
  })

  it.each(['month=2020-01', 'month=2026-13', 'month=x'])(
    'is the present one for %s',
    async (query) => {
      open(`?view=month&${query}`)
      expect(await table('December 2026')).toBeVisible()
    },
  )

  it('has the events that the filters leave, whatever the checkboxes say', async () => {
    const { user } = open('?view=month&events=off&kind=3')
    const grid = await table('December 2026')
    expect(daysOf(grid)).toEqual({ 12: ['09:00 Event 2'], 13: ['Event 2'] })
    await user.click(screen.getByRole('button', { name: 'Location Any' }))
    await user.click(screen.getByRole('option', { name: 'National' }))
    expect(daysOf(grid)).toEqual({})
  })

  it('has the number of events in its cells where there is no room, and a list by day below', async () => {
    open()
    const grid = await table('December 2026')
    const marker = within(grid).getByText('2 events').parentElement
    const cell = within(grid).getByRole('cell', { name: /^12/ })
    expect(cell).toContainElement(marker)
    const list = screen.getByRole('heading', { level: 3, name: 'Sat 12 Dec' }).closest('ul')
    const links = within(cell).getAllByRole('link')
    // Each is shown where the other is not, so that no screen reader reads both.
    expect(marker).toHaveClass('sm:hidden')
    expect(list).toHaveClass('sm:hidden')
    for (const link of links) expect(link.closest('div')).toHaveClass('max-sm:hidden')
    const headings = within(list ?? grid).getAllByRole('heading')
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Fri 11 Dec',
      'Sat 12 Dec',
      'Sun 13 Dec',
    ])
  })

  it('has all dates of a series, which the list has once', async () => {
    announceInHead('list_series')
    const { api } = open()
    await table('December 2026')
    const queries = api.calls('listEvents').map(({ query }) => query)
    expect(queries).toEqual([{ series: 'once' }, {}])
  })

  it('offers a list that failed again', async () => {
    const { api, user } = open('?view=month', 'UTC', { listEvents: refusal(500) })
    const retry = await screen.findByRole('button', { name: 'Try again' })
    // The dates beside the list.
    await waitFor(() => expect(api.calls('listEvents')).toHaveLength(2))
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
    api.respond({ listEvents: events })
    await user.click(button('Try again'))
    expect(await table('December 2026')).toBeVisible()
  })

  it('is not there with a server that does not announce it', async () => {
    withdrawHead()
    open()
    expect(await screen.findByRole('article', { name: 'Event 1' })).toBeVisible()
    expect(screen.queryByRole('tab')).not.toBeInTheDocument()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { timeRange } from '#shared/timeRange.ts'
import { Screen as ArticlePage } from '#src/features/content/ArticlePage.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { aContentItem, anEvent, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, noNetwork, refusal } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const bells = aContentItem({
  id: id(1),
  title: 'The bells of Harrow',
  background_image: '/api/files/bells.jpg',
})
const upcoming = [2, 3, 4, 5].map((n) => aContentItem({ id: id(n), title: `Item ${n}` }))

const open = (responses: Parameters<typeof fakeApi>[0] = {}, newsId = '1') => {
  const api = fakeApi({ getNews: bells, getEvent: refusal(404), listNext: upcoming, ...responses })
  const page = renderWithStore(
    <Routes>
      <Route path="/discordia/news/:news_id" element={<ArticlePage />} />
    </Routes>,
    { at: `/discordia/news/${newsId}` },
  )
  return { api, ...page }
}
const hero = () => within(screen.getByRole('region', { name: 'Article header' }))
const picture = () => hero().getByRole('presentation')
const details = ({ api }: ReturnType<typeof open>) =>
  api
    .calls()
    .map(({ path }) => path)
    .filter((path) => !path.includes('getNext'))

describe('Hero and description', () => {
  it('show picture, title, short description and date of a news item', async () => {
    const page = open({ getNews: { ...bells, news_date: '2023-12-31T10:00:00.000Z' } })
    expect(await hero().findByRole('heading', { level: 1, name: bells.title })).toBeVisible()
    expect(hero().getByText('Old Patience has rung.')).toBeVisible()
    expect(hero().getByText('Sun 31 Dec 2023')).toBeVisible()
    expect(picture()).toHaveAttribute('src', '/api/files/bells.jpg')
    const text = within(screen.getByRole('article', { name: 'Article' }))
    expect(text.getByText('Nobody pulled the rope.')).toBeVisible()
    expect(document.title).toBe('The bells of Harrow – Discordia')
    expect(details(page)).toEqual(['/contents/get/1'])
  })

  it('show the event when there is no such news, with its own date', async () => {
    const event = anEvent({ id: id(1), title: 'A night on the Sea of Glass' })
    const page = open({
      getNews: refusal(404),
      getEvent: { ...event, event_date: '2024-07-01T12:00:00.000Z' },
    })
    expect(await hero().findByRole('heading', { level: 1, name: event.title })).toBeVisible()
    expect(hero().getByText(/^Mon 1 Jul 2024, /)).toBeVisible()
    expect(details(page)).toEqual(['/contents/get/1', '/contents/getEvent/1'])
  })

  it('show the time range of an event, with the time zone, or only its start where no end is sent', async () => {
    const [start, end] = ['2026-12-15T09:00:00Z', '2026-12-16T17:00:00Z']
    const wording = { hasYear: true, hasZone: true }
    const event = { ...anEvent({ id: id(1) }), event_date: start }
    const { unmount } = open({ getNews: refusal(404), getEvent: { ...event, event_end: end } })
    await hero().findByRole('heading', { level: 1, name: event.title })
    expect(hero().getByText(/15 Dec 2026/)).toHaveTextContent(
      timeRange(start, end, readerTimeZone(), wording) ?? 'no range',
    )
    unmount()
    open({ getNews: refusal(404), getEvent: event })
    await hero().findByRole('heading', { level: 1, name: event.title })
    expect(hero().getByText(/15 Dec 2026/).textContent).toBe(
      timeRange(start, null, readerTimeZone(), wording),
    )
  })

  it.each([
    ['news', { getNews: { ...bells, background_image: null } }, '/images/default-news-960.webp'],
    [
      'an event',
      { getNews: refusal(404), getEvent: anEvent({ background_image: null }) },
      '/images/default-event-960.webp',
    ],
  ])('have a default picture for %s without one', async (_kind, responses, address) => {
    open(responses)
    await hero().findByRole('heading', { level: 1 })
    expect(picture()).toHaveAttribute('src', address)
  })

  it('mark a cancelled event in the hero, in the text and in the title of the page, and no other', async () => {
    const event = anEvent({ id: id(1), title: 'A night on the Sea of Glass' })
    const cancelled_at = '2024-05-01T12:00:00.000Z'
    const { unmount } = open({ getNews: refusal(404), getEvent: { ...event, cancelled_at } })
    expect(await hero().findByText('Cancelled')).toBeVisible()
    expect(hero().getByRole('heading', { level: 1, name: event.title })).toBeVisible()
    expect(screen.getByText('This event has been cancelled.')).toBeVisible()
    expect(document.title).toBe('Cancelled: A night on the Sea of Glass – Discordia')
    unmount()
    open({ getNews: refusal(404), getEvent: event })
    await hero().findByRole('heading', { level: 1, name: event.title })
    expect(screen.queryByText(/cancelled/i)).not.toBeInTheDocument()
    expect(document.title).toBe('A night on the Sea of Glass – Discordia')
  })

  it('offer the event for a calendar only where the server does', async () => {
    open({ getNews: refusal(404), getEvent: { ...anEvent(), calendar_url: '/api/e/2.ics' } })
    expect(await screen.findByRole('link', { name: 'Add to calendar' })).toHaveAttribute(
      'href',
      '/api/e/2.ics',
    )
  })
})

describe('The way back to the list', () => {
  afterEach(withdrawHead)

  it('is there only where the head announces it', async () => {
    const { unmount } = open()
    await hero().findByRole('heading', { level: 1, name: bells.title })
    expect(screen.queryByRole('link', { name: 'Back to News & Events' })).toBeNull()
    unmount()
    announceInHead('list_link')
    open()
    expect(await hero().findByRole('link', { name: 'Back to News & Events' })).toHaveAttribute(
      'href',
      '/discordia/news&events/',
    )
  })
})

describe('A date of a series', () => {
  it('says how often it is, and leads to the other dates, first three of them', async () => {
    const series_dates = [10, 17, 24, 31].map((day) => ({
      id: id(day),
      date: `2027-12-${day}T18:00:00.000Z`,
      ...(day === 17 && { cancelled_at: '2027-12-01T10:00:00.000Z' }),
    }))
    const rhythm = { unit: 'week', every: 2, weekdays: ['FR'] } as const
    const series = { id: 3, rhythm, time_zone: 'UTC' }
    const { user } = open({
      getNews: refusal(404),
      getEvent: { ...anEvent(), series, series_dates },
    })
    expect(await hero().findByText('Every 2 weeks on Friday')).toBeVisible()
    const dates = within(screen.getByRole('list', { name: 'Other dates' }))
    expect(dates.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual(
      [10, 17, 24].map((day) => `/discordia/news/${day}`),
    )
    expect(dates.getAllByRole('link')[1]).toHaveTextContent(/Cancelled$/)
    await user.click(screen.getByRole('button', { name: 'Show 1 more date' }))
    expect(dates.getAllByRole('link')).toHaveLength(4)
  })

  it('stands for the series in lists, where the head announces that the server knows how', async () => {
    const asked = ({ api }: ReturnType<typeof open>) =>
      api.calls().flatMap(({ row, query }) => (row === 'listNext' ? [query['series']] : []))
    const page = open()
    await hero().findByRole('heading', { level: 1, name: bells.title })
    expect(asked(page)).toEqual([undefined])
    page.unmount()
    announceInHead('list_series')
    const announced = open()
    await hero().findByRole('heading', { level: 1, name: bells.title })
    expect(asked(announced)).toEqual(['once'])
    withdrawHead()
  })
})

describe('Upcoming items', () => {
  it('are listed although there is only one', async () => {
    open({ listNext: upcoming.slice(0, 1) })
    const more = within(await screen.findByRole('region', { name: 'More Articles' }))
    expect(more.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Item 2'])
  })

  it('give Next Article to the first and the titles of the first three (ruling 75)', async () => {
    open()
    expect(await screen.findByRole('link', { name: 'Next Article' })).toHaveAttribute(
      'href',
      '/discordia/news/2',
    )
    const more = within(screen.getByRole('region', { name: 'More Articles' }))
    const links = more.getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Item 2', 'Item 3', 'Item 4'])
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/discordia/news/2',
      '/discordia/news/3',
      '/discordia/news/4',
    ])
  })

  it.each([
    ['are none', []],
    ['could not be loaded', refusal(500)],
  ])('are absent when there %s', async (_how, listNext) => {
    open({ listNext })
    await screen.findByRole('article', { name: 'Article' })
    expect(screen.queryByRole('link', { name: 'Next Article' })).not.toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'More Articles' })).not.toBeInTheDocument()
  })

  it('lead from article to article', async () => {
    const { user, at, api } = open()
    const next = await screen.findByRole('link', { name: 'Next Article' })
    api.respond({ getNews: upcoming[0], listNext: [] })
    await user.click(next)
    expect(at()).toBe('/discordia/news/2')
    expect(await hero().findByRole('heading', { level: 1, name: 'Item 2' })).toBeVisible()
    expect(document.title).toBe('Item 2 – Discordia')
  })
})

describe('Faults', () => {
  it.each([
    ['fails', () => refusal(500)],
    ['does not arrive', noNetwork],
  ])('a news item that %s is followed by the event', async (_how, getNews) => {
    open({ getNews, getEvent: anEvent({ id: id(1), title: 'A night on the Sea of Glass' }) })
    const name = 'A night on the Sea of Glass'
    expect(await hero().findByRole('heading', { level: 1, name })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('upcoming items that could not be loaded are logged', async () => {
    open({ listNext: refusal(500) })
    await waitFor(() => expect(console.info).toHaveBeenCalledWith('listNext failed: 500'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('an unknown id keeps its URL, shows the default picture and the way back', async () => {
    const { at } = open({ getNews: refusal(404), listNext: refusal(404) }, '77')
    expect(await screen.findByRole('status')).toHaveTextContent('There is no such article.')
    expect(hero().getByRole('heading', { level: 1 })).toBeVisible()
    expect(picture()).toHaveAttribute('src', '/images/default-news-960.webp')
    expect(screen.getByRole('link', { name: 'Back to News & Events' })).toHaveAttribute(
      'href',
      '/discordia/news&events/',
    )
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(at()).toBe('/discordia/news/77')
  })

  it('an unknown id leads on to the upcoming items', async () => {
    open({ getNews: refusal(404) }, '77')
    expect(await screen.findByRole('link', { name: 'Next Article' })).toHaveAttribute(
      'href',
      '/discordia/news/2',
    )
  })

  it.each(['0', '-1', '1.5', 'abc', '99999999999', '%3Cscript%3E'])(
    'an id like %s is not asked for',
    async (newsId) => {
      const { api } = open({}, newsId)
      expect(await screen.findByRole('status')).toHaveTextContent('There is no such article.')
      expect(api.calls()).toEqual([])
    },
  )

  it.each([
    ['the server fails', () => refusal(500), '500'],
    ['there is no network', noNetwork, 'no answer'],
  ])('offers another try when %s', async (_when, failure, logged) => {
    const { user, api } = open({ getNews: failure, getEvent: failure })
    expect(await screen.findByRole('status')).toHaveTextContent('We couldn’t load it just now.')
    expect(console.info).toHaveBeenCalledWith(`getArticle failed: ${logged}`)
    api.respond({ getNews: bells })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await hero().findByRole('heading', { level: 1, name: bells.title })).toBeVisible()
  })

  it('shows hostile texts as text, drops script URLs, and tolerates missing fields', async () => {
    const hostile = '<img src=x onerror="alert(1)">'
    open({
      getNews: {
        id: 1,
        type: 'News',
        title: hostile,
        description: `<script>alert(1)</script>`,
        background_image: 'javascript:alert(1)',
        pictures: [{ url: 'javascript:alert(1)', width: 480 }, null, { url: '/a b', width: 1 }],
      },
    })
    expect(await hero().findByRole('heading', { level: 1, name: hostile })).toBeVisible()
    expect(screen.getByText('<script>alert(1)</script>')).toBeVisible()
    expect(picture()).toHaveAttribute('src', '/images/default-news-960.webp')
    expect(document.querySelector('script, img[onerror], time')).toBeNull()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { DeskMenu } from '#desk/frame/DeskMenu.tsx'
import { counters } from '#desk/overview/CountersPage.tsx'
import { Home } from '#desk/overview/Home.tsx'
import type { Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const user = (role: 'staff' | 'superuser') => ({ id: 1, username: 'Sue', role })
const act = {
  id: 3,
  at: hoursFromNow(-2),
  actor_name: 'Sue',
  by_account: true,
  resource: 'contents',
  action: 'publish',
  record: '7',
  record_name: 'Open Table',
}
const QUIET = [{ resource: 'review', count: 0, oldest_at: null }]
const BUSY = [
  { resource: 'review', count: 999, oldest_at: hoursFromNow(-3) },
  { resource: 'name-changes', count: 1, oldest_at: null },
  { resource: 'messages', count: 1000, oldest_at: null },
  { resource: 'members', count: 2, oldest_at: null },
]

async function openHome(overview: object = {}, role: 'staff' | 'superuser' = 'staff') {
  const { waiting = QUIET, ...rest } = overview as { waiting?: object[] }
  const view = renderInDesk(<Home />, {
    user: user(role),
    responses: {
      'GET /overview': { agenda: [], acts: [], days: [], ...rest },
      'GET /overview/waiting': waiting,
    },
  })
  await screen.findByText('The next seven days')
  return view
}

test('an empty desk says so', async () => {
  await openHome()
  expect(await screen.findByText('Nothing waits. Enjoy the quiet.')).toBeVisible()
  expect(screen.getByText('Nothing is planned for this week.')).toBeVisible()
  expect(screen.getByText('Nothing has been done yet.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'The whole log' })).not.toBeInTheDocument()
})

test('each queue leads to its page, with its number and the age of its oldest', async () => {
  await openHome({ waiting: BUSY })
  const link = await screen.findByRole('link', { name: /entries to review/ })
  expect(link).toHaveAttribute('href', '/review')
  expect(link).toHaveTextContent(/^999entries to reviewoldest 3 hours$/)
  expect(screen.getByRole('link', { name: /name change/ })).toHaveTextContent(/^1name change$/)
  expect(screen.getByRole('link', { name: /messages/ })).toHaveTextContent(/^999\+unread messages$/)
  const failed = screen.getByRole('link', { name: /accounts whose deletion fails/ })
  expect(failed).toHaveAttribute('href', '/members?filter=%7B%22state%22%3A%22overdue%22%7D')
  expect(screen.queryByText('Nothing waits. Enjoy the quiet.')).not.toBeInTheDocument()
})

test('the agenda is day by day: what appears, what happens, until when, and what is on', async () => {
  const at = new Date(2027, 0, 2, 18, 30).toISOString()
  const item = (id: number, fields: object) => ({
    id,
    what: 'event',
    kind: 'event',
    title: `Item ${id}`,
    at,
    ends_at: null,
    ...fields,
  })
  await openHome({
    agenda: [
      item(1, { at: hoursFromNow(-1) }),
      item(2, { what: 'publication', kind: 'news' }),
      item(3, { what: 'publication' }),
      item(4, { ends_at: new Date(2027, 0, 2, 22, 0).toISOString() }),
      item(5, { ends_at: new Date(2027, 0, 3, 2, 0).toISOString() }),
    ],
  })
  const section = screen.getByText('The next seven days').closest('section') ?? document.body
  const lines = within(section)
    .getAllByRole('listitem')
    .map((line) => line.textContent)
  expect(lines[0]).toMatch(/^Item 1\d\d:\d\d +· on now$/)
  expect(lines.slice(1).map((line) => line.replace(/\s+/g, ' '))).toEqual([
    'Item 218:30 · News appear',
    'Item 318:30 · Event appears',
    'Item 418:30 until 22:00',
    'Item 518:30 until 3 January 2027, 02:00',
  ])
  expect(within(section).getAllByRole('heading', { level: 3 })).toHaveLength(2)
  expect(within(section).getByRole('link', { name: 'Item 4' })).toHaveAttribute(
    'href',
    '/contents/4',
  )
})

test('staff see what they did last, superusers what everybody did', async () => {
  const { unmount } = await openHome({ acts: [act] })
  expect(await screen.findByText('What you did last')).toBeVisible()
  expect(screen.getByText(/^published/).parentElement).toHaveTextContent('published “Open Table”')
  expect(screen.getByText('2 hours ago')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'The whole log' })).not.toBeInTheDocument()
  unmount()
  await openHome({ acts: [act] }, 'superuser')
  expect(await screen.findByText('Last acts')).toBeVisible()
  expect(screen.getByText(/^Sue published/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'The whole log' })).toHaveAttribute('href', '/audit')
})

const LIBRARY = [
  '/rule-entries',
  '/rule-categories',
  '/rule-subcategories',
  '/quick-subcategories',
  '/rule-videos',
  '/glossary-entries',
  '/glossary-types',
  '/glossary-subtypes',
  '/transfer',
]
test.each([
  ['staff', ['/counters']],
  ['superuser', ['/counters', '/members', '/groups', '/outbox', '/audit']],
] as const)('the menu of %s has the pages of that role, with what waits', async (role, records) => {
  renderInDesk(<DeskMenu />, { user: user(role), responses: { 'GET /overview/waiting': BUSY } })
  const menu = await screen.findByRole('navigation', { name: 'Desk' })
  const hrefs = () =>
    within(menu)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  await waitFor(() =>
    expect(hrefs()).toEqual([
      '/',
      '/review',
      '/name-changes',
      '/messages',
      '/contents',
      '/registrations',
      '/download-files',
      '/download-categories',
      ...LIBRARY,
      ...records,
    ]),
  )
  await waitFor(() =>
    expect(within(menu).getAllByText(/waiting$/)).toHaveLength(role === 'staff' ? 3 : 4),
  )
  const [, review, , messages, contents] = within(menu).getAllByRole('link')
  expect(review).toHaveTextContent(/ 999 waiting$/)
  expect(messages).toHaveTextContent(/ 999\+ waiting$/)
  expect(contents).not.toHaveTextContent('waiting')
})

test('an empty queue has no number in the menu', async () => {
  const { calls } = renderInDesk(<DeskMenu />, {
    user: user('staff'),
    responses: { 'GET /overview/waiting': QUIET },
  })
  await waitFor(() => expect(calls).toContain('GET /overview/waiting'))
  expect(screen.getByRole('navigation', { name: 'Desk' })).not.toHaveTextContent('waiting')
})

test('the counters are those of the chosen number of days', async () => {
  const days: unknown[] = []
  const List = counters.list
  const { user: visitor } = renderInDesk(<List />, {
    resource: 'counters',
    responses: {
      'GET /counters': ({ query }: Sent) => {
        days.push([query.get('filter'), query.get('range')])
        return [{ id: '2026-03-01', visits: 4, members: 3, groups: 2, entries: 1 }]
      },
    },
  })
  expect(await screen.findByText('Visits: 4')).toBeVisible()
  expect(screen.getByText('New members: 3')).toBeVisible()
  expect(screen.getByText('New groups: 2')).toBeVisible()
  expect(screen.getByText('Glossary entries sent: 1')).toBeVisible()
  const field = screen.getByRole('combobox', { name: 'Days' })
  const spans = within(field)
    .getAllByRole('option')
    .map((option) => option.textContent)
  expect(spans).toEqual(['7', '30', '90', '365'])
  await visitor.selectOptions(field, '365')
  await waitFor(() => expect(days).toHaveLength(2))
  expect(days).toEqual([
    ['{"days":30}', '[0,365]'],
    ['{"days":365}', '[0,365]'],
  ])
})

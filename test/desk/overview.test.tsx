import { render, screen, waitFor, within } from '@testing-library/react'
import { ResourceDefinitionContextProvider } from 'react-admin'
import { audit } from '#desk/audit/audit.tsx'
import { ChangeTable } from '#desk/audit/ChangeTable.tsx'
import { BarChart, barsOf, DaysTable, labelsAlong, ticksTo } from '#desk/charts/Charts.tsx'
import { DeskMenu, SectionTabs } from '#desk/frame/DeskLayout.tsx'
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
  { resource: 'outbox', count: 0, oldest_at: null },
]

async function openHome(overview: object = {}, role: 'staff' | 'superuser' = 'staff') {
  const { waiting = QUIET, ...rest } = overview as { waiting?: object[] }
  const view = renderInDesk(<Home />, {
    user: user(role),
    responses: {
      'GET /overview': { opened: [], agenda: [], acts: [], days: [], ...rest },
      'POST /contents/7/keep-open': {},
      'GET /overview/waiting': waiting,
      'GET /checklist': { checks: [] },
    },
  })
  await screen.findByText('The next seven days')
  return view
}

test('an empty desk says so', async () => {
  await openHome()
  expect(await screen.findByText('You’re all caught up. Enjoy the quiet.')).toBeVisible()
  expect(screen.getByText('Nothing planned for this week.')).toBeVisible()
  expect(screen.getByText('No activity yet.')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'All activity' })).not.toBeInTheDocument()
})

test('each queue that is not empty leads to its page, with its number and the age of its oldest', async () => {
  await openHome({ waiting: [...BUSY, { resource: 'contents', count: 2, oldest_at: null }] })
  const link = await screen.findByRole('link', { name: /entries to review/ })
  expect(link).toHaveAttribute('href', '/review')
  expect(link).toHaveTextContent(/^999entries to reviewoldest 3 hours$/)
  expect(screen.getByRole('link', { name: /name change/ })).toHaveTextContent(/^1name change$/)
  expect(screen.getByRole('link', { name: /messages/ })).toHaveTextContent(/^999\+unread messages$/)
  const failed = screen.getByRole('link', { name: /failed account deletions/ })
  expect(failed).toHaveAttribute('href', '/members?filter=%7B%22state%22%3A%22overdue%22%7D')
  const tables = screen.getByRole('link', { name: /tables to look at/ })
  expect(tables).toHaveAttribute('href', '/contents?filter=%7B%22state%22%3A%22offered%22%7D')
  expect(screen.queryByText('You’re all caught up. Enjoy the quiet.')).not.toBeInTheDocument()
  expect(screen.queryByText('failed emails')).toBeNull()
})

test('events that an upgrade has opened are links, and go with a button', async () => {
  const { calls, user } = await openHome({ opened: [{ id: 7, title: 'Open Table' }] })
  const link = await screen.findByRole('link', { name: 'Open Table' })
  expect(link).toHaveAttribute('href', '/contents/7')
  await user.click(screen.getByRole('button', { name: 'Keep open' }))
  expect(await screen.findByText('The event stays open to everyone.')).toBeVisible()
  expect(calls).toContain('POST /contents/7/keep-open')
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
    'Item 218:30 · News goes live',
    'Item 318:30 · Event goes live',
    'Item 418:30 until 22:00',
    expect.stringMatching(/^Item 518:30 until Sun 3 Jan( 2027)?, 02:00$/),
  ])
  expect(within(section).getAllByRole('heading', { level: 3 })).toHaveLength(2)
  expect(within(section).getByRole('link', { name: 'Item 4' })).toHaveAttribute(
    'href',
    '/contents/4',
  )
})

test('staff see what they did last, superusers what everybody did', async () => {
  const { unmount } = await openHome({ acts: [act] })
  expect(await screen.findByText('Your recent activity')).toBeVisible()
  expect(screen.getByText(/^published/).parentElement).toHaveTextContent('published “Open Table”')
  expect(screen.getByText('2 hours ago')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'All activity' })).not.toBeInTheDocument()
  unmount()
  await openHome({ acts: [act] }, 'superuser')
  expect(await screen.findByText('Recent activity')).toBeVisible()
  expect(screen.getByText(/^Sue published/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', '/audit')
})

test.each([
  ['staff', ['/members']],
  ['superuser', ['/members', '/groups', '/outbox', '/audit', '/site']],
] as const)('the menu of %s has the pages of that role, with what waits', async (role, records) => {
  // Members who wait are shown to superusers.
  const waiting = role === 'staff' ? BUSY.slice(0, 3) : BUSY
  const responses = { 'GET /overview/waiting': waiting }
  renderInDesk(<DeskMenu />, { user: user(role), responses })
  const menu = await screen.findByRole('navigation', { name: 'Desk' })
  const hrefs = () =>
    within(menu)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  const forSuperusers = ['/members', '/groups', '/outbox', '/audit', '/site']
  await waitFor(() =>
    expect(hrefs().filter((to) => forSuperusers.includes(to ?? ''))).toEqual(records),
  )
  expect(hrefs()).toEqual(expect.arrayContaining(['/', '/review', '/contents', '/rule-entries']))
  expect(within(menu).getByRole('heading', { name: 'Records' })).toBeVisible()
  await waitFor(() =>
    expect(within(menu).getAllByText(/waiting$/)).toHaveLength(role === 'staff' ? 3 : 4),
  )
  const link = (to: string) =>
    within(menu)
      .getAllByRole('link')
      .find((one) => one.getAttribute('href') === to)
  expect(link('/review')).toHaveTextContent(/ 999 waiting$/)
  expect(link('/messages')).toHaveTextContent(/ 999\+ waiting$/)
  expect(link('/contents')).not.toHaveTextContent('waiting')
})

test('an empty queue has no number in the menu', async () => {
  const { calls } = renderInDesk(<DeskMenu />, {
    user: user('staff'),
    responses: { 'GET /overview/waiting': QUIET },
  })
  await waitFor(() => expect(calls).toContain('GET /overview/waiting'))
  expect(screen.getByRole('navigation', { name: 'Desk' })).not.toHaveTextContent('waiting')
})

const RULES = ['Entries', 'Categories', 'Sub-categories', 'Quick sub-categories', 'Videos']
test.each([
  ['/', 'Overview', 'Overview', ['Overview', 'Counters']],
  ['/counters', 'Overview', 'Counters', ['Overview', 'Counters']],
  ['/rule-entries', 'Rules', 'Entries', RULES],
  ['/rule-categories/7', 'Rules', 'Categories', RULES],
  ['/glossary-subtypes', 'Glossary', 'Sub-types', ['Entries', 'Types', 'Sub-types']],
  ['/download-categories', 'Downloads', 'Categories', ['Files', 'Categories']],
  ['/contents/7', 'News and events', 'News and events', ['News and events', 'Kinds of events']],
  ['/event-kinds', 'News and events', 'Kinds of events', ['News and events', 'Kinds of events']],
  ['/name-changes/7', 'Name changes', undefined, []],
])('%s is behind “%s” of the menu, and is its tab “%s”', async (at, entry, tab, tabs) => {
  const both = (
    <>
      <DeskMenu />
      <SectionTabs />
    </>
  )
  renderInDesk(both, { at, route: '*', responses: { 'GET /overview/waiting': QUIET } })
  const links = (name: string) => {
    const strip = screen.queryByRole('navigation', { name })
    return strip === null ? [] : within(strip).getAllByRole('link')
  }
  const marked = (name: string) =>
    links(name)
      .find((link) => link.hasAttribute('aria-current'))
      ?.textContent?.trim()
  await waitFor(() => expect(marked('Desk')).toBe(entry))
  expect(links(entry).map((link) => link.textContent)).toEqual(tabs)
  expect(marked(entry)).toBe(tab)
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

const dayAfter = (at: number) => new Date(Date.UTC(2026, 10, 1 + at)).toISOString().slice(0, 10)
const points = (values: readonly number[]) =>
  values.map((value, at) => ({ day: dayAfter(at), value }))

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [41, [0, 20, 40, 60]],
  [100, [0, 50, 100]],
  [1234, [0, 500, 1000, 1500]],
])('an axis for at most %p has the ticks %p', (most, ticks) => {
  expect(ticksTo(most)).toEqual(ticks)
})

test('labels along an axis have its first and its last day, and are spread between', () => {
  expect(labelsAlong(3, 4)).toEqual([0, 1, 2])
  expect(labelsAlong(30, 4)).toEqual([0, 10, 19, 29])
})

test('a chart says its sum, its highest day, its numbers and its dates', () => {
  const { container } = render(<BarChart name="Visits" points={points([0, 4, 12, 3])} />)
  expect(screen.getByText('Visits: 19').parentElement).toHaveTextContent('by day')
  const drawing = screen.getByRole('img', {
    name: /^Visits: 19 in total, at most 12 \(Tue 3 Nov( 2026)?\)$/,
  })
  for (const tick of ['0', '5', '10', '15'])
    expect(within(drawing).getByText(tick)).toBeInTheDocument()
  for (const day of ['1 Nov', '2 Nov', '3 Nov', '4 Nov'])
    expect(screen.getByText(day)).toBeInTheDocument()
  const heights = [...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('height'))
  expect(heights.map(Number)).toEqual([0, (4 / 15) * 100, 80, 20])
})

test('a year is drawn by week, and every day counts once', () => {
  const bars = barsOf(points(Array.from({ length: 365 }, () => 1)))
  expect(bars).toHaveLength(53)
  expect(bars.map(({ value }) => value)).toEqual([1, ...Array.from({ length: 52 }, () => 7)])
  expect(bars.at(-1)?.day).toBe(dayAfter(358))
})

test('nothing at all is a chart with an axis and without bars of a height', () => {
  render(<BarChart name="Visits" points={points([0, 0])} />)
  expect(screen.getByRole('img', { name: 'Visits: none' })).toHaveTextContent('01')
})

test('the table has the numbers of the charts, the newest day first', () => {
  const days = [0, 1].map((at) => ({
    id: dayAfter(at),
    visits: 10 + at,
    members: 1,
    groups: 0,
    entries: 2,
  }))
  render(<DaysTable days={days} />)
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)
  expect(rows).toEqual([
    'DayVisitsNew membersNew groupsGlossary entries sent',
    expect.stringMatching(/^Mon 2 Nov( 2026)?11102$/),
    expect.stringMatching(/^Sun 1 Nov( 2026)?10102$/),
  ])
})

describe('The audit log', () => {
  const act = {
    id: 3,
    at: '2026-12-15T10:00:00.000Z',
    actor_name: 'Sue',
    by_account: true,
    resource: 'contents',
    action: 'update',
    record: '7',
    record_name: 'Open Table',
    before: { title: 'Closed Table', kind: 'event' },
    after: { title: 'Open Table', kind: 'event' },
  }
  const definitions = {
    contents: { name: 'contents', hasEdit: true },
    groups: { name: 'groups', hasShow: true },
    'glossary-entries': { name: 'glossary-entries', hasEdit: true },
    outbox: { name: 'outbox', hasList: true },
  }

  async function openEvent(fields: object = {}) {
    const { show: Page } = audit
    if (typeof Page !== 'function') throw new Error('The audit log has no page.')
    renderInDesk(
      <ResourceDefinitionContextProvider definitions={definitions}>
        <Page />
      </ResourceDefinitionContextProvider>,
      { resource: 'audit', id: 3, responses: { 'GET /audit/3': { ...act, ...fields } } },
    )
    await screen.findByText('What changed')
  }
  const link = () => screen.queryByRole('link', { name: 'Open record' })

  test('an event says who changed what, where, and each field before and after', async () => {
    await openEvent()
    expect(screen.getByText('Sue')).toBeVisible()
    expect(screen.getByText('“Open Table”')).toBeVisible()
    expect(screen.getByText('Closed Table').tagName).toBe('DEL')
    expect(screen.getByText('Open Table').tagName).toBe('INS')
    expect(screen.queryByText('Kind')).not.toBeInTheDocument()
  })

  test.each([
    ['a record with a form', {}, '/contents/7'],
    ['a record with a page', { resource: 'groups' }, '/groups/7/show'],
    ['a reviewed entry', { resource: 'review', action: 'approve' }, '/glossary-entries/7'],
    ['a deleted record', { action: 'remove' }, undefined],
    ['a record of a mere list', { resource: 'outbox', action: 'retry' }, undefined],
    ['no record', { action: 'order', record: null, record_name: null }, undefined],
  ])('an event about %s leads to it where it can', async (_what, fields, href) => {
    await openEvent(fields)
    expect(link()?.getAttribute('href')).toBe(href)
  })

  test('an event without a change of fields says so', async () => {
    await openEvent({ before: null, after: null })
    expect(screen.getByText('The log has no field changes for this.')).toBeVisible()
  })

  const long = (word: string) => `The bell of Harrow has rung ${word}, and nobody pulled the rope.`
  test('a long text is shown once with its changes, a short one before and after', () => {
    const { container } = renderInDesk(
      <ChangeTable
        after={{ description: long('twice'), size: 5, told: true }}
        before={{ description: long('once'), size: 4, told: false }}
        resource="contents"
      />,
    )
    const texts = (tag: string) =>
      [...container.querySelectorAll(tag)].map((one) => one.textContent)
    expect(texts('del')).toEqual(['once', '4', 'no'])
    expect(texts('ins')).toEqual(['twice', '5', 'yes'])
  })

  test.each([
    ['rule-entries', 'category_id', 'rule-categories'],
    ['download-files', 'category_id', 'download-categories'],
    ['rule-entries', 'subcategory_id', 'rule-subcategories'],
    ['rule-entries', 'quick_subcategory_id', 'quick-subcategories'],
    ['contents', 'event_kind_id', 'event-kinds'],
    ['glossary-entries', 'type_id', 'glossary-types'],
    ['glossary-entries', 'subtype_id', 'glossary-subtypes'],
    ['groups', 'owner_id', 'members'],
    ['review', 'claimed_by', 'members'],
  ])('in %s the field %s is shown by its name in %s, or by its id', async (resource, field, of) => {
    const ids: unknown[] = []
    renderInDesk(
      <ChangeTable after={{ [field]: 8 }} before={{ [field]: 7 }} resource={resource} />,
      {
        resource: of,
        responses: {
          [`GET /${of}`]: ({ query }: Sent) => {
            ids.push(...JSON.parse(query.get('filter') ?? '').id)
            return [{ id: 7, name: 'Harrow' }]
          },
        },
      },
    )
    await waitFor(() => expect(screen.getByText('Harrow').closest('del')).not.toBeNull())
    expect(screen.getByText('no. 8').closest('ins')).not.toBeNull()
    expect(ids.toSorted()).toEqual([7, 8])
  })
})

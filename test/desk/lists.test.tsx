import { createTheme, ThemeProvider } from '@mui/material/styles'
import { screen, within } from '@testing-library/react'
import { members } from '#desk/account/members.tsx'
import { audit } from '#desk/audit/audit.tsx'
import { contents, eventKinds } from '#desk/content/contents.tsx'
import { downloadCategories, downloadFiles } from '#desk/downloads/downloads.tsx'
import { glossaryEntries, glossarySubtypes, glossaryTypes } from '#desk/glossary/glossary.tsx'
import { groups } from '#desk/groups/groups.tsx'
import { messages } from '#desk/messages/messages.tsx'
import { outbox } from '#desk/messages/outbox.tsx'
import { MoveButtons } from '#desk/parts/columns.tsx'
import { RowMenu } from '#desk/parts/RowMenu.tsx'
import type { Screens } from '#desk/parts/screens.tsx'
import { nameChanges } from '#desk/profile/nameChanges.tsx'
import {
  quickSubcategories,
  ruleCategories,
  ruleEntries,
  ruleSubcategories,
  ruleVideos,
} from '#desk/rules/rules.tsx'
import { theme } from '#desk/theme/theme.ts'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { SUE } from '#test/helpers/desk/openMember.tsx'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

type Query = { filter: unknown; range: unknown; sort: unknown }

async function openList(resource: string, { list: List }: Screens, record: object = {}) {
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const queries: Query[] = []
  const rows = [
    { id: 7, ...record },
    { id: 8, ...record },
  ]
  const none = ['members', 'download-categories', 'glossary-types', 'rule-categories']
  const others = [...none, 'rule-subcategories', 'quick-subcategories'].filter(
    (name) => name !== resource,
  )
  const view = renderInDesk(<List />, {
    resource,
    user: SUE,
    responses: {
      ...Object.fromEntries(others.map((name) => [`GET /${name}`, []])),
      [`POST /${resource}/order`]: {},
      [`GET /${resource}`]: ({ query }: Sent) => {
        const part = (name: string): unknown => JSON.parse(query.get(name) ?? 'null')
        queries.push({ filter: part('filter'), range: part('range'), sort: part('sort') })
        return rows
      },
    },
  })
  const table = await screen.findByRole('table')
  const [, row] = within(table).getAllByRole('row')
  const columns = within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
  return { ...view, queries, columns, row: within(row ?? table) }
}

const group = { owner: { username: 'Ann' }, members: [], size: 1, open_invites: 0 }
const COLUMNS: Readonly<Record<string, string[]>> = {
  contents: ['', 'Title', 'Kind', 'Published', 'When', 'Seats', 'State', 'No.', 'Actions'],
  members: ['Username', 'Email', 'Role', 'Registered', 'State', 'No.'],
  messages: ['Subject', 'Name', 'Sent', 'Read', 'Answered', 'Actions'],
  'rule-categories': ['', 'Name', 'Order', 'Actions'],
}
/** Filters of each list besides the search. */
const FILTERS: Readonly<Record<string, string[]>> = {
  contents: ['Kind', 'State'],
  members: ['Role', 'State'],
  messages: ['State'],
  outbox: ['State'],
  'name-changes': ['State'],
  groups: ['State'],
  'download-files': ['Category'],
  'rule-subcategories': ['Category'],
  'glossary-subtypes': ['Type'],
  'glossary-entries': ['State', 'Type'],
}
/** Label and text of each select. */
const shownFilters = () =>
  screen.queryAllByRole('combobox').map((field) => {
    const [label = ''] = field.getAttribute('aria-labelledby')?.split(' ') ?? []
    return [document.getElementById(label)?.textContent ?? '', field.textContent] as const
  })

test.each<[string, Screens, [string, string], number, object, object]>([
  ['contents', contents, ['id', 'DESC'], 10, {}, {}],
  ['event-kinds', eventKinds, ['position', 'ASC'], 50, {}, {}],
  ['members', members, ['username', 'ASC'], 10, {}, {}],
  ['groups', groups, ['name', 'ASC'], 10, {}, group],
  ['messages', messages, ['created_at', 'DESC'], 10, {}, { answers: [] }],
  ['outbox', outbox, ['id', 'DESC'], 10, {}, {}],
  ['name-changes', nameChanges, ['created_at', 'ASC'], 10, { state: 'pending' }, {}],
  ['download-categories', downloadCategories, ['position', 'ASC'], 50, {}, {}],
  ['download-files', downloadFiles, ['position', 'ASC'], 50, {}, { size: 1 }],
  ['rule-categories', ruleCategories, ['position', 'ASC'], 50, {}, {}],
  ['rule-subcategories', ruleSubcategories, ['position', 'ASC'], 50, {}, {}],
  ['quick-subcategories', quickSubcategories, ['position', 'ASC'], 50, {}, {}],
  ['rule-entries', ruleEntries, ['position', 'ASC'], 50, {}, {}],
  ['rule-videos', ruleVideos, ['position', 'ASC'], 10, {}, {}],
  ['glossary-types', glossaryTypes, ['position', 'ASC'], 50, {}, {}],
  ['glossary-subtypes', glossarySubtypes, ['position', 'ASC'], 50, {}, {}],
  ['glossary-entries', glossaryEntries, ['title', 'ASC'], 10, {}, {}],
  ['audit', audit, ['id', 'DESC'], 50, {}, { action: 'publish', resource: 'contents' }],
])('%s are listed in their order, and filtered', async (resource, screens, ...expected) => {
  const [sort, perPage, filter, record] = expected
  const { queries, columns } = await openList(resource, screens, record)
  expect(queries).toContainEqual({ filter, range: [0, perPage - 1], sort })
  expect(columns).toEqual(COLUMNS[resource] ?? columns)
  const filters = FILTERS[resource] ?? []
  const chosen = 'state' in filter ? 'Pending' : 'All'
  expect(shownFilters().filter(([name]) => filters.includes(name))).toEqual(
    filters.map((name) => [name, chosen]),
  )
  expect(screen.queryAllByPlaceholderText('Search').length > 0 || filters.length === 0).toBe(true)
})

const ENTRY = { kind: 'quick', category_id: null, subcategory_id: 4, quick_subcategory_id: 5 }
test.each<[string, Screens, object, object]>([
  ['event-kinds', eventKinds, {}, {}],
  ['download-categories', downloadCategories, {}, {}],
  ['download-files', downloadFiles, { category_id: 3, size: 1 }, { category_id: 3 }],
  ['rule-categories', ruleCategories, {}, {}],
  ['rule-subcategories', ruleSubcategories, { category_id: 3 }, { category_id: 3 }],
  ['quick-subcategories', quickSubcategories, {}, {}],
  ['rule-entries', ruleEntries, ENTRY, ENTRY],
  ['rule-videos', ruleVideos, {}, {}],
  ['glossary-types', glossaryTypes, {}, {}],
  ['glossary-subtypes', glossarySubtypes, { type_id: 3 }, { type_id: 3 }],
])('%s are moved among those of the same list', async (resource, screens, record, filter) => {
  const { user, queries, calls, row } = await openList(resource, screens, record)
  const before = queries.length
  await user.click(row.getByRole('button', { name: /^Move down/ }))
  expect(await screen.findByText('Moved to 2 of 2 in its list.')).toBeVisible()
  expect(calls).toContain(`POST /${resource}/order`)
  expect(queries[before]).toEqual({ filter, range: [0, 999], sort: ['position', 'ASC'] })
})

test.each<[string, Screens, object, string]>([
  ['download-files', downloadFiles, { size: 1_572_864, withdrawn_at: null }, '1.50 MB|Offered'],
  [
    'download-files',
    downloadFiles,
    { size: 10_485, withdrawn_at: '2026-03-01' },
    '11 kB|Withdrawn',
  ],
  ['messages', messages, { read_at: null, answers: [] }, 'Unread|'],
  ['messages', messages, { read_at: null, answers: [{ id: 1 }] }, 'Unread|Answered'],
  ['rule-videos', ruleVideos, { captions_url: null }, 'No captions'],
  ['rule-videos', ruleVideos, { captions_url: '/files/a.vtt' }, 'With captions'],
  ['groups', groups, { ...group, size: 1 }, '1 member|'],
  ['contents', contents, { kind: 'event', seats: 30, taken: 18 }, 'Event|18 of 30'],
  ['contents', contents, { kind: 'news', seats: null, taken: 0 }, 'News|'],
])(
  'a row of %s shows states, sizes and counts as words',
  async (resource, screens, record, texts) => {
    const { row } = await openList(resource, screens, record)
    const cells = row.getAllByRole('cell').map((cell) => cell.textContent)
    for (const text of texts.split('|')) expect(cells).toContain(text)
  },
)

async function renderList(resource: string, { list: List }: Screens, records: object[]) {
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const none = ['members', 'rule-categories', 'rule-subcategories', 'quick-subcategories']
  const responses = {
    ...Object.fromEntries(none.map((name) => [`GET /${name}`, []])),
    [`GET /${resource}`]: records,
  }
  const { user } = renderInDesk(<List />, { resource, responses })
  const table = await screen.findByRole('table')
  const columns = within(table)
    .getAllByRole('columnheader')
    .map((header) => header.textContent)
  return { user, table, columns }
}

test('rule entries: filters and columns have the names of the desk', async () => {
  const entry = { id: 7, title: 'Lighting', kind: 'basic', position: 1 }
  const { user, table, columns } = await renderList('rule-entries', ruleEntries, [entry])
  expect(columns).toEqual(['', 'Title', 'Kind', 'Category', 'Sub-category', 'Order', 'Actions'])
  expect(within(table).getByRole('link', { name: 'Lighting' })).toHaveAttribute(
    'href',
    '/rule-entries/7',
  )
  expect(screen.getByPlaceholderText('Search')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Kind' })).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Category' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Filters' }))
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Quick sub-category' }))
  expect(await screen.findByRole('combobox', { name: 'Quick sub-category' })).toBeVisible()
})

test('audit log: an event is a sentence that leads to its page', async () => {
  const event = {
    id: 3,
    at: '2026-12-15T10:00:00.000Z',
    actor_name: 'Sue',
    by_account: true,
    resource: 'contents',
    action: 'publish',
    record: '7',
    record_name: 'Open Table',
  }
  const { table, columns } = await renderList('audit', audit, [event])
  expect(columns).toEqual(['When', 'What', 'Where'])
  expect(within(table).getByRole('link')).toHaveAccessibleName('Sue published “Open Table”')
  expect(within(table).getByText('News and events')).toBeVisible()
  for (const name of ['Where', 'Who']) expect(screen.getByRole('combobox', { name })).toBeVisible()
})

test('an event lasts as on the site, and each kind has a button that leads to its own form', async () => {
  const times = [new Date(2027, 0, 2, 18, 30), new Date(2027, 0, 2, 22, 0)]
  const [starts_at, ends_at] = times.map((time) => time.toISOString())
  const { row } = await openList('contents', contents, { kind: 'event', starts_at, ends_at })
  expect(row.getByText(/^Sat 2 Jan( 2027)?, 18:30–22:00$/)).toBeVisible()
  for (const [name, kind] of [
    ['New event', 'event'],
    ['New article', 'news'],
  ] as const)
    expect(screen.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/contents/create?kind=${kind}`,
    )
})

test('an open list of a filter is in a landmark', async () => {
  const { list: List } = contents
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const inTheme = () => (
    <ThemeProvider theme={createTheme(theme)}>
      <List />
    </ThemeProvider>
  )
  const { user } = await openList('contents', { list: inTheme })
  await user.click(screen.getByRole('combobox', { name: 'Kind' }))
  const landmark = await screen.findByRole('region', { name: 'Choices' })
  expect(within(landmark).getByRole('option', { name: 'News' })).toBeVisible()
})

test('groups: members by name, the first three of them', async () => {
  const members = ['Ann', 'Ben', 'Cleo', 'Dora', 'Eve'].map((username) => ({ username }))
  const { table, columns } = await renderList('groups', groups, [
    {
      id: 1,
      name: 'Ravens',
      owner: { username: 'Ann' },
      members,
      size: 5,
      open_invites: 1,
      state: 'active',
    },
  ])
  expect(columns).toEqual(['Name', 'Owner', 'Members', 'Open invites', 'Founded', 'State', 'No.'])
  expect(within(table).getByText('5 members')).toBeVisible()
  expect(within(table).getByText('Ann, Ben, Cleo and 2 more')).toBeVisible()
  expect(within(table).getByText('1 open invite')).toBeVisible()
})

test('a list without records says so', async () => {
  const { list: List } = groups
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  renderInDesk(<List />, { resource: 'groups', responses: { 'GET /groups': [] } })
  expect(await screen.findByText('Nothing here yet.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})

test('a search without a hit says so, and its filters are cleared at once', async () => {
  const { list: List } = groups
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const responses = {
    'GET /groups': ({ query }: Sent) =>
      query.get('filter') === '{}' ? [{ ...group, id: 1, name: 'Ravens' }] : [],
  }
  const { user } = renderInDesk(<List />, { resource: 'groups', responses })
  expect(await screen.findByText('Ravens')).toBeVisible()
  await user.type(screen.getByPlaceholderText('Search'), 'zz')
  expect(await screen.findByText('Nothing matches.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Ravens')).toBeVisible()
  expect(screen.getByPlaceholderText('Search')).toHaveValue('')
})

const record = { id: 7, name: 'Candles' }
const dots = () => screen.getByRole('button', { name: 'Actions for Candles' })

test('the keyboard opens the menu, walks it and gives the focus back', async () => {
  const { user } = renderInDesk(<RowMenu />, { record })
  await user.tab()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('menuitem', { name: 'Open' })).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('menuitem', { name: 'Delete' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Actions for Candles' })).toHaveFocus()
})

test('a deletion is confirmed first, and a refusal is shown in the dialog', async () => {
  const responses = { 'DELETE /rule-categories/7': refused(409, 'It still has entries.') }
  const { user, calls } = renderInDesk(<RowMenu />, { record, responses })
  await user.click(dots())
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Candles”?' })
  expect(dialog).toHaveTextContent('You can’t undo this.')
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('It still has entries.')).toBeVisible()
  expect(dialog).toBeInTheDocument()
  expectComplaint(/HttpError/)
})

describe('The buttons that move a row', () => {
  const entries = [4, 9, 2].map((id) => ({ id, name: `Entry ${id}` }))
  const record = { id: 9, name: 'Wicks', category_id: 3, subcategory_id: undefined }
  const within = ['category_id', 'subcategory_id']

  test('a click swaps a record with its neighbour in the same list', async () => {
    const filters: unknown[] = []
    const orders: unknown[] = []
    const responses = {
      'GET /rule-categories': ({ query }: Sent) => {
        filters.push(JSON.parse(query.get('filter') ?? ''))
        return entries
      },
      'POST /rule-categories/order': ({ body }: Sent) => {
        orders.push(body)
        return {}
      },
    }
    const { user } = renderInDesk(<MoveButtons within={within} />, { record, responses })
    await user.click(screen.getByRole('button', { name: 'Move up: Wicks' }))
    expect(await screen.findByText('Moved to 1 of 3 in its list.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Move down: Wicks' }))
    expect(await screen.findByText('Moved to 3 of 3 in its list.')).toBeVisible()
    expect(orders).toEqual([{ ids: [9, 4, 2] }, { ids: [4, 2, 9] }])
    // A field without a value is null: the entries without a sub-category are a list, too.
    expect(filters[0]).toEqual({ category_id: 3, subcategory_id: null })
  })

  test.each([
    ['up', [9, 4], 'It’s the first in its list.'],
    ['down', [4, 9], 'It’s the last in its list.'],
  ])('%s from the end of the list sends nothing', async (direction, ids, message) => {
    const responses = { 'GET /rule-categories': ids.map((id) => ({ id })) }
    const { user, calls } = renderInDesk(<MoveButtons />, { record, responses })
    await user.click(screen.getByRole('button', { name: `Move ${direction}: Wicks` }))
    expect(await screen.findByText(message)).toBeVisible()
    expect(calls).toEqual(['GET /rule-categories'])
  })

  test('a refusal is a notice, and the buttons keep working', async () => {
    const responses = {
      'GET /rule-categories': entries,
      'POST /rule-categories/order': refused(409, 'The list has changed.'),
    }
    const { user } = renderInDesk(<MoveButtons />, { record, responses })
    const button = screen.getByRole('button', { name: 'Move up: Wicks' })
    await user.click(button)
    expect(await screen.findByText('The list has changed.')).toBeVisible()
    expect(button).toHaveFocus()
    expect(button).toBeEnabled()
    expectComplaint(/HttpError/)
  })
})

import { screen, within } from '@testing-library/react'
import { audit } from '#desk/audit/audit.tsx'
import { groups } from '#desk/groups/groups.tsx'
import type { Screens } from '#desk/parts/screens.tsx'
import { ruleEntries } from '#desk/rules/rules.tsx'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

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
  expect(columns).toEqual([
    'Title',
    'Kind',
    'Category',
    'Sub-category',
    'Position',
    'Order',
    'Actions',
  ])
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
  expect(columns).toEqual(['Id', 'Name', 'Owner', 'Members', 'Open invites', 'Created at', 'State'])
  expect(within(table).getByText('5 members')).toBeVisible()
  expect(within(table).getByText('Ann, Ben, Cleo and 2 more')).toBeVisible()
  expect(within(table).getByText('1 open invite')).toBeVisible()
})

test('a list without records says so', async () => {
  const { list: List } = groups
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  renderInDesk(<List />, { resource: 'groups', responses: { 'GET /groups': [] } })
  expect(await screen.findByText('Nothing here, as things are.')).toBeVisible()
})

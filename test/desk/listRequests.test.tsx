import { screen, within } from '@testing-library/react'
import { members } from '#desk/account/members.tsx'
import { audit } from '#desk/audit/audit.tsx'
import { contents } from '#desk/content/contents.tsx'
import { downloadCategories, downloadFiles } from '#desk/downloads/downloads.tsx'
import { glossaryEntries, glossarySubtypes, glossaryTypes } from '#desk/glossary/glossary.tsx'
import { groups } from '#desk/groups/groups.tsx'
import { messages } from '#desk/messages/messages.tsx'
import { outbox } from '#desk/messages/outbox.tsx'
import type { Screens } from '#desk/parts/screens.tsx'
import { nameChanges } from '#desk/profile/nameChanges.tsx'
import {
  quickSubcategories,
  ruleCategories,
  ruleEntries,
  ruleSubcategories,
} from '#desk/rules/rules.tsx'
import { ruleVideos } from '#desk/rules/videos.tsx'
import type { Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

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
test.each<[string, Screens, [string, string], number, object, object]>([
  ['contents', contents, ['id', 'DESC'], 10, {}, {}],
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
])('%s are listed in their order', async (resource, screens, sort, perPage, filter, record) => {
  const { queries } = await openList(resource, screens, record)
  expect(queries).toContainEqual({ filter, range: [0, perPage - 1], sort })
})

const ENTRY = { kind: 'quick', category_id: null, subcategory_id: 4, quick_subcategory_id: 5 }
test.each<[string, Screens, object, object]>([
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
  expect(await screen.findByText('Moved: now 2 of 2 in its list.')).toBeVisible()
  expect(calls).toContain(`POST /${resource}/order`)
  expect(queries[before]).toEqual({ filter, range: [0, 999], sort: ['position', 'ASC'] })
})

test.each<[string, Screens, string[], string[]]>([
  [
    'contents',
    contents,
    ['Id', 'Kind', 'Title', 'Publish at', 'Starts at', 'State', 'Actions'],
    ['Kind', 'State'],
  ],
  [
    'members',
    members,
    ['Id', 'Username', 'Email', 'Role', 'Created at', 'State'],
    ['Role', 'State'],
  ],
  ['messages', messages, [], ['State']],
  ['outbox', outbox, [], ['State']],
  ['name-changes', nameChanges, [], ['State']],
  ['groups', groups, [], ['State']],
  ['download-files', downloadFiles, [], ['Category']],
  ['rule-subcategories', ruleSubcategories, [], ['Category']],
  ['glossary-subtypes', glossarySubtypes, [], ['Type']],
  ['glossary-entries', glossaryEntries, [], ['State', 'Type']],
])('%s can be searched and filtered', async (resource, screens, expected, filters) => {
  const { columns } = await openList(resource, screens, { ...group, answers: [] })
  if (expected.length > 0) expect(columns).toEqual(expected)
  expect(screen.getByPlaceholderText('Search')).toBeVisible()
  const shown = screen
    .getAllByRole('combobox')
    .map((field) => field.getAttribute('aria-labelledby') ?? '')
    .map((ids) => document.getElementById(ids.split(' ')[0] ?? '')?.textContent)
  expect(shown.filter((name) => filters.includes(name ?? ''))).toEqual(filters)
})

test.each<[string, Screens, object, string]>([
  ['download-files', downloadFiles, { size: 1_572_864, withdrawn_at: null }, '1.50 MB|yes'],
  ['download-files', downloadFiles, { size: 10_485, withdrawn_at: '2026-03-01' }, '0.01 MB|no'],
  ['messages', messages, { read_at: null, answers: [] }, '–|no'],
  ['messages', messages, { read_at: null, answers: [{ id: 1 }] }, '–|yes'],
  ['rule-videos', ruleVideos, { captions_url: null }, 'no'],
  ['rule-videos', ruleVideos, { captions_url: '/files/a.vtt' }, 'yes'],
  ['groups', groups, { ...group, size: 1 }, '1 member|0 open invites'],
])(
  'a row of %s shows yes, no, sizes and counts as words',
  async (resource, screens, record, texts) => {
    const { row } = await openList(resource, screens, record)
    const cells = row.getAllByRole('cell').map((cell) => cell.textContent)
    for (const text of texts.split('|')) expect(cells).toContain(text)
  },
)

import { screen, waitFor } from '@testing-library/react'
import { ResourceDefinitionContextProvider } from 'react-admin'
import { audit } from '#desk/audit/audit.tsx'
import { ChangeTable } from '#desk/audit/ChangeTable.tsx'
import type { Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

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
const link = () => screen.queryByRole('link', { name: 'Open the record' })

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
  expect(screen.getByText('The log keeps no change of fields for this act.')).toBeVisible()
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
  const texts = (tag: string) => [...container.querySelectorAll(tag)].map((one) => one.textContent)
  expect(texts('del')).toEqual(['once', '4', 'no'])
  expect(texts('ins')).toEqual(['twice', '5', 'yes'])
})

test.each([
  ['rule-entries', 'category_id', 'rule-categories'],
  ['download-files', 'category_id', 'download-categories'],
  ['rule-entries', 'subcategory_id', 'rule-subcategories'],
  ['rule-entries', 'quick_subcategory_id', 'quick-subcategories'],
  ['glossary-entries', 'type_id', 'glossary-types'],
  ['glossary-entries', 'subtype_id', 'glossary-subtypes'],
  ['groups', 'owner_id', 'members'],
  ['review', 'claimed_by', 'members'],
])('in %s the field %s is shown by its name in %s, or by its id', async (resource, field, of) => {
  const ids: unknown[] = []
  renderInDesk(<ChangeTable after={{ [field]: 8 }} before={{ [field]: 7 }} resource={resource} />, {
    resource: of,
    responses: {
      [`GET /${of}`]: ({ query }: Sent) => {
        ids.push(...JSON.parse(query.get('filter') ?? '').id)
        return [{ id: 7, name: 'Harrow' }]
      },
    },
  })
  await waitFor(() => expect(screen.getByText('Harrow').closest('del')).not.toBeNull())
  expect(screen.getByText('no. 8').closest('ins')).not.toBeNull()
  expect(ids.toSorted()).toEqual([7, 8])
})

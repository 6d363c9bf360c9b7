import { act, screen, waitFor, within } from '@testing-library/react'
import { review } from '#desk/review/review.tsx'
import { recorded, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const at = '2026-03-01T10:00:00.000Z'
const until = '2026-03-01T10:30:00.000Z'
const sue = { id: 1, username: 'Sue' }
const tom = { id: 5, username: 'Tom' }
const entry = {
  id: 7,
  title: 'Echo Moth',
  description: 'It hums.',
  picture: null,
  type_id: 3,
  subtype_id: null,
  created_by: { id: 9, username: 'Mira', is_staff: false },
  created_at: at,
  updated_at: until,
  state: 'pending',
  rejection_reason: null,
  sub_entries: [{ id: 2, title: 'Habits', content: 'Night.', level: 0 }],
  claim: null,
  decision: null,
  near_titles: [],
}
const CALLS = ['claim', 'release', 'approve', 'reject', 'ask-changes', 'undo']

async function openQueue(fields: object = {}, stats: object = {}, ...others: readonly object[]) {
  const { list: List } = review
  if (typeof List !== 'function') throw new Error('There is no queue.')
  const { sent, responses } = recorded(...CALLS.map((call) => `POST /review/7/${call}`))
  const queries: unknown[] = []
  const view = renderInDesk(<List />, {
    resource: 'review',
    user: { ...sue, role: 'staff' },
    responses: {
      'GET /review': ({ query }: Sent) => {
        queries.push([JSON.parse(query.get('filter') ?? ''), JSON.parse(query.get('sort') ?? '')])
        return [{ ...entry, ...fields }, ...others]
      },
      'GET /review/stats': {
        pending: 2,
        median_wait_ms: null,
        oldest_wait_ms: 3_600_000,
        ...stats,
      },
      'GET /glossary-types': [
        { id: 3, name: 'Creatures' },
        { id: 4, name: 'Places' },
      ],
      'GET /glossary-subtypes': [{ id: 6, name: 'Insects' }],
      ...responses,
    },
  })
  const card = await screen.findByRole('article', { name: 'Echo Moth' })
  return { ...view, sent, queries, card }
}
/** All but the one that has the others behind it on a small screen. */
const buttonsIn = (card: HTMLElement) =>
  within(card)
    .queryAllByRole('button')
    .filter((button) => button.textContent !== '')
    .map((button) => [button.textContent, button.getAttribute('aria-disabled') === 'true'])
const DECISIONS = ['Approve with edits', 'Ask for changes', 'Reject']

test.each([
  ['of nobody', null, 'Claim', false],
  ['of the reviewer', { by: sue, until }, 'Release', false],
  ['of another reviewer', { by: tom, until }, 'Claim', true],
])('an entry with a claim %s', async (_whose, claim, first, isDisabled) => {
  const { card } = await openQueue({ claim })
  const expected = ['Approve', first, ...DECISIONS].map((name) => [name, isDisabled])
  await waitFor(() => expect(buttonsIn(card)).toEqual(expected))
  const note = within(card).queryByText(/is reviewing this until/)
  expect(note?.textContent.split(' ')[0]).toBe(claim?.by.username)
})

test.each([
  ['Claim', {}, 'claim', 'The entry is yours for 30 minutes.', false],
  ['Release', { claim: { by: sue, until } }, 'release', 'The entry is free again.', false],
  ['Approve', {}, 'approve', 'Approved. You can undo this for 10 minutes.', true],
])('%s is done at once', async (label, fields, call, done, hasUndo) => {
  const { user, sent } = await openQueue(fields)
  await user.click(await screen.findByRole('button', { name: label }))
  expect(await screen.findByText(done)).toBeVisible()
  expect(sent).toEqual([[`POST /review/7/${call}`, {}]])
  expect(screen.queryByRole('button', { name: 'Undo' }) !== null).toBe(hasUndo)
})

test.each([
  ['Reject', 'Reject', 'Reason', 'reject', /^Rejected\./, 'Write a reason first.'],
  [
    'Ask for changes',
    'Ask for changes to',
    'What should the author change?',
    'ask-changes',
    /^Sent back/,
    /^Write what/,
  ],
])('%s needs a reason, and can be undone', async (label, asked, field, call, done, missing) => {
  const { user, sent } = await openQueue()
  await user.click(screen.getByRole('button', { name: label }))
  const dialog = screen.getByRole('dialog', { name: `${asked} “Echo Moth”?` })
  const submit = within(dialog).getByRole('button', { name: label })
  await user.click(submit)
  expect(await within(dialog).findByText(missing)).toBeVisible()
  await user.type(within(dialog).getByRole('textbox', { name: field }), 'Too short.')
  await user.click(submit)
  expect(await screen.findByText(done)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('The entry is back in the queue.')).toBeVisible()
  expect(sent).toEqual([
    [`POST /review/7/${call}`, { reason: 'Too short.' }],
    ['POST /review/7/undo', {}],
  ])
})

test('edits are sent with the version that was read; another type clears the sub-type', async () => {
  const { user, sent } = await openQueue({ subtype_id: 6 })
  await user.click(screen.getByRole('button', { name: 'Approve with edits' }))
  const dialog = screen.getByRole('dialog', { name: 'Approve with edits: Echo Moth' })
  const subtype = await within(dialog).findByRole('combobox', { name: 'Sub-type' })
  await waitFor(() => expect(subtype).toHaveValue('6'))
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Type' }), 'Places')
  expect(subtype).toHaveValue('')
  const [title] = within(dialog).getAllByRole('textbox', { name: 'Title' })
  await user.type(title ?? dialog, 's')
  await user.type(
    within(dialog).getByRole('textbox', { name: 'Message to the author (optional)' }),
    'Lovely.',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Approve this version' }))
  expect(await screen.findByText(/^Approved with your edits/)).toBeVisible()
  const { title: _title, description, sub_entries, updated_at } = entry
  expect(sent).toEqual([
    [
      'POST /review/7/approve',
      {
        edits: {
          title: 'Echo Moths',
          description,
          type_id: 4,
          subtype_id: null,
          sub_entries,
          updated_at,
        },
        reason: 'Lovely.',
      },
    ],
  ])
})

test.each([
  ['light', 2],
  ['plain', 0],
])('edits of a text as %s have %i toolbars, and send no format', async (format, count) => {
  const { user, sent } = await openQueue({ format })
  await user.click(screen.getByRole('button', { name: 'Approve with edits' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Approve with edits: Echo Moth' }))
  expect(dialog.queryAllByRole('toolbar', { name: 'Formatting' })).toHaveLength(count)
  await user.click(dialog.getByRole('button', { name: 'Approve this version' }))
  expect(await screen.findByText(/^Approved with your edits/)).toBeVisible()
  expect(sent).toMatchObject([['POST /review/7/approve', { edits: { title: 'Echo Moth' } }]])
  expect(JSON.stringify(sent)).not.toContain('format')
})

test.each([
  [{ by: tom, how: null }, 'approved', /^approved by Tom, Sun 1 Mar/],
  [{ by: tom, how: 'edited' }, 'approved', /^approved with edits by Tom/],
  [{ by: null, how: 'changes' }, 'rejected', /^sent back for changes by the command line/],
])('a decision %j is told with who took it', async (how, state, text) => {
  const { card } = await openQueue({ state, decision: { at, undo_until: until, ...how } })
  expect(within(card).getByText(text)).toBeVisible()
  expect(buttonsIn(card)).toEqual([['Undo', false]])
})

test('a decision that can no longer be undone has no button', async () => {
  const decision = { by: tom, at, undo_until: null, how: null }
  const { card } = await openQueue({ state: 'rejected', decision, rejection_reason: 'Too short.' })
  expect(buttonsIn(card)).toEqual([])
  expect(within(card).getByText('Too short.')).toBeVisible()
})

test('the queue starts with the oldest, what is decided with the newest', async () => {
  const { user, queries } = await openQueue()
  await user.click(screen.getByRole('button', { name: 'Decided' }))
  const decided = [{ state: ['approved', 'rejected'] }, ['created_at', 'DESC']]
  await waitFor(() => expect(queries.at(-1)).toEqual(decided))
  expect(screen.getByRole('button', { name: 'Decided' })).toHaveAttribute('aria-pressed', 'true')
  await user.click(screen.getByRole('button', { name: 'Waiting' }))
  expect(queries[0]).toEqual([{ state: 'pending' }, ['created_at', 'ASC']])
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Waiting' })).toHaveAttribute('aria-pressed', 'true'),
  )
})

test('keys move among the entries and decide the one that has the focus, unless they are switched off', async () => {
  const { user, sent, card } = await openQueue({}, {}, { ...entry, id: 8, title: 'Second Moth' })
  const other = screen.getByRole('article', { name: 'Second Moth' })
  // No entry has the focus: the first key changes nothing unseen.
  await user.keyboard('a')
  expect(card).toHaveFocus()
  await user.keyboard('j')
  expect(other).toHaveFocus()
  await user.keyboard('k')
  expect(card).toHaveFocus()
  await user.keyboard('e')
  const editor = () => within(screen.getByRole('dialog', { name: 'Approve with edits: Echo Moth' }))
  await user.type(editor().getByRole('textbox', { name: 'Content' }), ' jack')
  await user.click(editor().getByRole('button', { name: 'Back' }))
  act(() => card.focus())
  await user.keyboard('e')
  expect(editor().getByRole('textbox', { name: 'Content' })).toHaveValue('Night. jack')
  await user.click(editor().getByRole('button', { name: 'Back' }))
  await user.keyboard('?')
  const help = within(screen.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  await user.click(help.getByRole('checkbox'))
  await user.click(help.getByRole('button', { name: 'Close' }))
  act(() => other.focus())
  await user.keyboard('kc')
  expect(other).toHaveFocus()
  expect(sent).toEqual([])
})

test.each([
  [{}, '2 waiting, the oldest for 1 hour.', null],
  [{ pending: 0, oldest_wait_ms: null, median_wait_ms: 7_200_000 }, null, /came within 2 hours\.$/],
])('the line above the queue for %j', async (stats, waiting, median) => {
  await openQueue({ near_titles: [{ id: 8, title: 'Echo Moths', state: 'approved' }] }, stats)
  expect(screen.getByText('Echo Moths (approved)')).toBeVisible()
  if (waiting) expect(await screen.findByText(waiting)).toBeVisible()
  else expect(screen.queryByText(/the oldest for/)).not.toBeInTheDocument()
  if (median) expect(await screen.findByText(median)).toBeVisible()
  else expect(screen.queryByText(/came within/)).not.toBeInTheDocument()
})

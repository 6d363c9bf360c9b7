import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { StaffRole } from '#contract/sets.ts'
import { MessagePage } from '#desk/messages/messages.tsx'
import { outbox } from '#desk/messages/outbox.tsx'
import { nameChanges } from '#desk/profile/nameChanges.tsx'
import { recorded, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const at = '2026-03-01T10:00:00.000Z'
const answer = { id: 1, by: { id: 1, username: 'Sue' }, at, text: 'Come by.' }
const message = {
  id: 7,
  name: 'Vera',
  email: 'vera@example.org',
  subject: 'A table',
  message: 'Is there one?',
  created_at: at,
  read_at: null,
  member: null,
  answers: [{ ...answer, state: 'sent' }],
}
const CALLS = ['read', 'unread', 'answer'].map((call) => `POST /messages/7/${call}`)

async function openMessage(fields: object = {}, responses = {}, role: StaffRole = 'staff') {
  const actions = recorded(...CALLS)
  const view = renderInDesk(<MessagePage />, {
    resource: 'messages',
    id: 7,
    user: { id: 1, username: 'Sue', role },
    responses: { 'GET /messages/7': { ...message, ...fields }, ...actions.responses, ...responses },
  })
  const text = await screen.findByRole('textbox', { name: 'Your answer' })
  const send = () => view.user.click(screen.getByRole('button', { name: 'Send answer' }))
  return { ...view, sent: actions.sent, text, send }
}

test.each([
  [null, 'Mark as read', 'read'],
  [at, 'Mark as unread', 'unread'],
])('a message that was read at %s: %s', async (read_at, label, call) => {
  const { user, sent } = await openMessage({ read_at })
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText('Marked.')).toBeVisible()
  expect(sent).toEqual([[`POST /messages/7/${call}`, {}]])
})

test('an answer is sent with how many were seen, and the field is empty again', async () => {
  const { user, sent, text, send } = await openMessage()
  await send()
  expect(screen.getByText('Write an answer first.')).toBeVisible()
  await user.type(text, 'Yes, on Friday.')
  await send()
  expect(await screen.findByText('The answer is on its way.')).toBeVisible()
  expect(sent).toEqual([['POST /messages/7/answer', { text: 'Yes, on Friday.', seen: 1 }]])
  expect(text).toHaveValue('')
})

test('a refused answer stays in its field, below which the reason is', async () => {
  const { user, text, send } = await openMessage(
    {},
    { 'POST /messages/7/answer': () => refused(409, 'Somebody has answered meanwhile.') },
  )
  await user.type(text, 'Yes.')
  await send()
  expect(await screen.findByText('Somebody has answered meanwhile.')).toBeVisible()
  expect(text).toHaveValue('Yes.')
  expect(text).toBeInvalid()
  expectComplaint(/HttpError/)
})

test('the characters that are left are counted from 500 on', async () => {
  const { text } = await openMessage()
  fireEvent.change(text, { target: { value: 'x'.repeat(9499) } })
  expect(screen.queryByText(/characters left/)).not.toBeInTheDocument()
  fireEvent.change(text, { target: { value: 'x'.repeat(9500) } })
  expect(screen.getByText('500 characters left.')).toBeVisible()
})

test('the page asks before an answer that was begun is lost with the window', async () => {
  const { text } = await openMessage()
  const isHeld = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  fireEvent.change(text, { target: { value: '  ' } })
  expect(isHeld()).toBe(false)
  fireEvent.change(text, { target: { value: 'Yes' } })
  expect(isHeld()).toBe(true)
})

test.each([
  ['waiting', 'On its way'],
  ['sent', 'Sent'],
  ['dead', 'Couldn’t be sent'],
])('an answer whose mail is %s is "%s"', async (state, text) => {
  await openMessage({ answers: [{ ...answer, state }] })
  expect(screen.getByText('Come by.')).toBeVisible()
  expect(screen.getAllByText(text).at(-1)).toHaveClass('MuiChip-label')
  expect(screen.queryByText('No answers yet.')).not.toBeInTheDocument()
})

test('a message without an answer says so', async () => {
  await openMessage({ answers: [] })
  expect(screen.getByText('No answers yet.')).toBeVisible()
})

const sender = { id: 3, username: 'Veruschka', state: 'active' }

test.each([
  ['superuser', '/members/3/show'],
  ['staff', null],
] as const)('a %s sees the account with the address of the sender', async (role, href) => {
  await openMessage({ member: sender }, {}, role)
  expect(screen.getByText('Account with this address')).toBeVisible()
  expect(screen.getByText(/^The contact form doesn’t check addresses/)).toBeVisible()
  expect(screen.getByText('Veruschka')).toBeVisible()
  if (href === null) expect(screen.queryByRole('link', { name: 'Veruschka' })).toBeNull()
  else expect(await screen.findByRole('link', { name: 'Veruschka' })).toHaveAttribute('href', href)
})

test('an address without an account has no label for one', async () => {
  await openMessage()
  expect(screen.queryByText('Account with this address')).toBeNull()
})

const LOOK_UP = 'POST /messages/7/look-up'

test('staff look up whom a message is about, by the whole name', async () => {
  const sent: unknown[] = []
  const { user, text } = await openMessage(
    {},
    {
      [LOOK_UP]: ({ body }: Sent) => {
        sent.push(body)
        const owner = { id: 2, username: 'Ben' }
        const group = { id: 5, name: 'Ravens', state: 'stuck', owner, size: 3, created_at: at }
        return { members: [{ ...sender, username: 'Ravens', created_at: at }], groups: [group] }
      },
    },
  )
  await user.type(text, 'Dear Vera')
  const submit = screen.getByRole('button', { name: 'Look up' })
  await user.click(submit)
  expect(sent).toEqual([])
  const name = screen.getByRole('textbox', { name: 'Name of a member or group' })
  expect(name).toHaveAccessibleDescription(/^Enter the whole name\. The audit log keeps/)
  await user.type(name, 'ravens')
  await user.click(submit)
  expect(await screen.findAllByRole('heading', { level: 3, name: 'Ravens' })).toHaveLength(2)
  expect(screen.getByText('3 members')).toBeVisible()
  expect(screen.getByText('Ben')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Ravens' })).toBeNull()
  expect(sent).toEqual([{ name: 'ravens' }])
  expect(text).toHaveValue('Dear Vera')
})

test('superusers get links to what was found; nothing found and a failure are told', async () => {
  let response: unknown = { members: [{ ...sender, created_at: at }], groups: [] }
  const { user } = await openMessage({}, { [LOOK_UP]: () => response }, 'superuser')
  await user.type(screen.getByRole('textbox', { name: 'Name of a member or group' }), 'x')
  const submit = screen.getByRole('button', { name: 'Look up' })
  await user.click(submit)
  const link = await screen.findByRole('link', { name: 'Veruschka' })
  expect(link).toHaveAttribute('href', '/members/3/show')
  response = { members: [], groups: [] }
  await user.click(submit)
  expect(await screen.findByText('No member or group has this name.')).toBeVisible()
  response = refused(429, 'Too many requests.')
  await user.click(submit)
  expect(await screen.findByText('Too many requests.')).toBeVisible()
  expectComplaint(/HttpError/)
})

const mail = {
  id: 7,
  kind: 'welcome',
  recipient: 'vera@example.org',
  created_at: at,
  attempts: 1,
  next_attempt_at: at,
  done_at: null,
  dead_at: null,
  last_error: null,
  state: 'waiting',
}
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

async function openList(resource: string, List: unknown, record: object, ...calls: string[]) {
  if (typeof List !== 'function') throw new Error('The resource has no list.')
  const Component = List as () => React.ReactNode
  const { sent, responses } = recorded(...calls)
  const view = renderInDesk(<Component />, {
    resource,
    user: { id: 1, username: 'Sue', role: 'superuser' },
    responses: { [`GET /${resource}`]: [record], ...responses },
  })
  // The rows of a list that is still loading are blank.
  const row = await waitFor(() => {
    const [, first = document.body] = screen.getAllByRole('row')
    expect(first).toHaveTextContent(/\S/)
    return first
  })
  return { ...view, sent, row: within(row) }
}

test.each([
  [{ state: 'waiting' }, /^now$/, false],
  [{ state: 'waiting', next_attempt_at: TOMORROW }, /^\w{3} \d+ \w{3}( \d{4})?, \d\d:\d\d$/, false],
  [{ state: 'sent', done_at: at }, /^Sent Sun 1 Mar( 2026)?, /, false],
  [{ state: 'dead', dead_at: at }, /^Failed Sun 1 Mar( 2026)?, /, true],
])('a mail %j: when, and whether it can be sent again', async (fields, text, isDead) => {
  const { row } = await openList('outbox', outbox.list, { ...mail, created_at: null, ...fields })
  expect(row.getByText(text)).toBeVisible()
  expect(row.queryAllByRole('button')).toHaveLength(isDead ? 1 : 0)
})

test('a mail is named by what it is for; columns without anything in them are left out', async () => {
  const columns = () => screen.getAllByRole('columnheader').map((head) => head.textContent)
  const { row, unmount } = await openList('outbox', outbox.list, { ...mail, kind: 'desk-code' })
  expect(row.getByText('Code for the desk')).toBeVisible()
  const first = ['Kind', 'Recipient', 'Created']
  expect(columns()).toEqual([...first, 'Due', 'Attempts', 'State', 'No.', 'Actions'])
  unmount()
  const failed = { ...mail, kind: 'of-a-newer-server', state: 'dead', dead_at: at }
  const other = await openList('outbox', outbox.list, { ...failed, last_error: 'No such host' })
  expect(other.row.getByText('of-a-newer-server')).toBeVisible()
  const end = ['Sent or failed', 'Attempts', 'Last error', 'State', 'No.', 'Actions']
  expect(columns()).toEqual([...first, ...end])
})

test('a mail that was given up is sent again', async () => {
  const call = 'POST /outbox/7/retry'
  const dead = { ...mail, state: 'dead', dead_at: at }
  const { user, sent, row } = await openList('outbox', outbox.list, dead, call)
  await user.click(row.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The email is back in the queue.')).toBeVisible()
  expect(sent).toEqual([[call, {}]])
})

const change = {
  id: 7,
  user: { id: 70, username: 'Vera' },
  old_name: 'Vera',
  new_name: 'Veruschka',
  reason: 'It is mine.',
  state: 'pending',
  created_at: at,
  decision_reason: null,
  obstacle: null,
}
const [APPROVE, REFUSE] = ['POST /name-changes/7/approve', 'POST /name-changes/7/refuse'] as const
const openChange = (fields: object = {}) =>
  openList('name-changes', nameChanges.list, { ...change, ...fields }, APPROVE, REFUSE)

test('a name is approved at once', async () => {
  const { user, sent, row } = await openChange()
  await user.click(row.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('The account has its new name.')).toBeVisible()
  expect(sent).toEqual([[APPROVE, {}]])
})

test.each([
  ['username_exists', 'Another account has this name.'],
  ['name_kept', 'Another account had this name less than 90 days ago.'],
])('a name with the obstacle %s can only be refused', async (obstacle, text) => {
  const { user, sent, row } = await openChange({ obstacle })
  expect(row.getByText(text)).toBeVisible()
  await user.click(row.getByRole('button', { name: 'Approve' }))
  await user.click(row.getByRole('button', { name: 'Refuse' }))
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Taken.')
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }))
  expect(await screen.findByText('Refused. We’ll email the reason to the member.')).toBeVisible()
  expect(sent).toEqual([[REFUSE, { reason: 'Taken.' }]])
})

test('the own request waits for someone else', async () => {
  const { row } = await openChange({ user: { id: 1, username: 'Sue' } })
  expect(await row.findByText(/^This request is yours/)).toBeVisible()
  expect(row.queryAllByRole('button')).toEqual([])
})

test('a decided name has the reason in place of the actions', async () => {
  const { row } = await openChange({ state: 'refused', decision_reason: 'Taken.' })
  expect(row.getByText('Taken.')).toBeVisible()
  await waitFor(() => expect(row.queryAllByRole('button')).toEqual([]))
})

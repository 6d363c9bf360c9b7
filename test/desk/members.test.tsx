import { screen, waitFor, within } from '@testing-library/react'
import { MemberPage } from '#desk/account/MemberPage.tsx'
import { GroupPage } from '#desk/groups/GroupPage.tsx'
import { recorded, refused } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const member = {
  id: 7,
  username: 'Mira',
  email: 'mira@example.org',
  role: 'player',
  created_at: '2026-03-01T10:00:00.000Z',
  activated_at: null,
  deactivated_at: null,
  state: 'active',
  second_factor_at: null,
  passkeys: 0,
  deletion_due_at: null,
}
const ACTIONS = [
  'deactivate',
  'reactivate',
  'resend-activation',
  'end-sessions',
  'role',
  'reset-second-factor',
  'request-export',
  'request-deletion',
  'withdraw-deletion',
]

async function openMember(fields: object = {}, responses = {}) {
  const actions = recorded(...ACTIONS.map((action) => `POST /members/7/${action}`))
  const view = renderInDesk(<MemberPage />, {
    resource: 'members',
    id: 7,
    user: { id: 1, username: 'Sue', role: 'superuser' },
    responses: {
      'GET /members/7': { ...member, ...fields },
      ...actions.responses,
      ...responses,
    },
  })
  await screen.findByRole('button', { name: 'Log out everywhere' })
  return { ...view, sent: actions.sent }
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test.each([
  ['registered', ['Resend activation email', 'Deactivate', 'Log out everywhere', 'Delete account']],
  ['active', ['Deactivate', 'Log out everywhere', 'Send their data', 'Delete account']],
  ['deactivated', ['Reactivate', 'Log out everywhere', 'Delete account']],
])('a %s account has the actions of its state', async (state, names) => {
  await openMember({ state })
  await screen.findByRole('combobox', { name: 'Role' })
  expect(buttons()).toEqual([...names, 'Change role', 'Show order details'])
})

test('nobody deactivates themselves, nor changes their own role', async () => {
  const own = { ...member, id: 1, username: 'Sue', role: 'superuser' }
  renderInDesk(<MemberPage />, {
    resource: 'members',
    id: 1,
    user: { id: 1, username: 'Sue', role: 'superuser' },
    responses: { 'GET /members/1': own },
  })
  await screen.findByRole('button', { name: 'Log out everywhere' })
  await waitFor(() =>
    expect(buttons()).toEqual(['Log out everywhere', 'Send their data', 'Show order details']),
  )
})

test.each([
  ['Deactivate', 'active', 'deactivate', 'The account is deactivated.'],
  ['Reactivate', 'deactivated', 'reactivate', 'The account is active again.'],
  ['Resend activation email', 'registered', 'resend-activation', 'The email is on its way.'],
  ['Log out everywhere', 'active', 'end-sessions', 'The member is logged out everywhere.'],
  [
    'Send their data',
    'active',
    'request-export',
    'We’re preparing the archive. We’ll email the member when it’s ready.',
  ],
  [
    'Delete account',
    'active',
    'request-deletion',
    'The account will be deleted in 14 days. We’ll email the member.',
  ],
])('%s is confirmed with the name of the member', async (label, state, call, done) => {
  const { user, sent } = await openMember({ state })
  await user.click(screen.getByRole('button', { name: label }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent(`${label}: Mira?`)
  expect(sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: label }))
  expect(await screen.findByText(done)).toBeVisible()
  expect(sent).toEqual([[`POST /members/7/${call}`, {}]])
})

test('an account that will be deleted says when, and can be kept', async () => {
  const { user, sent } = await openMember({ deletion_due_at: '2026-05-03T10:00:00.000Z' })
  expect(screen.getByText('Will be deleted')).toBeVisible()
  expect(screen.getByText(/^Sun 3 May/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep account' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep account' }))
  expect(await screen.findByText('The account won’t be deleted.')).toBeVisible()
  expect(sent).toEqual([['POST /members/7/withdraw-deletion', {}]])
})

test('two-step login is reset for a member who has it, and for nobody else', async () => {
  const { user, sent } = await openMember({ second_factor_at: '2026-05-03T10:00:00.000Z' })
  expect(screen.getByText('Two-step login since')).toBeVisible()
  expect(screen.getByText(/^Sun 3 May/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Reset two-step login' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Reset two-step login: Mira?')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Reset two-step login' }))
  expect(await screen.findByText(/^Two-step login and passkeys are removed/)).toBeVisible()
  expect(sent).toEqual([['POST /members/7/reset-second-factor', {}]])
})

test('a lost device is helped as well when the member has passkeys alone', async () => {
  await openMember({ passkeys: 2 })
  expect(screen.getByText('2')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reset two-step login' })).toBeVisible()
})

test('the chosen role is named before it is given; the present one cannot be chosen', async () => {
  const { user, sent } = await openMember({ role: 'staff' })
  const role = await screen.findByRole('combobox', { name: 'Role' })
  expect(role).toHaveValue('staff')
  const change = screen.getByRole('button', { name: 'Change role' })
  expect(change).toHaveAttribute('aria-disabled', 'true')
  await user.selectOptions(role, 'superuser')
  await user.click(change)
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('Change role (superuser): Mira?')
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('The role has changed.')).toBeVisible()
  expect(sent).toEqual([['POST /members/7/role', { role: 'superuser' }]])
})

test('order details are fetched on request only', async () => {
  const { user, calls } = await openMember(
    {},
    { 'GET /members/7/order-details': { first_name: 'Mira', country_key: 'AT' } },
  )
  expect(calls).not.toContain('GET /members/7/order-details')
  await user.click(screen.getByRole('button', { name: 'Show order details' }))
  expect(await screen.findByText('first name')).toBeVisible()
  expect(screen.getByText('AT')).toBeVisible()
})

test.each([
  [404, 'This member hasn’t entered any order details.'],
  [403, 'Not allowed.'],
])('order details that are refused with %i say why', async (status, message) => {
  const { user } = await openMember(
    {},
    { 'GET /members/7/order-details': () => refused(status, 'Not allowed.') },
  )
  await user.click(screen.getByRole('button', { name: 'Show order details' }))
  expect(await screen.findByText(message)).toBeVisible()
  expectComplaint(/HttpError/)
})

const joined_at = '2026-03-01T10:00:00.000Z'
const group = {
  id: 7,
  name: 'Ravens',
  created_at: joined_at,
  state: 'active',
  owner: { id: 2, username: 'Ben' },
  members: [
    { id: 3, username: 'Ann', state: 'active', joined_at },
    { id: 2, username: 'Ben', state: 'active', joined_at },
    { id: 4, username: 'Cleo', state: 'deactivated', joined_at },
  ],
  size: 3,
  open_invites: 1,
}

async function openGroup() {
  const { sent, responses } = recorded(
    'POST /groups/7/owner',
    'POST /groups/7/remove-member',
    'POST /groups/7/close',
  )
  const view = renderInDesk(<GroupPage />, {
    resource: 'groups',
    id: 7,
    responses: { 'GET /groups/7': group, ...responses },
  })
  await screen.findByRole('button', { name: 'Close group' })
  return { ...view, sent }
}

test('the owner is marked, and has no actions; only active members can become the owner', async () => {
  await openGroup()
  const actions = screen.getAllByRole('listitem').map((item) =>
    within(item)
      .queryAllByRole('button')
      .map((button) => button.textContent),
  )
  expect(actions).toEqual([['Make Ann the owner', 'Remove Ann'], [], ['Remove Cleo']])
  const marks = screen
    .getAllByRole('listitem')
    .map((item) => within(item).queryByText('Owner') !== null)
  expect(marks).toEqual([false, true, false])
})

test('another owner is confirmed by name, and the undo gives the group back', async () => {
  const { user, sent } = await openGroup()
  await user.click(screen.getByRole('button', { name: 'Make Ann the owner' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent(
    'Ann can then invite, remove and disband. Ben stays as a member.',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Make Ann the owner' }))
  expect(await screen.findByText('Ann now owns the group.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Ben now owns the group.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /groups/7/owner', { member_id: 3 }],
    ['POST /groups/7/owner', { member_id: 2 }],
  ])
})

test('the member who is removed is the one of the row, deactivated ones too', async () => {
  const { user, sent } = await openGroup()
  await user.click(screen.getByRole('button', { name: 'Remove Cleo' }))
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('This removes Cleo from “Ravens”.')
  await user.click(within(dialog).getByRole('button', { name: 'Remove Cleo' }))
  expect(await screen.findByText('Cleo is no longer in the group.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(sent).toEqual([['POST /groups/7/remove-member', { member_id: 4 }]])
})

test('closing needs a reason for those who can be mailed, and leads to the list', async () => {
  const { user, sent, router } = await openGroup()
  await user.click(screen.getByRole('button', { name: 'Close group' }))
  const dialog = screen.getByRole('dialog', { name: 'Close group: Ravens' })
  const reason = within(dialog).getByRole('textbox', { name: 'Reason for closing' })
  expect(reason).toHaveAccessibleDescription(/We’ll email the reason to 2 members\.$/)
  await user.type(reason, 'It is a copy.')
  await user.click(within(dialog).getByRole('button', { name: 'Close group' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups'))
  expect(sent).toEqual([['POST /groups/7/close', { reason: 'It is a copy.' }]])
})

import { screen, waitFor, within } from '@testing-library/react'
import { MemberPage } from '#desk/account/MemberPage.tsx'
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
  await screen.findByRole('button', { name: 'End all sessions' })
  return { ...view, sent: actions.sent }
}
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test.each([
  [
    'registered',
    ['Send activation mail again', 'Deactivate', 'End all sessions', 'Delete the account'],
  ],
  ['active', ['Deactivate', 'End all sessions', 'Send their data', 'Delete the account']],
  ['deactivated', ['Reactivate', 'End all sessions', 'Delete the account']],
])('a %s account has the actions of its state', async (state, names) => {
  await openMember({ state })
  await screen.findByRole('combobox', { name: 'Role' })
  expect(buttons()).toEqual([...names, 'Change the role', 'Show order details'])
})

test('nobody deactivates themselves, nor changes their own role', async () => {
  const own = { ...member, id: 1, username: 'Sue', role: 'superuser' }
  renderInDesk(<MemberPage />, {
    resource: 'members',
    id: 1,
    user: { id: 1, username: 'Sue', role: 'superuser' },
    responses: { 'GET /members/1': own },
  })
  await screen.findByRole('button', { name: 'End all sessions' })
  await waitFor(() =>
    expect(buttons()).toEqual(['End all sessions', 'Send their data', 'Show order details']),
  )
})

test.each([
  ['Deactivate', 'active', 'deactivate', 'The account is deactivated.'],
  ['Reactivate', 'deactivated', 'reactivate', 'The account is active again.'],
  ['Send activation mail again', 'registered', 'resend-activation', 'The mail is on its way.'],
  ['End all sessions', 'active', 'end-sessions', 'All sessions have ended.'],
  [
    'Send their data',
    'active',
    'request-export',
    'The archive is being made; the member gets a mail when it is ready.',
  ],
  [
    'Delete the account',
    'active',
    'request-deletion',
    'The account will be deleted in 14 days; the member gets a mail.',
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
  expect(screen.getByText(/^3 May 2026/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Delete the account' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Keep the account' }))
  await user.click(
    within(screen.getByRole('dialog')).getByRole('button', { name: 'Keep the account' }),
  )
  expect(await screen.findByText('The account stays.')).toBeVisible()
  expect(sent).toEqual([['POST /members/7/withdraw-deletion', {}]])
})

test('two-step login is reset for a member who has it, and for nobody else', async () => {
  const { user, sent } = await openMember({ second_factor_at: '2026-05-03T10:00:00.000Z' })
  expect(screen.getByText('Two-step login since')).toBeVisible()
  expect(screen.getByText(/^3 May 2026/)).toBeVisible()
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
  const change = screen.getByRole('button', { name: 'Change the role' })
  expect(change).toHaveAttribute('aria-disabled', 'true')
  await user.selectOptions(role, 'superuser')
  await user.click(change)
  const dialog = screen.getByRole('dialog')
  expect(dialog).toHaveTextContent('Change the role (superuser): Mira?')
  await user.click(within(dialog).getByRole('button', { name: 'Change the role' }))
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
  [404, 'This member has left no order details.'],
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

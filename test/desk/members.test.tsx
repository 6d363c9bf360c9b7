import { screen, waitFor, within } from '@testing-library/react'
import { MemberPage, members } from '#desk/account/members.tsx'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { member, openMember, SUE } from '#test/helpers/desk/openMember.tsx'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { announce } from '#test/helpers/screens/announceLanguages.ts'
import { expectComplaint } from '#test/helpers/screens/console.ts'

const buttons = () => screen.getAllByRole('button').map((button) => button.textContent)

test.each([
  ['registered', ['Resend activation email', 'Activate account'], ['Deactivate', 'Delete account']],
  ['active', ['Send their data'], ['Deactivate', 'Delete account']],
  ['deactivated', ['Reactivate'], ['Delete account']],
])(
  'a %s account has the actions of its state, the dangerous ones apart and last',
  async (state, first, last) => {
    await openMember({ state })
    await screen.findByRole('combobox', { name: 'Role' })
    const kept = ['Keep from writing', 'Keep from events']
    const apart = ['Change role', ...kept, 'Log out everywhere', ...last]
    const own = state === 'deactivated' ? ['Change name'] : ['Change name', 'Change email address']
    expect(buttons()).toEqual([...first, 'Show order details', ...own, ...apart])
    const section = screen.getByRole('heading', { name: 'Access and deletion' }).closest('section')
    const inside = within(section ?? document.body).getAllByRole('button')
    expect(inside.map((button) => button.textContent)).toEqual(apart)
  },
)

test('staff look a member up by the whole name, and get neither list nor link', async () => {
  const created_at = '2026-03-01T10:00:00.000Z'
  const found = { id: 3, username: 'Veruschka', state: 'active', created_at }
  const sent: unknown[] = []
  const Members = members.list
  const { user, calls } = renderInDesk(<Members />, {
    resource: 'members',
    user: { ...SUE, role: 'staff' },
    responses: {
      'POST /members/look-up': ({ body }: Sent) => {
        sent.push(body)
        return { members: sent.length === 1 ? [found] : [] }
      },
    },
  })
  const name = await screen.findByRole('textbox', { name: 'Name of the member' })
  await user.type(name, 'veruschka')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await screen.findByRole('heading', { level: 3, name: 'Veruschka' })).toBeVisible()
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(facts).toEqual(['Active', 'Sun 1 Mar'])
  expect(screen.queryByRole('link', { name: 'Veruschka' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await screen.findByText('No member has this name.')).toBeVisible()
  expect(sent).toEqual([{ name: 'veruschka' }, { name: 'veruschka' }])
  expect(calls).not.toContain('GET /members')
})

test('facts that are not there have no label', async () => {
  await openMember()
  const labels = screen.getAllByRole('term').map((term) => term.textContent)
  expect(labels).toEqual(['Email', 'Role', 'State', 'Registered'])
})

test.each([
  ['de', 'German'],
  [undefined, 'English'],
  // What was served once.
  ['fr', 'English'],
])(
  'the language of an account (%s) is shown where the site has several: %s',
  async (language, name) => {
    announce('en de')
    await openMember({ ...(language && { language }) })
    expect(screen.getByText('Language').nextElementSibling).toHaveTextContent(name)
  },
)

test('groups, entries, seats, messages and activity are tabs, fetched when they are opened', async () => {
  const at = '2026-03-01T10:00:00.000Z'
  const queries: Record<string, string | null> = {}
  const rows =
    (resource: string, row: object) =>
    ({ query }: Sent) => {
      queries[resource] = query.get('filter')
      return [{ id: 5, ...row }]
    }
  const { user, calls, router } = await openMember(
    {},
    {
      'GET /groups': rows('groups', { name: 'Ravens', owner: { username: 'Ben' }, size: 3 }),
      'GET /glossary-entries': rows('entries', { title: 'Harbour', created_at: at }),
      'GET /registrations': rows('seats', { content_id: 9, event: 'Open Table', queued_at: at }),
      'GET /messages': rows('messages', { subject: 'A lantern', created_at: at, answers: [] }),
      'GET /audit': rows('acts', {
        at,
        actor_name: 'Sue',
        by_account: true,
        resource: 'members',
        action: 'deactivate',
        record: '7',
        record_name: 'Mira',
      }),
    },
  )
  const tabs = within(screen.getByRole('navigation', { name: 'About this member' }))
  expect(tabs.getByRole('link', { name: 'Account' })).toHaveAttribute('aria-current', 'page')
  expect(calls.filter((call) => !call.includes('/members'))).toEqual(['GET /session'])
  for (const [tab, link] of [
    ['Groups', 'Ravens'],
    ['Entries', 'Harbour'],
    ['Seats', 'Open Table'],
    ['Messages', 'A lantern'],
    ['Activity', 'Sue deactivated “Mira”'],
  ] as const) {
    await user.click(tabs.getByRole('link', { name: tab }))
    expect(await screen.findByRole('link', { name: link })).toBeVisible()
    expect(tabs.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
  }
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull()
  expect(queries).toEqual({
    groups: '{"member_id":7}',
    entries: '{"created_by":7}',
    seats: '{"user_id":7}',
    messages: '{"member_id":7}',
    acts: '{"member_id":7}',
  })
  expect(router.state.location.search).toBe('?tab=acts')
})

test('nobody deactivates themselves, nor changes their own role', async () => {
  const own = { ...member, id: 1, username: 'Sue', role: 'superuser' }
  renderInDesk(<MemberPage />, {
    resource: 'members',
    id: 1,
    user: SUE,
    responses: { 'GET /members/1': own },
  })
  await screen.findByRole('button', { name: 'Log out everywhere' })
  await waitFor(() =>
    expect(buttons()).toEqual(['Send their data', 'Show order details', 'Log out everywhere']),
  )
})

test.each([
  ['Deactivate', 'Deactivate Mira?', 'active', 'deactivate', 'The account is deactivated.'],
  ['Reactivate', 'Reactivate Mira?', 'deactivated', 'reactivate', 'The account is active again.'],
  [
    'Resend activation email',
    'Resend the activation email to Mira?',
    'registered',
    'resend-activation',
    'The email is on its way.',
  ],
  [
    'Activate account',
    'Activate the account of Mira?',
    'registered',
    'activate',
    'The account is active. We’ll email the member.',
  ],
  [
    'Log out everywhere',
    'Log out Mira everywhere?',
    'active',
    'end-sessions',
    'The member is logged out everywhere.',
  ],
  [
    'Send their data',
    'Send Mira their data?',
    'active',
    'request-export',
    'We’re preparing the archive. We’ll email the member when it’s ready.',
  ],
  [
    'Delete account',
    'Delete the account of Mira?',
    'active',
    'request-deletion',
    'The account will be deleted in 14 days. We’ll email the member.',
  ],
])('%s is confirmed with the name of the member', async (label, title, state, call, done) => {
  const { user, sent } = await openMember({ state })
  await user.click(screen.getByRole('button', { name: label }))
  const dialog = screen.getByRole('dialog', { name: title })
  expect(sent).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: label }))
  expect(await screen.findByText(done)).toBeVisible()
  expect(sent).toEqual([[`POST /members/7/${call}`, {}]])
})

test('another name needs a reason; a refusal keeps what was typed', async () => {
  const attempts: unknown[] = []
  const rename = ({ body }: Sent) => {
    attempts.push(body)
    return attempts.length === 1 ? refused(409, 'A user with this username exists.') : member
  }
  const { user } = await openMember({}, { 'POST /members/7/rename': rename })
  await user.click(await screen.findByRole('button', { name: 'Change name' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the name of Mira?' }))
  const name = dialog.getByRole('textbox', { name: 'New name' })
  expect(name).toHaveValue('Mira')
  await user.clear(name)
  const submit = dialog.getByRole('button', { name: 'Change name' })
  await user.click(submit)
  expect(dialog.getByRole('alert')).toHaveTextContent('Write a name first.')
  await user.type(name, 'Miranda')
  await user.click(submit)
  expect(dialog.getByRole('alert')).toHaveTextContent('Write a reason first.')
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await user.type(reason, 'You asked us.')
  await user.click(submit)
  expect(await dialog.findByText('A user with this username exists.')).toBeVisible()
  expect([name, reason].map((field) => (field as HTMLInputElement).value)).toEqual([
    ...['Miranda', 'You asked us.'],
  ])
  await user.click(submit)
  expect(await screen.findByText(/^The account has its new name\./)).toBeVisible()
  expect(attempts[1]).toEqual({ username: 'Miranda', reason: 'You asked us.' })
  expectComplaint(/HttpError/)
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
  const dialog = within(screen.getByRole('dialog', { name: 'Reset the two-step login of Mira?' }))
  expect(dialog.getByText(/^This removes the authenticator app and all passkeys/)).toBeVisible()
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
  const dialog = screen.getByRole('dialog', { name: 'Change the role of Mira to superuser?' })
  await user.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('The role has changed.')).toBeVisible()
  expect(sent).toEqual([['POST /members/7/role', { role: 'superuser' }]])
})

test('order details are fetched on request only, with labels and the name of the country', async () => {
  const details = { id: 7, first_name: 'Mira', zipcode: '8010', country_key: 'AT', city: '' }
  const { user, calls } = await openMember({}, { 'GET /members/7/order-details': details })
  expect(calls).not.toContain('GET /members/7/order-details')
  await user.click(screen.getByRole('button', { name: 'Show order details' }))
  const heading = await screen.findByRole('heading', { name: 'Order details' })
  const facts = within(heading.closest('section') ?? document.body)
  const labels = facts.getAllByRole('term').map((term) => term.textContent)
  expect(labels).toEqual(['First name', 'Postcode', 'Country'])
  expect(facts.getByText('Austria')).toBeVisible()
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

test('a member is invited by name and address; a refusal keeps both', async () => {
  const Invite = members.create
  const bodies: unknown[] = []
  const answers = [
    refused(409, 'Taken.', { email: 'Someone has this address.' }),
    { ...member, id: 8 },
  ]
  const { user } = renderInDesk(<Invite />, {
    resource: 'members',
    responses: {
      'POST /members': ({ body }: Sent) => {
        bodies.push(body)
        return answers.shift()
      },
    },
  })
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Jona')
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'jona@example.org')
  const send = screen.getByRole('button', { name: 'Send invite' })
  await user.click(send)
  const email = screen.getByRole('textbox', { name: 'Email' })
  await waitFor(() => expect(email).toHaveAccessibleDescription('Someone has this address.'))
  expect(email).toHaveValue('jona@example.org')
  await user.clear(email)
  await user.type(email, 'jo@example.org')
  await user.click(send)
  await waitFor(() => expect(bodies.at(-1)).toEqual({ username: 'Jona', email: 'jo@example.org' }))
  expectComplaint(/HttpError/)
})

import { screen, waitFor, within } from '@testing-library/react'
import type { Group } from '#contract/groups.ts'
import type { PlanSummary } from '#contract/planning.ts'
import { aGroup, aMember, aSentInvite, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const ravens = aGroup({
  id: id(5),
  name: 'Ravens',
  members: [
    aMember({ id: id(1), name: 'wren', owner: true }),
    aMember({ id: id(2), name: 'Tamsin' }),
    aMember({ id: id(3), name: 'orla' }),
  ],
  invites: [aSentInvite({ id: id(7), target_user_username: 'bram' })],
})

/** Opens the group and presses the named button in it. */
async function ask(button: string, group: Group, responses: Parameters<typeof openDashboard>[0]) {
  const page = openDashboard({ listGroups: [group], ...responses })
  await page.user.click(await screen.findByRole('button', { name: /\(3 members\)$/ }))
  await page.user.click(await screen.findByRole('button', { name: button }))
  return page
}
const dialog = (name: string) => within(screen.getByRole('dialog', { name }))
const press = (name: string, button: string) => dialog(name).getByRole('button', { name: button })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('Remove Member', () => {
  const hint = /Tamsin can only come back if you send a new invite/
  const withPage = (plan: Pick<PlanSummary, 'next_session'>): Group => ({
    ...ravens,
    page: { crest: null, role: 'owner', has_note: false },
    plan: { ...plan, open_polls: 0, may_plan: true },
  })
  it('lists the consequences if the server has pages and plans of groups', async () => {
    const ends_at = '2027-07-03T19:00:00.000Z'
    const next_session = { title: '', starts_at: '2027-07-03T17:00:00.000Z', ends_at }
    await ask('Remove Tamsin', withPage({ next_session }), {})
    expect(dialog('Remove Member').getByText(hint)).toBeVisible()
    expect(dialog('Remove Member').getByText(/We’ll email Tamsin a file/)).toBeVisible()
  })

  it('does not mention sessions if none is planned', async () => {
    await ask('Remove Tamsin', withPage({ next_session: null }), {})
    expect(dialog('Remove Member').getByText(hint)).toBeVisible()
    expect(dialog('Remove Member').queryByText(/We’ll email/)).toBeNull()
  })

  it('shows only the specified text with other servers', async () => {
    await ask('Remove Tamsin', ravens, {})
    expect(dialog('Remove Member').queryByText(hint)).toBeNull()
    expect(dialog('Remove Member').queryByText(/We’ll email/)).toBeNull()
  })
})

describe('Leave Group, for the owner', () => {
  it('asks for a new owner among the others and confirms only then', async () => {
    const { user, api } = await ask('Leave', ravens, { leaveGroup: { name: 'Ravens' } })
    expect(screen.getByRole('dialog', { name: 'Leave Group' })).toHaveAttribute(
      'aria-modal',
      'true',
    )
    expect(press('Leave Group', 'Confirm')).toBeDisabled()

    await user.click(press('Leave Group', 'New owner Choose a new owner'))
    const options = screen.getAllByRole('option').map((option) => option.textContent)
    expect(options).toEqual(['Tamsin', 'orla'])
    await user.click(screen.getByRole('option', { name: 'orla' }))
    expect(press('Leave Group', 'New owner orla')).toBeVisible()

    await user.click(press('Leave Group', 'Confirm'))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "You left the group 'Ravens'.",
    )
    await gone()
    const [call] = api.calls('leaveGroup')
    expect(call).toMatchObject({ method: 'GET', path: '/rpggroups/leave/5', query: {}, body: null })
    expect(call?.headers.get('X-New-Owner')).toBe('3')
    expect(api.calls('transferOwnership')).toHaveLength(0)
  })

  it('offers no member whose account is deactivated, when the server says so', async () => {
    const [owner, first, second] = ravens.members
    if (!owner || !first || !second) throw new Error('three members')
    const members = [owner, { ...first, is_active: false }, second]
    const { user } = await ask('Leave', { ...ravens, members }, {})
    await user.click(press('Leave Group', 'New owner Choose a new owner'))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['orla'])
  })

  it('stays with the choice when leaving fails, and Cancel closes it (ruling 82)', async () => {
    const { user } = await ask('Leave', ravens, { leaveGroup: refusal(500) })
    await user.click(press('Leave Group', 'New owner Choose a new owner'))
    await user.click(screen.getByRole('option', { name: 'Tamsin' }))
    await user.click(press('Leave Group', 'Confirm'))
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'Error leaving group, please try again.',
    )
    expect(press('Leave Group', 'New owner Tamsin')).toBeVisible()
    expect(press('Leave Group', 'Confirm')).toBeEnabled()
    await user.click(press('Leave Group', 'Cancel'))
    await gone()
    expect(screen.getByRole('button', { name: 'Leave' })).toHaveFocus()
  })

  it('requires another choice when the chosen successor has left', async () => {
    const { user, api } = await ask('Leave', ravens, { leaveGroup: refusal(400) })
    await user.click(press('Leave Group', 'New owner Choose a new owner'))
    await user.click(screen.getByRole('option', { name: 'orla' }))
    api.respond({ listGroups: [{ ...ravens, members: ravens.members.slice(0, 2) }] })
    await user.click(press('Leave Group', 'Confirm'))
    await waitFor(() => expect(press('Leave Group', 'New owner Choose a new owner')).toBeVisible())
    expect(press('Leave Group', 'Confirm')).toBeDisabled()
  })
})

describe('Leave Group, for a member', () => {
  const mine = { ...ravens, is_owner: false, invites: [] }

  it('asks Yes or No and names no member', async () => {
    const { user, api } = await ask('Leave', mine, { leaveGroup: { name: 'Ravens' } })
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/Ravens/)
    expect(dialog('Leave Group').queryByRole('button', { name: /New owner/ })).toBeNull()
    api.respond({ listGroups: [] })
    await user.click(press('Leave Group', 'Yes'))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "You left the group 'Ravens'.",
    )
    await gone()
    expect(api.calls('leaveGroup')[0]?.headers.has('X-New-Owner')).toBe(false)
    expect(await screen.findByText('You currently have no groups.')).toBeVisible()
  })

  it('does nothing on No', async () => {
    const { user, api } = await ask('Leave', mine, {})
    await user.click(press('Leave Group', 'No'))
    await gone()
    expect(api.calls('leaveGroup')).toHaveLength(0)
  })

  it('closes when the group no longer exists', async () => {
    const { user, api } = await ask('Leave', mine, { leaveGroup: refusal(404) })
    api.respond({ listGroups: [] })
    await user.click(press('Leave Group', 'Yes'))
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'Error leaving group, please try again.',
    )
    await gone()
    expect(await screen.findByText('You currently have no groups.')).toBeVisible()

    // The dialog does not reopen when the group is back.
    api.respond({ listGroups: [mine], createGroup: reply(201, { name: 'Herons' }) })
    await user.type(await screen.findByRole('textbox', { name: 'New group name' }), 'Herons{Enter}')
    expect(await screen.findByRole('button', { name: 'Ravens (3 members)' })).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe.each([
  {
    title: 'Remove Member',
    opener: 'Remove Tamsin',
    call: 'removeMember',
    sent: { path: '/rpggroups/remove/', body: { group_id: 5, member_id: 2 } },
    done: 'Removed member from the group.',
    failed: 'Error removing member from group, please try again.',
  },
  {
    title: 'Cancel Invitation',
    opener: 'Cancel invitation for bram',
    call: 'cancelInvite',
    sent: { method: 'DELETE', path: '/rpggroups/cancel/7', body: null },
    done: 'Cancelled the invite.',
    failed: 'Error cancelling invite, please try again.',
  },
  {
    title: 'Disband Group',
    opener: 'Disband',
    call: 'disbandGroup',
    sent: { method: 'GET', path: '/rpggroups/disband/5', body: null },
    done: 'You disbanded the group.',
    failed: 'Error disbanding the group, please try again.',
  },
] as const)('$title', ({ title, opener, call, sent, done, failed }) => {
  it('makes the call on Yes, once, and shows a toast', async () => {
    const response = later<Response>()
    const { user, api } = await ask(opener, ravens, { [call]: () => response.promise })
    await user.dblClick(press(title, 'Yes'))
    expect(press(title, 'Yes')).toHaveAttribute('aria-busy', 'true')
    response.resolve(reply(200, {}))
    expect(await notifications().findByRole('status')).toHaveTextContent(done)
    await gone()
    expect(api.calls(call)).toMatchObject([sent])
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(2))
  })

  it('stays open with a toast when it fails, so that it can be retried', async () => {
    const { user, api } = await ask(opener, ravens, { [call]: refusal(500) })
    await user.click(press(title, 'Yes'))
    expect(await notifications().findByRole('alert')).toHaveTextContent(failed)
    api.respond({ [call]: {} })
    await user.click(press(title, 'Yes'))
    await gone()
    expect(api.calls(call)).toHaveLength(2)
  })

  it('closes when what it is about no longer exists', async () => {
    const { user, api } = await ask(opener, ravens, { [call]: refusal(404) })
    const left = { ...ravens, members: ravens.members.toSpliced(1, 1), invites: [] }
    api.respond({ listGroups: call === 'disbandGroup' ? [] : [left] })
    await user.click(press(title, 'Yes'))
    await gone()
  })

  it('changes nothing on No and gives the focus back', async () => {
    const { user, api } = await ask(opener, ravens, {})
    await user.click(press(title, 'No'))
    await gone()
    expect(api.calls(call)).toHaveLength(0)
    expect(screen.getByRole('button', { name: opener })).toHaveFocus()
  })
})

it('does not let a late response close the dialog that was opened after it', async () => {
  const response = later<Response>()
  const { user } = await ask('Disband', ravens, { disbandGroup: () => response.promise })
  await user.click(press('Disband Group', 'Yes'))
  await user.keyboard('{Escape}')
  await gone()
  await user.click(screen.getByRole('button', { name: 'Remove orla' }))
  response.resolve(reply(200, {}))
  expect(await notifications().findByRole('status')).toHaveTextContent('You disbanded the group.')
  expect(screen.getByRole('dialog', { name: 'Remove Member' })).toBeVisible()
})

it('does not open a dialog again that was left by leaving the page', async () => {
  const { store, unmount } = await ask('Disband', ravens, {})
  expect(screen.getByRole('dialog', { name: 'Disband Group' })).toBeVisible()
  unmount()
  openDashboard({ listGroups: [ravens] }, { state: store.getState() })
  expect(await screen.findByRole('button', { name: 'Ravens (3 members)' })).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

import { screen, waitFor, within } from '@testing-library/react'
import type { Group } from '#contract/groups.ts'
import { timeRange } from '#shared/timeRange.ts'
import { crestOf } from '#src/features/groups/crest/crestOf.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { aGroup, aMember, aSentInvite, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const wren = aMember({ id: id(1), name: 'wren', owner: true })
const tamsin = aMember({ id: id(2), name: 'Tamsin' })
const orla = aMember({ id: id(3), name: 'orla' })

/** A group of the visitor with two more members and one open invite. */
const ravens = aGroup({
  name: 'Ravens',
  // The owner is last here; the screen puts her first.
  members: [tamsin, orla, wren],
  invites: [aSentInvite({ id: id(7), target_user_username: 'bram' })],
})
/** The same group as a plain member sees it. */
const asMemberOf = (group: Group): Group => ({ ...group, is_owner: false })

async function openGroup(group: Group, responses: Parameters<typeof openDashboard>[0] = {}) {
  const page = openDashboard({ listGroups: [group], ...responses })
  await page.user.click(await screen.findByRole('button', { name: /\(\d+ members?\)$/ }))
  return page
}
const members = () => within(screen.getByRole('list', { name: 'Members' }))
const inviteField = () => screen.getByRole('textbox', { name: 'Invite new member' })
const groupField = () => screen.findByRole('textbox', { name: 'New group name' })

describe('Groups tab: list', () => {
  it('says that there are none', async () => {
    openDashboard()
    const panel = within(screen.getByRole('tabpanel', { name: 'Groups' }))
    await panel.findByText('You currently have no groups.')
    expect(panel.getByRole('status')).toHaveTextContent('You currently have no groups.')
    expect(panel.queryByRole('list', { name: 'Groups' })).not.toBeInTheDocument()
    expect(await groupField()).toBeVisible()
  })

  it('shows each group collapsed, with its name and member count', async () => {
    openDashboard({ listGroups: [ravens, aGroup({ id: id(2), name: 'Herons' })] })
    const list = within(await screen.findByRole('list', { name: 'Groups' }))
    expect(list.getByRole('button', { name: 'Ravens (3 members)' })).toHaveAttribute(
      'aria-expanded',
      'false',
    )
    expect(list.getByRole('button', { name: 'Herons (1 member)' })).toBeVisible()
    expect(list.getByRole('heading', { level: 3, name: 'Ravens (3 members)' })).toBeVisible()
    expect(screen.queryByText('Tamsin')).not.toBeInTheDocument()
  })

  it('shows no two groups with one crest, and that of the older one as it is elsewhere', async () => {
    const older = aGroup({ id: id(1), name: 'The Orchard Jury' })
    const younger = aGroup({ id: id(2), name: 'Bell Goats of Harrow' })
    openDashboard({ listGroups: [younger, older] })
    const rows = within(await screen.findByRole('list', { name: 'Groups' })).getAllByRole(
      'listitem',
    )
    const [second, first] = rows.map((row) =>
      row.querySelector('use[href*=charges]')?.getAttribute('href'),
    )
    expect(first).toBe(`/icons/charges.svg#${crestOf(older.name).charge}`)
    expect(crestOf(younger.name).charge).toBe(crestOf(older.name).charge)
    expect(second).not.toBe(first)
  })

  it('shows the next session beside the button of a closed group, whose name stays', async () => {
    const starts_at = '2030-05-04T17:00:00.000Z'
    const next_session = { title: 'The library', starts_at, ends_at: starts_at }
    const planned = { ...ravens, plan: { next_session, open_polls: 0, may_plan: true } }
    const { user } = openDashboard({ listGroups: [planned] })
    const list = within(await screen.findByRole('list', { name: 'Groups' }))
    const when = timeRange(starts_at, null, readerTimeZone()) ?? ''
    expect(list.getByText(when)).toBeVisible()
    await user.click(list.getByRole('button', { name: 'Ravens (3 members)' }))
    expect(list.queryByText(when)).not.toBeInTheDocument()
  })

  it('opens and closes a group', async () => {
    const { user } = await openGroup(ravens)
    const button = screen.getByRole('button', { name: 'Ravens (3 members)' })
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(members().getByText('Tamsin')).toBeVisible()
    await user.click(button)
    expect(screen.queryByRole('list', { name: 'Members' })).not.toBeInTheDocument()
  })

  it('shows names of 400 characters and sixty members', async () => {
    const name = 'R'.repeat(400)
    const crowd = Array.from({ length: 60 }, (_, n) =>
      aMember({ id: id(n + 1), name: `member ${n}`, owner: n === 59 }),
    )
    await openGroup(aGroup({ name, members: crowd }))
    expect(screen.getByRole('button', { name: `${name} (60 members)` })).toBeVisible()
    expect(members().getAllByRole('listitem')).toHaveLength(60)
  })
})

describe('Groups tab: an open group', () => {
  it('lists the owner first, marked with a crown (ruling 9)', async () => {
    await openGroup(ravens)
    const rows = members().getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual(['wren', 'Tamsin', 'orla'])
    expect(within(rows[0] as HTMLElement).getByRole('img', { name: 'Owner' })).toBeVisible()
    expect(members().getAllByRole('img')).toHaveLength(1)
  })

  it('lets an owner remove members, but never the owner', async () => {
    await openGroup(ravens)
    const names = members()
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual(['Remove Tamsin', 'Remove orla'])
  })

  it('shows the owner who has not responded yet', async () => {
    await openGroup(ravens)
    const pending = within(screen.getByRole('list', { name: 'Pending invites' }))
    expect(pending.getByText('bram')).toBeVisible()
    expect(pending.getByRole('button', { name: 'Cancel invitation for bram' })).toBeVisible()
  })

  it('gives an owner Leave and Disband', async () => {
    await openGroup(ravens)
    expect(screen.getByRole('button', { name: 'Leave' })).toBeEnabled()
    expect(screen.getByRole('button', { name: 'Disband' })).toBeEnabled()
  })

  it('lets a member who is no owner only leave', async () => {
    await openGroup(asMemberOf(ravens))
    expect(screen.getByRole('button', { name: 'Leave' })).toBeEnabled()
    expect(screen.queryByRole('button', { name: 'Disband' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('list', { name: 'Pending invites' })).not.toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: 'Invite new member' })).not.toBeInTheDocument()
  })

  it('does not let an owner leave a group of one, and says why', async () => {
    await openGroup(aGroup({ name: 'Ravens', members: [wren] }))
    const leave = screen.getByRole('button', { name: 'Leave' })
    expect(leave).toBeDisabled()
    expect(leave).toHaveAccessibleDescription(/only member/)
    expect(screen.getByRole('button', { name: 'Disband' })).toBeEnabled()
  })
})

describe('Groups tab: inviting', () => {
  it('sends the trimmed name, says so and clears the field', async () => {
    const { user, api } = await openGroup(ravens, {
      inviteMember: reply(201, { target_user_username: 'Mira' }),
    })
    await user.type(inviteField(), '  Mira ')
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "Successfully invited 'Mira' to the group!",
    )
    expect(inviteField()).toHaveValue('')
    expect(api.calls('inviteMember')).toMatchObject([
      { path: '/rpggroups/invite/1', body: { username: 'Mira' } },
    ])
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(2))
  })

  it.each([
    ['a member', ' tAMSIN', 'User is already in the group.'],
    ['herself', 'Wren', 'User is already in the group.'],
    ['somebody invited before', 'BRAM ', 'You have already invited this user.'],
  ])('refuses %s without sending the invite (ruling 6)', async (_who, typed, sentence) => {
    const { user, api } = await openGroup(ravens)
    await user.type(inviteField(), `${typed}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence)
    expect(inviteField()).toBeInvalid()
    expect(inviteField()).toHaveAccessibleDescription(sentence)
    expect(inviteField()).toHaveValue(typed)
    expect(api.calls('inviteMember')).toHaveLength(0)
    await user.type(inviteField(), '2')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('keeps the text when the server refuses it', async () => {
    const { user } = await openGroup(ravens, { inviteMember: refusal(404) })
    await user.type(inviteField(), 'mira{Enter}')
    expect(await notifications().findByRole('alert')).toHaveTextContent(/User not found/)
    expect(inviteField()).toHaveValue('mira')
  })

  it('does not send a name of spaces', async () => {
    const { user, api } = await openGroup(ravens)
    await user.type(inviteField(), '   {Enter}')
    expect(api.calls('inviteMember')).toHaveLength(0)
  })

  it('sends once however often the button is clicked', async () => {
    const response = later<Response>()
    const { user, api } = await openGroup(ravens, { inviteMember: () => response.promise })
    await user.type(inviteField(), 'mira')
    const button = screen.getByRole('button', { name: 'Invite' })
    await user.dblClick(button)
    await user.type(inviteField(), '{Enter}')
    expect(button).toHaveAttribute('aria-busy', 'true')
    response.resolve(reply(201, { target_user_username: 'mira' }))
    await notifications().findByRole('status')
    expect(api.calls('inviteMember')).toHaveLength(1)
  })
})

describe('Groups tab: founding a group', () => {
  it('sends the trimmed name, says so, clears the field and shows the group', async () => {
    const { user, api } = openDashboard({ createGroup: reply(201, { name: 'Herons' }) })
    await screen.findByText('You currently have no groups.')
    await user.type(await groupField(), ' Herons  ')
    api.respond({ listGroups: [aGroup({ name: 'Herons' })] })
    await user.click(screen.getByRole('button', { name: 'Create group' }))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "Group with the name 'Herons' created!",
    )
    expect(await groupField()).toHaveValue('')
    expect(api.calls('createGroup')).toMatchObject([{ body: { name: 'Herons' } }])
    expect(await screen.findByRole('button', { name: 'Herons (1 member)' })).toBeVisible()
  })

  it('opens the new group and leads to its invite field, which says what comes next', async () => {
    const herons = aGroup({ id: id(2), name: 'Herons' })
    const { user, api } = openDashboard({
      listGroups: [aGroup({ name: 'Herons' })],
      createGroup: reply(201, { name: 'Herons' }),
      inviteMember: reply(201, { target_user_username: 'bram' }),
    })
    await screen.findByRole('button', { name: 'Herons (1 member)' })
    api.respond({ listGroups: [aGroup({ name: 'Herons' }), herons] })
    await user.type(await groupField(), 'Herons{Enter}')
    await waitFor(() => expect(inviteField()).toHaveFocus())
    expect(inviteField()).toHaveAccessibleDescription(/invite its first members/)
    const [older, newer] = screen.getAllByRole('button', { name: 'Herons (1 member)' })
    expect(older).toHaveAttribute('aria-expanded', 'false')
    expect(newer).toHaveAttribute('aria-expanded', 'true')

    api.respond({
      listGroups: [{ ...herons, invites: [aSentInvite({ target_user_username: 'bram' })] }],
    })
    await user.keyboard('bram{Enter}')
    await screen.findByRole('list', { name: 'Pending invites' })
    expect(inviteField()).not.toHaveAccessibleDescription()
  })

  it('does not move the focus of a visitor who keeps typing', async () => {
    const response = later<Response>()
    const { user, api } = openDashboard({ createGroup: () => response.promise })
    await screen.findByText('You currently have no groups.')
    api.respond({ listGroups: [aGroup({ name: 'Herons' })] })
    await user.type(await groupField(), 'Herons{Enter}')
    await user.keyboard(' II')
    response.resolve(reply(201, { name: 'Herons' }))
    expect(await screen.findByRole('textbox', { name: 'Invite new member' })).toBeVisible()
    expect(await groupField()).toHaveFocus()
  })

  it('says that a name is missing, until something is typed', async () => {
    const { user, api } = openDashboard()
    await screen.findByText('You currently have no groups.')
    await user.click(screen.getByRole('button', { name: 'Create group' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Give the group a name first.')
    expect(await groupField()).toBeInvalid()
    expect(await groupField()).toHaveAccessibleDescription('Give the group a name first.')
    expect(await groupField()).toHaveFocus()
    await user.keyboard('H')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(api.calls('createGroup')).toHaveLength(0)
  })

  it('does not send a name of blanks', async () => {
    const { user, api } = openDashboard()
    await user.type(await groupField(), '   {Enter}')
    await user.click(screen.getByRole('button', { name: 'Create group' }))
    await screen.findByText('You currently have no groups.')
    expect(api.calls('createGroup')).toHaveLength(0)
  })

  it('keeps the name when it fails', async () => {
    const { user } = openDashboard({ createGroup: refusal(500) })
    await user.type(await groupField(), 'Herons{Enter}')
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'Error creating group, please try again.',
    )
    expect(await groupField()).toHaveValue('Herons')
  })

  it('keeps what is typed while the call is under way, and takes 400 characters', async () => {
    const response = later<Response>()
    const { user } = openDashboard({ createGroup: () => response.promise })
    await user.type(await groupField(), 'Herons{Enter}')
    await user.type(await groupField(), ' II')
    response.resolve(reply(201, { name: 'Herons' }))
    await notifications().findByRole('status')
    expect(await groupField()).toHaveValue('Herons II')
    expect(await groupField()).toHaveAttribute('maxlength', '400')
  })
})

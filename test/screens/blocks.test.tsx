import { screen, waitFor, within } from '@testing-library/react'
import { anInvite, aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'
import { group, openCard, page, part } from './openGroup.tsx'

const ANNOUNCED = { getProfile: aProfile({ username: 'Mara', features: ['group_page', 'blocks'] }) }
const finn = { id: id(7), username: 'Finn', created_at: '2026-05-03T10:00:00.000Z' }
const member = async (name: string) =>
  within((await screen.findByText(name, { selector: 'li span' })).closest('li') ?? document.body)
const openMenu = async (user: Awaited<ReturnType<typeof openCard>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name: `More for ${name}` }))

async function openMembers(responses: Parameters<typeof openDashboard>[0] = {}) {
  const own = { listBlocks: [], ...ANNOUNCED, ...responses }
  const opened = await openCard(page({ role: 'member' }), own, 'member')
  await opened.user.click(part('Members'))
  return opened
}

describe('Blocks of members (behaviour 12.35)', () => {
  it('are not there without an announcement', async () => {
    const { api } = await openMembers({
      getProfile: aProfile({ username: 'Mara', features: ['group_page'] }),
      listInvites: [anInvite()],
    })
    expect(await screen.findByText('Owner', { selector: 'li span' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /More for/ })).toBeNull()
    expect(api.calls('listBlocks')).toEqual([])
  })

  it('are made in the menu of a member, after a question that says what they mean', async () => {
    const { api, user } = await openMembers({ blockMember: () => reply(201, [finn]) })
    await openMenu(user, 'Finn')
    await user.click(screen.getByRole('menuitem', { name: 'Block Finn' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Block Finn' }))
    expect(dialog.getByText(/no invites, requests or messages.* Finn won’t know/)).toBeVisible()
    expect(dialog.getByText(/a group that you’re both in, everything stays visible/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    const before = api.calls('listGroups').length
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    expect(await notifications().findByRole('status')).toHaveTextContent('You’ve blocked Finn.')
    expect(api.calls('blockMember')[0]?.body).toEqual({ username: 'Finn' })
    await waitFor(() => expect(api.calls('listGroups').length).toBeGreaterThan(before))
    await openMenu(user, 'Finn')
    expect(screen.getByRole('menuitem', { name: 'Unblock Finn' })).toBeVisible()
    expect(api.calls('listBlocks')).toHaveLength(1)
  })

  it('are not offered about oneself', async () => {
    await openMembers()
    await screen.findByRole('button', { name: 'More for Finn' })
    expect((await member('Mara')).queryByRole('button')).toBeNull()
  })

  it('leave the question open when they are refused, with the sentence of the server', async () => {
    const sentence = 'You can block at most 200 members.'
    const { user } = await openMembers({ blockMember: refusal(409, 'too_many_blocks', sentence) })
    await openMenu(user, 'Finn')
    await user.click(screen.getByRole('menuitem', { name: 'Block Finn' }))
    await user.click(await screen.findByRole('button', { name: 'Block' }))
    expect(await notifications().findByText(sentence)).toBeVisible()
    expect(screen.getByRole('dialog', { name: 'Block Finn' })).toBeVisible()
  })

  it('are made at an invite, about its sender', async () => {
    const invite = anInvite({ group_name: 'Herons', group_leader: 'Bram', invited_by: 'Finn' })
    const { user } = openDashboard(
      { ...ANNOUNCED, listBlocks: [], listInvites: [invite], listGroups: [group('owner')] },
      { at: '/discordia/dashboard?tab=invites' },
    )
    await openMenu(user, 'Finn')
    expect(screen.getByRole('menuitem', { name: 'Block Finn' })).toBeVisible()
  })

  it('are listed in the settings, and end there', async () => {
    let blocks = [finn]
    const { api, user } = openDashboard(
      {
        ...ANNOUNCED,
        getPreferences: { email_notifications: true },
        listBlocks: () => blocks,
        unblockMember: () => {
          blocks = []
          return {}
        },
      },
      { at: '/discordia/dashboard?tab=settings' },
    )
    expect(await screen.findByRole('heading', { name: 'Members and team' })).toBeVisible()
    const row = await screen.findByRole('button', { name: 'Blocked members' })
    await waitFor(() => expect(row).toHaveAccessibleDescription('1 member'))
    await user.click(row)
    await user.click(await screen.findByRole('button', { name: 'Unblock Finn' }))
    expect(await screen.findByText('You haven’t blocked anyone.')).toBeVisible()
    expect(api.calls('unblockMember')[0]?.path).toMatch(/\/7$/)
  })
})

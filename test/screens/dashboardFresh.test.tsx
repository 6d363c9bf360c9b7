import { fireEvent, screen, waitFor } from '@testing-library/react'
import { aGroup, aMember, anInvite, aSentInvite, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const owner = aMember({ owner: true })
const withInvite = aGroup({ invites: [aSentInvite({ target_user_username: 'bram' })] })
const withoutInvite = aGroup()

async function openGroup(answers: Parameters<typeof openDashboard>[0]) {
  const page = openDashboard({ listGroups: [withInvite], ...answers })
  await page.user.click(await screen.findByRole('button', { name: /\(\d+ members?\)$/ }))
  return page
}
const inviteField = () => screen.getByRole('textbox', { name: 'Invite new member' })

describe('a name that the page takes for invited or a member', () => {
  it('is sent when the list, read again, no longer has it', async () => {
    const { user, api } = await openGroup({
      inviteMember: reply(201, { target_user_username: 'bram' }),
    })
    // Meanwhile bram has rejected the invite.
    api.answer({ listGroups: [withoutInvite] })
    await user.type(inviteField(), 'bram{Enter}')
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "Successfully invited 'bram' to the group!",
    )
    expect(screen.queryByText('You have already invited this user.')).not.toBeInTheDocument()
    expect(api.calls('inviteMember')).toHaveLength(1)
    expect(inviteField()).toHaveValue('')
  })

  it('is refused, with one call to the list and none to invite, when it is still there', async () => {
    const { user, api } = await openGroup({})
    await user.type(inviteField(), 'bram{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You have already invited this user.',
    )
    expect(api.calls('listGroups')).toHaveLength(2)
    expect(api.calls('inviteMember')).toHaveLength(0)
  })

  it('is refused in the words of what it has become since', async () => {
    const { user, api } = await openGroup({})
    api.answer({
      listGroups: [aGroup({ members: [owner, aMember({ id: id(2), name: 'bram' })] })],
    })
    await user.type(inviteField(), 'bram{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('User is already in the group.')
  })

  it('is refused when the list cannot be read again', async () => {
    const { user, api } = await openGroup({})
    api.answer({ listGroups: refusal(500) })
    await user.type(inviteField(), 'bram{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You have already invited this user.',
    )
    expect(api.calls('inviteMember')).toHaveLength(0)
  })

  it('is asked about once, however often the button is clicked meanwhile', async () => {
    const { user, api } = await openGroup({})
    const answer = later<Response>()
    api.answer({ listGroups: () => answer.promise })
    await user.type(inviteField(), 'bram{Enter}')
    expect(screen.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-busy', 'true')
    await user.keyboard('{Enter}')
    answer.resolve(reply(200, [withInvite]))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(api.calls('listGroups')).toHaveLength(2)
  })
})

describe('coming back to the page', () => {
  const lists = ['listGroups', 'listInvites'] as const
  const comeBack = () => fireEvent.focus(window)

  async function openAndLeave(answers: Parameters<typeof openDashboard>[0] = {}) {
    const page = openDashboard({ listGroups: [withInvite], ...answers })
    const stop = page.store.connect()
    await screen.findByRole('button', { name: 'Ravens (1 member)' })
    return { ...page, stop }
  }
  /** What was answered just now is not asked for again, so time has to pass. */
  const passTime = (ms: number) => {
    const now = Date.now()
    jest.spyOn(Date, 'now').mockReturnValue(now + ms)
  }

  it('reads groups and invites again, and nothing else', async () => {
    const { api, stop } = await openAndLeave()
    const before = api.calls().length
    passTime(6000)
    api.answer({
      listGroups: [aGroup({ members: [owner, aMember({ id: id(2), name: 'bram' })] })],
      listInvites: [anInvite()],
    })
    comeBack()
    expect(await screen.findByRole('button', { name: 'Ravens (2 members)' })).toBeVisible()
    expect(await screen.findByRole('tab', { name: 'Invites (1 pending)' })).toBeVisible()
    const calls = api.calls().slice(before)
    expect(calls.map(({ row }) => row).toSorted()).toEqual([...lists])
    stop()
  })

  it('asks once when the window and the tab both report it', async () => {
    const { api, stop } = await openAndLeave()
    passTime(6000)
    comeBack()
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(2))
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Invites' })).toBeVisible())
    for (const list of lists) expect(api.calls(list)).toHaveLength(2)
    stop()
  })

  it('asks for nothing that came a moment ago', async () => {
    const { api, stop } = await openAndLeave()
    const before = api.calls().length
    comeBack()
    expect(api.calls()).toHaveLength(before)
    stop()
  })
})

import { virtual } from '@guidepup/virtual-screen-reader'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Notice } from '#contract/groups.ts'
import type { GroupId, MemberId, NoticeId } from '#contract/ids.ts'
import { followWhenAnnounced } from '#src/app/arrivals.ts'
import { Screen as DashboardPage } from '#src/features/dashboard/DashboardPage.tsx'
import { sessionEnded } from '#src/store/session/slice.ts'
import {
  aGroup,
  aMember,
  anInvite,
  aProfile,
  aSentInvite,
  asMember,
  id,
} from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fakeStream } from '#test/helpers/screens/fakeStream.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { notifications, openDashboard } from './openDashboard.tsx'

const owner = aMember({ owner: true })
const withInvite = aGroup({ invites: [aSentInvite({ target_user_username: 'bram' })] })
const withoutInvite = aGroup()

async function openGroup(responses: Parameters<typeof openDashboard>[0]) {
  const page = openDashboard({ listGroups: [withInvite], ...responses })
  await page.user.click(await screen.findByRole('button', { name: /\(\d+ members?\)$/ }))
  return page
}
const inviteField = () => screen.getByRole('textbox', { name: 'Invite new member' })

describe('a name that the page knows as invited or as a member', () => {
  it('is sent if the refetched list no longer has it', async () => {
    const { user, api } = await openGroup({
      inviteMember: reply(201, { target_user_username: 'bram' }),
    })
    // Bram rejects the invite.
    api.respond({ listGroups: [withoutInvite] })
    await user.type(inviteField(), 'bram{Enter}')
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "Successfully invited 'bram' to the group!",
    )
    expect(screen.queryByText('You have already invited this user.')).not.toBeInTheDocument()
    expect(api.calls('inviteMember')).toHaveLength(1)
    expect(inviteField()).toHaveValue('')
  })

  it('is refused after one refetch and without an invite if the list still has it', async () => {
    const { user, api } = await openGroup({})
    await user.type(inviteField(), 'bram{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You have already invited this user.',
    )
    expect(api.calls('listGroups')).toHaveLength(2)
    expect(api.calls('inviteMember')).toHaveLength(0)
  })

  it('is refused with the message for its present state', async () => {
    const { user, api } = await openGroup({})
    api.respond({
      listGroups: [aGroup({ members: [owner, aMember({ id: id(2), name: 'bram' })] })],
    })
    await user.type(inviteField(), 'bram{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('User is already in the group.')
  })

  it('is refused when the refetch fails', async () => {
    const { user, api } = await openGroup({})
    api.respond({ listGroups: refusal(500) })
    await user.type(inviteField(), 'bram{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You have already invited this user.',
    )
    expect(api.calls('inviteMember')).toHaveLength(0)
  })

  it('causes one refetch, however often the button is clicked', async () => {
    const { user, api } = await openGroup({})
    const response = later<Response>()
    api.respond({ listGroups: () => response.promise })
    await user.type(inviteField(), 'bram{Enter}')
    expect(screen.getByRole('button', { name: 'Invite' })).toHaveAttribute('aria-busy', 'true')
    await user.keyboard('{Enter}')
    response.resolve(reply(200, [withInvite]))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(api.calls('listGroups')).toHaveLength(2)
  })
})

describe('coming back to the page', () => {
  const lists = ['listGroups', 'listInvites'] as const
  const comeBack = () => fireEvent.focus(window)

  async function openAndLeave(responses: Parameters<typeof openDashboard>[0] = {}) {
    const page = openDashboard({ listGroups: [withInvite], ...responses })
    const stop = page.store.connect()
    await screen.findByRole('button', { name: 'Ravens (1 member)' })
    return { ...page, stop }
  }
  /** Advances the clock, because fresh responses are not refetched. */
  const passTime = (ms: number) => {
    const now = Date.now()
    jest.spyOn(Date, 'now').mockReturnValue(now + ms)
  }

  it('refetches groups and invites, and nothing else', async () => {
    const { api, stop } = await openAndLeave()
    const before = api.calls().length
    passTime(6000)
    api.respond({
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

  it('refetches once when the window and the tab both report it', async () => {
    const { api, stop } = await openAndLeave()
    passTime(6000)
    comeBack()
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(2))
    await waitFor(() => expect(screen.getByRole('tab', { name: 'Invites' })).toBeVisible())
    for (const list of lists) expect(api.calls(list)).toHaveLength(2)
    stop()
  })

  it('does not refetch fresh lists', async () => {
    const { api, stop } = await openAndLeave()
    const before = api.calls().length
    comeBack()
    expect(api.calls()).toHaveLength(before)
    stop()
  })
})

test('an invite by someone else appears at the tab while a name is typed, and the typed text stays', async () => {
  const stream = fakeStream()
  const { api, store, user } = openDashboard({
    getProfile: { ...aProfile(), features: ['live'] },
    listGroups: [aGroup({ name: 'Ravens', is_owner: true })],
    followChanges: () => stream.response,
  })
  store.dispatch(followWhenAnnounced())
  const field = await screen.findByRole('textbox', { name: 'New group name' })
  await user.type(field, 'The Ow')
  await screen.findByText('Ravens')

  api.respond({ listInvites: [anInvite()] })
  stream.publish('invites')
  expect(await screen.findByRole('tab', { name: 'Invites (1 pending)' })).toBeVisible()

  api.respond({ listGroups: [aGroup({ name: 'Crows', is_owner: true })] })
  stream.publish('groups')
  expect(await screen.findByText('Crows')).toBeVisible()
  expect(field).toHaveValue('The Ow')
  expect(field).toHaveFocus()
  act(() => void store.dispatch(sessionEnded()))
})

describe('What a screen reader reads of the dashboard', () => {
  // The reader needs the style of ::before and ::after, which jsdom does not support.
  beforeEach(() => {
    const styleOf = window.getComputedStyle.bind(window)
    jest.spyOn(window, 'getComputedStyle').mockImplementation((element) => styleOf(element))
  })

  /** All phrases of a screen reader on its way through the dashboard. */
  async function transcript(tab: string): Promise<string[]> {
    fakeApi({
      whoAmI: { username: 'Mira' },
      getProfile: { username: 'Mira', email: 'mira@example.org', is_staff: false },
      listGroups: [
        aGroup({
          name: 'Ravens',
          is_owner: true,
          members: [
            aMember({ name: 'Mira', owner: true }),
            aMember({ id: id<MemberId>(2), name: 'Wren' }),
          ],
          invites: [aSentInvite({ target_user_username: 'Orla' })],
        }),
      ],
      listInvites: [anInvite({ group_name: 'Night Ferry', group_leader: 'Juno', group_size: 3 })],
      listMutes: [],
      listNameChanges: [],
      getPreferences: { email_notifications: true },
      listOrderDetails: [],
      listCountries: [{ key: 'IS', name: 'Iceland' }],
    })
    const { user, container } = renderWithStore(<DashboardPage />, {
      at: '/discordia/dashboard',
      state: asMember(),
    })
    await user.click(await screen.findByRole('tab', { name: new RegExp(`^${tab}`) }))
    if (tab === 'Groups') await user.click(await screen.findByRole('button', { name: /^Ravens/ }))
    if (tab === 'Invites') await screen.findByRole('article')
    if (tab === 'Details') await screen.findByRole('form', { name: 'Order Details' })
    if (tab === 'Settings') await screen.findByRole('form', { name: 'Settings' })
    await virtual.start({ container })
    // The reader wraps around: once the beginning comes again, everything has been read.
    const isRoundOnce = async () => {
      const said = await virtual.spokenPhraseLog()
      return said.length > 1 && said.at(-1) === said[0]
    }
    while (!(await isRoundOnce())) await virtual.next()
    const spoken = await virtual.spokenPhraseLog()
    await virtual.stop()
    return spoken
  }

  /** Expects these phrases in this order, with any others between them. */
  function expectInOrder(spoken: string[], phrases: (string | RegExp)[]): void {
    let from = 0
    for (const phrase of phrases) {
      const at = spoken.findIndex(
        (said, i) =>
          i >= from && (typeof phrase === 'string' ? said.includes(phrase) : phrase.test(said)),
      )
      if (at < 0)
        throw new Error(`"${phrase}" is not said after "${spoken[from]}":\n${spoken.join('\n')}`)
      from = at
    }
  }

  test('the groups tab reads as greeting, tabs, group, members with their owner first, invites, actions', async () => {
    expectInOrder(await transcript('Groups'), [
      /heading, Welcome back, Mira, .*level 1/,
      'button, Request name change',
      'tab, Groups',
      /tab, Invites \(1 pending\)/,
      /button, Ravens \(2 members\).*expanded/,
      /list, Members/,
      /Owner/,
      'button, Remove Wren',
      /list, Pending invites/,
      'button, Cancel invitation for Orla',
      'textbox, Invite new member',
      'button, Invite',
      'button, Leave',
      'button, Disband',
      'textbox, New group name',
      'button, Create group',
    ])
  })

  test('the invites tab reads as group, leader, size, mute, buttons', async () => {
    expectInOrder(await transcript('Invites'), [
      /article, Night Ferry/,
      'Juno',
      '3',
      /Mute/,
      'button, Reject',
      'button, Accept',
      /button, Muted Users/,
    ])
  })

  test('the details tab reads every label with its field', async () => {
    const fields = [
      'First Name',
      'Last Name',
      'Email',
      'Phone Number',
      'City',
      'Zip Code',
      'Address',
    ]
    const spoken = await transcript('Details')
    for (const field of fields) expectInOrder(spoken, ['form, Order Details', `textbox, ${field}`])
    expectInOrder(spoken, ['form, Order Details', /Country/, 'button, Save'])
  })

  test('the settings tab reads the one checkbox and its state', async () => {
    expectInOrder(await transcript('Settings'), [
      'form, Settings',
      /checkbox, Notify me by email for new events and updates.*checked/,
      'button, Save',
    ])
  })
})

const aNotice = (over: Partial<Notice> = {}): Notice => ({
  id: id<NoticeId>(1),
  kind: 'accepted',
  name: 'bram',
  happened_at: '2026-05-04T12:00:00.000Z',
  ...over,
})
const told = aGroup({
  id: id<GroupId>(3),
  notices: [
    aNotice({ id: id(8), kind: 'left' }),
    aNotice({ id: id(7), kind: 'accepted' }),
    aNotice({ id: id(6), kind: 'rejected', name: 'orla' }),
    aNotice({ id: id(5), kind: 'accepted', name: 'wren' }),
    aNotice({ id: id(4), kind: 'accepted', name: 'juno', happened_at: '2026-05-03T12:00:00.000Z' }),
  ],
})
const NOTIFYING = { getProfile: aProfile({ features: ['notices'] }) }
const dismissal = () => screen.findByRole('button', { name: 'Dismiss' })

describe('notices of a group for its owner', () => {
  it('is shown below its name, closed and open, with the day; members who did the same that day share a line', async () => {
    const { user } = openDashboard({ ...NOTIFYING, listGroups: [told] })
    const left = await screen.findByText(/bram left the group\./)
    expect(left.parentElement).toHaveTextContent('Mon 4 May')
    expect(screen.getByText('bram and wren accepted your invite.')).toBeVisible()
    expect(screen.getByText('juno accepted your invite.')).toBeVisible()
    expect(screen.getByText(/orla rejected your invite\./)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Ravens (1 member)' }))
    expect(screen.getAllByText(/bram left the group\./)).toHaveLength(1)
  })

  it('informs a new owner', async () => {
    const notices = [aNotice({ kind: 'owner_left' })]
    openDashboard({ ...NOTIFYING, listGroups: [{ ...told, notices }] })
    expect(await screen.findByText(/bram left\. You own the group now\./)).toBeVisible()
  })

  it('disappears at once when it is dismissed, up to the newest visible one, and leaves the focus nearby', async () => {
    const response = later<Response>()
    const { user, api } = openDashboard({
      ...NOTIFYING,
      listGroups: [told],
      dismissNotices: () => response.promise,
    })
    await user.click(await dismissal())
    await waitFor(() => expect(screen.queryAllByText(/bram/)).toEqual([]))
    expect(document.body).not.toHaveFocus()
    response.resolve(reply(200, {}))
    await waitFor(() =>
      expect(api.calls('dismissNotices')).toMatchObject([{ body: { group_id: 3, up_to: 8 } }]),
    )
    expect(notifications().queryByRole('status')).not.toBeInTheDocument()
  })

  it('comes back when dismissing fails', async () => {
    const { user } = openDashboard({
      ...NOTIFYING,
      listGroups: [told],
      dismissNotices: refusal(500),
    })
    await user.click(await dismissal())
    expect(await screen.findByText(/bram left the group\./)).toBeVisible()
  })

  it.each([
    ['sends none', undefined],
    ['sends something else', 'none'],
    ['sends kinds that are not known here', [{ ...aNotice(), kind: 'promoted' }]],
  ])('is not there for a server that %s', async (_what, notices) => {
    openDashboard({ ...NOTIFYING, listGroups: [{ ...aGroup(), notices }] })
    expect(await screen.findByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
    const list = within(screen.getByRole('list', { name: 'Groups' }))
    expect(list.getAllByRole('button')).toHaveLength(1)
  })

  it('is not there without the announcement of the call that dismisses it', async () => {
    openDashboard({ listGroups: [told] })
    expect(await screen.findByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
    expect(screen.queryByText(/bram/)).toBeNull()
  })
})

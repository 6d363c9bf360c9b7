import { screen, waitFor, within } from '@testing-library/react'
import type { Group } from '#contract/schemas/groups.ts'
import type { PlanSummary } from '#contract/schemas/planning.ts'
import { App } from '#src/app/App.tsx'
import { keepLinkSecret, keptLinkSecret } from '#src/platform/linkSecret.ts'
import { logoutChosen, sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import {
  aGroup,
  aMember,
  aProfile,
  aSentInvite,
  asMember,
  id,
  TOKENS,
} from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
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
    expect(dialog('Remove Member').getByText(/We'll email Tamsin a file/)).toBeVisible()
  })

  it('does not mention sessions if none is planned', async () => {
    await ask('Remove Tamsin', withPage({ next_session: null }), {})
    expect(dialog('Remove Member').getByText(hint)).toBeVisible()
    expect(dialog('Remove Member').queryByText(/We'll email/)).toBeNull()
  })

  it('shows only the specified text with other servers', async () => {
    await ask('Remove Tamsin', ravens, {})
    expect(dialog('Remove Member').queryByText(hint)).toBeNull()
    expect(dialog('Remove Member').queryByText(/We'll email/)).toBeNull()
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

describe('An invite link that was opened without a session', () => {
  const DAY_MS = 86_400_000
  const features = ['invite_links'] as never
  const HINT = /You've opened an invite link. Log in or register/

  const get = async (user: ReturnType<typeof openDashboard>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Get the invite' }))

  /** Another tab of the same browser shares only local storage. */
  const openAnotherTab = () => sessionStorage.clear()

  afterEach(withdrawHead)

  const member = {
    login: TOKENS,
    getProfile: aProfile({ features }),
    listInvites: [],
    listGroups: [],
    listMutes: [],
    redeemInviteLink: { group_name: 'Ravens' },
  }

  it('is stored for the tab that the activation mail opens, whose login leads to the invite', async () => {
    const api = fakeApi(member)
    const first = renderWithStore(<App />, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText(HINT)).toBeVisible()
    expect(keptLinkSecret()).toBe('a-secret')
    first.unmount()

    openAnotherTab()
    const { user, at } = renderWithStore(<App />, { at: '/auth/login' })
    expect(await screen.findByText(HINT)).toBeVisible()
    const main = within(screen.getByRole('main'))
    await user.type(main.getByRole('textbox', { name: 'Email' }), 'ada@example.org')
    await user.type(main.getByLabelText('Password'), 'x')
    await user.click(main.getByRole('button', { name: 'Login' }))
    await get(user)
    expect(await screen.findByText(/You're invited to “Ravens”/)).toBeVisible()
    expect(at()).toBe('/discordia/dashboard?tab=invites')
    expect(api.calls('redeemInviteLink')).toMatchObject([{ body: { secret: 'a-secret' } }])
    expect(keptLinkSecret()).toBeNull()
    expect(JSON.stringify({ ...localStorage })).not.toContain('a-secret')
  })

  it('names the group and who invites at the login, where the server says it', async () => {
    announceInHead('invite_look')
    const look = { group_name: 'Ravens', invited_by: 'Mara' }
    const api = fakeApi({ ...member, lookAtInviteLink: look })
    const { unmount } = renderWithStore(<App />, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText(/invited to “Ravens” by Mara/)).toBeVisible()
    expect(api.calls('lookAtInviteLink')).toMatchObject([{ body: { secret: 'a-secret' } }])
    unmount()
    fakeApi({ ...member, lookAtInviteLink: refusal(404, 'invite_link_over') })
    renderWithStore(<App />, { at: '/auth/login' })
    expect(await screen.findByText(/no longer works/)).toBeVisible()
    expect(keptLinkSecret()).toBeNull()
  })

  it('goes nowhere but into the calls that look at it and redeem it', async () => {
    announceInHead('invite_look')
    keepLinkSecret('a-secret')
    const look = { group_name: 'Ravens', invited_by: 'Mara' }
    const api = fakeApi({ ...member, lookAtInviteLink: look })
    const { user } = renderWithStore(<App />, { at: '/discordia/dashboard', state: asMember() })
    await get(user)
    await screen.findByText(/You're invited to “Ravens”/)
    const sent = api.calls().filter((call) => JSON.stringify(call).includes('a-secret'))
    expect(sent.map(({ row }) => row)).toEqual(['lookAtInviteLink', 'redeemInviteLink'])
  })

  it('is forgotten after a day, and when the clock was set back', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(5 * DAY_MS)
    keepLinkSecret('a-secret')
    for (const [now, kept] of [
      [6 * DAY_MS - 1, 'a-secret'],
      [6 * DAY_MS, null],
      [5 * DAY_MS, null],
    ] as const) {
      jest.spyOn(Date, 'now').mockReturnValue(now)
      expect(keptLinkSecret()).toBe(kept)
    }
    keepLinkSecret('a-secret')
    jest.spyOn(Date, 'now').mockReturnValue(4 * DAY_MS)
    expect(keptLinkSecret()).toBeNull()
    jest.restoreAllMocks()
    localStorage.setItem('invite_link', 'damaged')
    fakeApi({})
    renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    expect(screen.queryByText(HINT)).toBeNull()
  })

  async function arrive(response: () => unknown) {
    const page = openDashboard(
      { getProfile: aProfile({ features }), redeemInviteLink: response },
      { at: '/discordia/dashboard#invite=a-secret' },
    )
    await get(page.user)
    return page
  }

  it.each([
    ['invite_link_over', 404],
    ['already_member', 400],
    ['muted', 423],
  ])('is forgotten when the server refuses it with %s', async (code, status) => {
    await arrive(() => refusal(status, code))
    await waitFor(() => expect(keptLinkSecret()).toBeNull())
  })

  it('stays after an outage or a limit until it is dismissed', async () => {
    const { user, unmount } = await arrive(() => refusal(500))
    await screen.findByRole('button', { name: 'Try again' })
    expect(keptLinkSecret()).toBe('a-secret')
    unmount()
    const later = openDashboard({
      getProfile: aProfile({ features }),
      redeemInviteLink: () => refusal(429, 'throttled'),
    })
    await get(later.user)
    expect(await screen.findByText(/Too many attempts/)).toBeVisible()
    expect(later.api.calls('redeemInviteLink')).toHaveLength(1)
    expect(keptLinkSecret()).toBe('a-secret')
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(keptLinkSecret()).toBeNull()
  })

  it('is forgotten by a logout, and kept when a session expires', async () => {
    fakeApi({})
    const store = setupStore(asMember(), { devTools: false })
    keepLinkSecret('a-secret')
    store.dispatch(sessionEnded('expired'))
    expect(keptLinkSecret()).toBe('a-secret')
    store.dispatch(logoutChosen())
    expect(keptLinkSecret()).toBeNull()
  })

  it('is forgotten if the server has no invite links', async () => {
    openDashboard({}, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText("Invite links aren't available here.")).toBeVisible()
    expect(keptLinkSecret()).toBeNull()
  })
})

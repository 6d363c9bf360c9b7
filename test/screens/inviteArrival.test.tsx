import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { keepLinkSecret, keptLinkSecret } from '#src/platform/linkSecret.ts'
import { logoutChosen, sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import {
  aGroup,
  anInvite,
  aProfile,
  asMember,
  id,
  TOKENS,
} from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { openDashboard } from './openDashboard.tsx'

describe('An invite link that was opened without a session', () => {
  const DAY_MS = 86_400_000
  const features = ['invite_links'] as never
  const HINT = /You’ve opened an invite link. Log in or register/
  const LOOK = {
    group_name: 'Ravens',
    invited_by: 'Mara',
    crest: null,
    members: 3,
    next_start: '2031-02-06T18:00:00.000Z',
  }
  const main = () => within(screen.getByRole('main'))

  const get = async (user: ReturnType<typeof openDashboard>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Get the invite' }))

  const accept = async (user: ReturnType<typeof openDashboard>['user']) => {
    const invite = await screen.findByRole('article', { name: 'Ravens' })
    await user.click(within(invite).getByRole('button', { name: 'Accept' }))
  }

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
    await user.type(main().getByRole('textbox', { name: 'Email' }), 'ada@example.org')
    await user.type(main().getByLabelText('Password'), 'x')
    await user.click(main().getByRole('button', { name: 'Login' }))
    await get(user)
    expect(await screen.findByText(/You’re invited to “Ravens”/)).toBeVisible()
    expect(at()).toBe('/discordia/dashboard?tab=invites')
    expect(api.calls('redeemInviteLink')).toMatchObject([{ body: { secret: 'a-secret' } }])
    expect(keptLinkSecret()).toBeNull()
    expect(JSON.stringify({ ...localStorage })).not.toContain('a-secret')
  })

  it('shows who invites to what at the login and the registration, with one way to the other', async () => {
    announceInHead('invite_look')
    const api = fakeApi({ ...member, lookAtInviteLink: LOOK })
    const { user, at } = renderWithStore(<App />, { at: '/discordia/dashboard#invite=a-secret' })
    const front = () => screen.findByRole('status', { name: 'Your invite link' })
    await within(await front()).findByText('Ravens')
    expect(await front()).toHaveTextContent('Mara invites you to Ravens')
    expect(await front()).toHaveTextContent(/3 players.*Next session: .*2031/)
    expect(main().getAllByRole('button', { name: 'Login' })).toHaveLength(1)
    expect(main().queryByRole('link', { name: 'Login' })).toBeNull()
    expect(main().getByRole('link', { name: 'Forgot password?' })).toBeVisible()
    await user.click(main().getByRole('link', { name: 'Register' }))
    await screen.findByRole('heading', { level: 1, name: 'Register' })
    expect(await front()).toHaveTextContent('Mara invites you to Ravens')
    expect(main().getAllByRole('link')).toHaveLength(1)
    await user.click(main().getByRole('link', { name: 'Login' }))
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    // Cached from one page to the other.
    expect(api.calls('lookAtInviteLink')).toMatchObject([{ body: { secret: 'a-secret' } }])
    expect(at()).toBe('/auth/login')
  })

  it('is over for whoever comes too late, and then forgotten', async () => {
    announceInHead('invite_look')
    fakeApi({ ...member, lookAtInviteLink: refusal(404, 'invite_link_over') })
    renderWithStore(<App />, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText(/no longer works/)).toBeVisible()
    expect(keptLinkSecret()).toBeNull()
    expect(main().getByRole('link', { name: 'Register' })).toBeVisible()
  })

  it('shows group and inviter of a server that says no more', async () => {
    announceInHead('invite_look')
    fakeApi({ lookAtInviteLink: { group_name: 'Ravens', invited_by: 'Mara' } })
    renderWithStore(<App />, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText('Ravens')).toBeVisible()
    expect(screen.queryByText(/player|Next session/)).toBeNull()
  })

  const SECRET = 's'.repeat(43)
  const form = {
    Email: 'ada@example.org',
    Username: 'Ada',
    Password: 'Orchard#1',
    'Confirm Password': 'Orchard#1',
  }
  async function register() {
    const page = renderWithStore(<App />, { at: '/auth/register' })
    await screen.findByRole('heading', { level: 1, name: 'Register' })
    for (const [label, text] of Object.entries(form))
      await fillIn(page.user, main().getByLabelText(label, { selector: 'input' }), text)
    await page.user.click(main().getByRole('button', { name: 'Register' }))
    await screen.findByRole('heading', { level: 1, name: 'Almost there' })
    return page
  }

  it('goes with the registration, whose mail brings it to any browser', async () => {
    announceInHead('invite_look')
    announceInHead('resend_activation')
    keepLinkSecret(SECRET)
    const registered = reply(201, { email: form.Email })
    const api = fakeApi({ lookAtInviteLink: LOOK, register: registered, resendActivation: {} })
    const { user } = await register()
    expect(screen.getByText(/brings you back to your invite/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Resend activation link' }))
    await waitFor(() => expect(api.calls('resendActivation')).toHaveLength(1))
    for (const call of ['register', 'resendActivation'] as const)
      expect(api.calls(call)).toMatchObject([{ body: { invite_secret: SECRET } }])
  })

  it.each([
    ['no server announces the look', SECRET, false],
    ['it is no secret of ours', 'a-secret', true],
  ])('stays in the browser where %s', async (_why, secret, isAnnounced) => {
    if (isAnnounced) announceInHead('invite_look')
    keepLinkSecret(secret)
    const api = fakeApi({ lookAtInviteLink: LOOK, register: reply(201, { email: form.Email }) })
    await register()
    const { Email: email, Username: username, Password: password } = form
    expect(api.calls('register')).toMatchObject([{ body: { email, username, password } }])
    expect(api.calls('register')[0]?.body).not.toHaveProperty('invite_secret')
    expect(screen.queryByText(/brings you back to your invite/)).toBeNull()
  })

  it('comes back with the activation link, leaves the URL, and leads from the login to the group', async () => {
    announceInHead('invite_look')
    let invites: object[] = []
    let groups: object[] = []
    const ravens = anInvite({ id: id(4), group_name: 'Ravens' })
    fakeApi({
      ...member,
      activateAccount: reply(202, {}),
      lookAtInviteLink: LOOK,
      listInvites: () => invites,
      listGroups: () => groups,
      redeemInviteLink: () => {
        invites = [ravens]
        return { group_name: 'Ravens' }
      },
      acceptInvite: () => {
        invites = []
        groups = [aGroup({ id: id(9), name: 'Ravens' })]
        return { group_name: 'Ravens', group_id: 9 }
      },
    })
    const { user, at } = renderWithStore(<App />, {
      at: `/auth/activate-account/link-1#invite=${SECRET}`,
    })
    await screen.findByRole('heading', { level: 1, name: 'Account activated' })
    await waitFor(() => expect(at()).toBe('/auth/activate-account/link-1'))
    expect(keptLinkSecret()).toBe(SECRET)
    await user.click(main().getByRole('link', { name: 'Login' }))
    expect(await screen.findByText('Ravens')).toBeVisible()
    await fillIn(user, main().getByLabelText('Email'), 'ada@example.org')
    await fillIn(user, main().getByLabelText('Password'), 'x')
    await user.click(main().getByRole('button', { name: 'Login' }))
    await get(user)
    await accept(user)
    await waitFor(() => expect(at()).toBe('/discordia/dashboard?group=9'))
    expect(await screen.findByRole('button', { name: /^Ravens/, expanded: true })).toBeVisible()
    // The offer has ended with the invite.
    await user.click(screen.getByRole('tab', { name: 'Invites' }))
    await waitFor(() => expect(screen.queryByText(/Accept or reject/)).toBeNull())
    expect(screen.queryByRole('status', { name: 'Your invite link' })).toBeNull()
  })

  it('that came by name stays on the Invites tab when it is accepted', async () => {
    const api = fakeApi({ ...member, acceptInvite: { group_name: 'Ravens' } })
    api.respond({ listInvites: [anInvite({ id: id(4), group_name: 'Ravens' })] })
    const at = '/discordia/dashboard?tab=invites'
    const page = renderWithStore(<App />, { at, state: asMember() })
    await accept(page.user)
    await waitFor(() => expect(api.calls('acceptInvite')).toHaveLength(1))
    expect(await screen.findByText("You joined 'Ravens'!")).toBeVisible()
    expect(page.at()).toBe(at)
  })

  it('goes nowhere but into the calls that look at it and redeem it', async () => {
    announceInHead('invite_look')
    keepLinkSecret('a-secret')
    const api = fakeApi({ ...member, lookAtInviteLink: LOOK })
    const { user } = renderWithStore(<App />, { at: '/discordia/dashboard', state: asMember() })
    await get(user)
    await screen.findByText(/You’re invited to “Ravens”/)
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
    expect(await screen.findByText('Invite links aren’t available here.')).toBeVisible()
    expect(keptLinkSecret()).toBeNull()
  })
})

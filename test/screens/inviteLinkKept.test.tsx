import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/App.tsx'
import { keepLinkSecret, keptLinkSecret } from '#src/platform/linkSecret.ts'
import { logoutChosen, sessionEnded } from '#src/store/session/slice.ts'
import { setupStore } from '#src/store/store.ts'
import { aProfile, asMember, TOKENS } from '#test/helpers/fixtures/siteState.ts'
import { announceLook, withdrawLook } from '#test/helpers/screens/announceLook.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { openDashboard } from './openDashboard.tsx'

const DAY_MS = 86_400_000
const features = ['invite_links'] as never
const HINT = /Log in to see the invite behind your link/

const get = async (user: ReturnType<typeof openDashboard>['user']) =>
  user.click(await screen.findByRole('button', { name: 'Get the invite' }))

/** Another tab of the same browser has the local storage alone. */
const openAnotherTab = () => sessionStorage.clear()

afterEach(withdrawLook)

describe('An invite link that was opened without a session', () => {
  const member = {
    login: TOKENS,
    getProfile: aProfile({ features }),
    listInvites: [],
    listGroups: [],
    listMutes: [],
    redeemInviteLink: { group_name: 'Ravens' },
  }

  it('is kept for the tab that the activation mail opens, whose login leads to the invite', async () => {
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
    expect(await screen.findByText(/You are invited to “Ravens”/)).toBeVisible()
    expect(at()).toBe('/discordia/dashboard?tab=invites')
    expect(api.calls('redeemInviteLink')).toMatchObject([{ body: { secret: 'a-secret' } }])
    expect(keptLinkSecret()).toBeNull()
    expect(JSON.stringify({ ...localStorage })).not.toContain('a-secret')
  })

  it('names the group and who invites at the login, where the server says it', async () => {
    announceLook()
    const look = { group_name: 'Ravens', invited_by: 'Mara' }
    const api = fakeApi({ ...member, lookAtInviteLink: look })
    const { unmount } = renderWithStore(<App />, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText(/invited to “Ravens” by Mara/)).toBeVisible()
    expect(api.calls('lookAtInviteLink')).toMatchObject([{ body: { secret: 'a-secret' } }])
    unmount()
    fakeApi({ ...member, lookAtInviteLink: refusal(404, 'invite_link_over') })
    renderWithStore(<App />, { at: '/auth/login' })
    expect(await screen.findByText(/cannot be used any more/)).toBeVisible()
    expect(keptLinkSecret()).toBeNull()
  })

  it('goes nowhere but into the calls that look at it and redeem it', async () => {
    announceLook()
    keepLinkSecret('a-secret')
    const look = { group_name: 'Ravens', invited_by: 'Mara' }
    const api = fakeApi({ ...member, lookAtInviteLink: look })
    const { user } = renderWithStore(<App />, { at: '/discordia/dashboard', state: asMember() })
    await get(user)
    await screen.findByText(/You are invited to “Ravens”/)
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

  async function arrive(answer: () => unknown) {
    const page = openDashboard(
      { getProfile: aProfile({ features }), redeemInviteLink: answer },
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

  it('stays for the next visit after an outage or a limit, until it is dismissed', async () => {
    const { user, unmount } = await arrive(() => refusal(500))
    await screen.findByRole('button', { name: 'Try again' })
    expect(keptLinkSecret()).toBe('a-secret')
    unmount()
    const later = openDashboard({
      getProfile: aProfile({ features }),
      redeemInviteLink: () => refusal(429, 'throttled'),
    })
    await get(later.user)
    expect(await screen.findByText(/Too many tries/)).toBeVisible()
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

  it('is forgotten where the server does not know invite links', async () => {
    openDashboard({}, { at: '/discordia/dashboard#invite=a-secret' })
    expect(await screen.findByText('This server does not know invite links.')).toBeVisible()
    expect(keptLinkSecret()).toBeNull()
  })
})

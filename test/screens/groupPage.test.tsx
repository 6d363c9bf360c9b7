import { screen, waitFor, within } from '@testing-library/react'
import type { GroupPage, InviteLink } from '#contract/schemas/groupPage.ts'
import type { Group } from '#contract/schemas/groups.ts'
import { keptLinkSecret } from '#src/platform/linkSecret.ts'
import { aProfile, aSentInvite, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { openDashboard } from './openDashboard.tsx'

const group = (role: 'owner' | 'co_owner' | 'member', over: Partial<Group> = {}): Group => ({
  id: id(4),
  name: 'Ravens',
  is_owner: role === 'owner',
  members: ['Mara', 'Finn'].map((name, at) => ({ id: id(at + 1), name, owner: at === 0 })),
  invites: [],
  page: { crest: null, role, has_note: false },
  ...over,
})
const page = (over: Partial<GroupPage> = {}): GroupPage => ({
  purpose: '',
  note: '',
  talk_url: null,
  crest: null,
  version: 3,
  role: 'owner',
  co_owners: [],
  log: { entries: [], next: null },
  ...over,
})
const link: InviteLink = {
  id: id(9),
  created_by: 'Mara',
  email: null,
  uses: 5,
  uses_left: 4,
  expires_at: '2030-05-04T10:00:00.000Z',
}

async function openCard(
  answer: GroupPage | (() => unknown),
  responses: Parameters<typeof openDashboard>[0] = {},
  role: 'owner' | 'co_owner' | 'member' = 'owner',
) {
  const opened = openDashboard({
    getProfile: aProfile({ features: ['group_page'] }),
    listGroups: [group(role)],
    getGroupPage: answer,
    ...responses,
  })
  await opened.user.click(await screen.findByRole('button', { name: /Ravens/ }))
  return opened
}
afterEach(withdrawHead)

const drawer = (name: string) => screen.findByRole('button', { name })

describe('The page of a group', () => {
  it('is not asked for without an announcement', async () => {
    const { api, user } = openDashboard({ listGroups: [group('owner')] })
    await user.click(await screen.findByRole('button', { name: /Ravens/ }))
    expect(await screen.findByRole('textbox', { name: 'Invite new member' })).toBeVisible()
    expect(api.calls('getGroupPage')).toEqual([])
    expect(screen.queryByRole('button', { name: 'Activity' })).toBeNull()
  })

  it('shows what the group is about, the note and a safe link to the place where they talk', async () => {
    const texts = { purpose: 'Two lines\nof text', note: 'Bring dice', role: 'member' as const }
    await openCard(page({ ...texts, talk_url: 'https://talk.example/x' }), {}, 'member')
    const about = await screen.findByRole('region', { name: 'What this group is about' })
    expect(about).toHaveTextContent('Two lines of text')
    expect(screen.getByRole('region', { name: 'Pinned note' })).toHaveTextContent('Bring dice')
    const talk = screen.getByRole('link', { name: 'Go to talk.example' })
    expect(talk).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.queryByRole('button', { name: /Edit group page/ })).toBeNull()
  })

  // A button that moves between press and release of the mouse gets no click.
  it('shows the card only when all its parts are loaded', async () => {
    const answer = later<GroupPage>()
    const { api } = await openCard(() => answer.promise)
    await waitFor(() => expect(api.calls('getGroupPage')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Disband' })).toBeNull()
    answer.resolve(page())
    const disband = await screen.findByRole('button', { name: 'Disband' })
    expect(screen.getByRole('button', { name: 'Activity' })).toBeVisible()
    expect(disband).toBeVisible()
  })

  it('shows the members after a second if the page loads slowly', async () => {
    await openCard(() => later<GroupPage>().promise)
    const wait = { timeout: 3000 }
    expect(await screen.findByRole('list', { name: 'Members' }, wait)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Activity' })).toBeNull()
  })

  it('shows no link with another scheme than http and https', async () => {
    await openCard(page({ purpose: 'Ravens', talk_url: 'javascript:alert(1)' }))
    await screen.findByText('Ravens', { selector: 'p' })
    expect(screen.queryByRole('region', { name: 'Group chat' })).toBeNull()
  })

  it('shows an error when it cannot be loaded, and retries', async () => {
    let isDown = true
    const { user } = await openCard(() => (isDown ? refusal(500) : page({ note: 'Bring dice' })))
    const again = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(again)
    expect(await screen.findByText('Bring dice')).toBeVisible()
  })

  it('is edited in a form; what cannot be an address is refused without a call', async () => {
    const saved = page({ note: 'Bring dice', version: 4 })
    const { api, user } = await openCard(page(), { saveGroupPage: saved })
    await user.click(await screen.findByRole('button', { name: 'Edit group page' }))
    await user.type(screen.getByRole('textbox', { name: 'Pinned note' }), 'Bring dice')
    const address = screen.getByRole('textbox', { name: 'Link to the chat' })
    await user.type(address, 'javascript:alert(1)')
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    expect(address).toHaveAccessibleDescription(/begins with http/)
    expect(address).toHaveFocus()
    await user.clear(address)
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Group page' })).toBeNull())
    expect(api.calls('saveGroupPage')[0]?.body).toEqual({
      purpose: '',
      note: 'Bring dice',
      talk_url: null,
      version: 3,
    })
  })

  it('keeps the typed text after a conflict, and saves it over the other change on a second click', async () => {
    let current = page()
    const { api, user } = await openCard(() => current, {
      saveGroupPage: () => {
        const isLate = current.version === 3
        current = page({ note: 'Theirs', version: 4 })
        return isLate ? refusal(409, 'page_changed') : current
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Edit group page' }))
    const note = screen.getByRole('textbox', { name: 'Pinned note' })
    await user.type(note, 'Mine')
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    expect(await screen.findByText(/Someone else just changed this page/)).toBeVisible()
    expect(await screen.findByRole('region', { name: 'Pinned note' })).toHaveTextContent('Theirs')
    expect(note).toHaveValue('Mine')
    await user.click(screen.getByRole('button', { name: 'Save page' }))
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Group page' })).toBeNull())
    const sent = api.calls('saveGroupPage')
    expect(sent.map(({ body }) => (body as { version: number }).version)).toEqual([3, 4])
  })

  it('lists the activity in words, without unknown kinds', async () => {
    const at = { detail: null, happened_at: '2030-05-04T10:00:00.000Z' }
    const entries = [
      { id: id(4), kind: 'flew_away' as never, actor: 'Mara', subject: null, ...at },
      { id: id(3), kind: 'page_changed' as const, actor: 'Mara', subject: null, ...at },
      { id: id(2), kind: 'removed' as const, actor: 'Mara', subject: null, ...at },
    ]
    const older = [{ id: id(1), kind: 'founded' as const, actor: null, subject: null, ...at }]
    const { user } = await openCard(
      page({
        log: {
          entries: [
            ...entries.slice(0, 1),
            { ...entries[1], detail: 'note,crest' },
            ...entries.slice(2),
          ] as never,
          next: id(2),
        },
      }),
      { listGroupLog: { entries: older, next: null } },
    )
    await user.click(await drawer('Activity'))
    await user.click(await screen.findByRole('button', { name: 'Show older entries' }))
    await screen.findByText('a former member founded the group.')
    const rows = within(screen.getByRole('list', { name: 'Activity' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Mara changed the note, the crest.',
      'Mara removed a former member.',
      'a former member founded the group.',
    ])
  })

  it('lets the owner appoint co-owners; others only see the roles', async () => {
    let current = page()
    const { api, user } = await openCard(() => current, {
      setCoOwner: () => (current = page({ co_owners: [id(2)] })),
    })
    await user.click(await drawer('Roles'))
    await user.click(await screen.findByRole('button', { name: 'Make Finn a co-owner' }))
    expect(await screen.findByRole('button', { name: 'Make Finn a member' })).toBeVisible()
    expect(api.calls('setCoOwner')[0]?.body).toEqual({ member_id: 2, is_co_owner: true })
  })

  it('gives co-owners the form for invites and the open invites, and nothing of the owner', async () => {
    const invites = [aSentInvite({ id: id(7), target_user_username: 'Otto' })]
    const { user } = openDashboard({
      getProfile: aProfile({ features: ['group_page'] }),
      listGroups: [group('co_owner', { invites })],
      getGroupPage: page({ role: 'co_owner', co_owners: [id(2)] }),
    })
    await user.click(await screen.findByRole('button', { name: /Ravens/ }))
    expect(await screen.findByRole('textbox', { name: 'Invite new member' })).toBeVisible()
    expect(screen.getByRole('button', { name: /invitation for Otto/ })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Disband' })).toBeNull()
    await user.click(await drawer('Roles'))
    expect(await screen.findByText('Co-owner')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Make Finn/ })).toBeNull()
  })

  it('suggests people for an invite, and the field stays a textbox', async () => {
    const { user } = await openCard(page(), { listSuggestions: [{ username: 'Otto' }] })
    const field = await screen.findByRole('textbox', { name: 'Invite new member' })
    await user.type(field, 'o')
    const list = await screen.findByRole('list', { name: 'People you have played with' })
    await user.click(within(list).getByRole('button', { name: 'Otto' }))
    expect(field).toHaveValue('Otto')
    expect(field).toHaveFocus()
    expect(screen.queryByRole('list', { name: 'People you have played with' })).toBeNull()
  })
})

describe('Invite links', () => {
  it('are made, shown once with a QR code, listed and ended', async () => {
    let links: InviteLink[] = []
    const { api, user } = await openCard(page(), {
      listInviteLinks: () => links,
      createInviteLink: () => {
        links = [link]
        return { link, secret: 'a-secret' }
      },
      revokeInviteLink: () => {
        links = []
        return {}
      },
    })
    await user.click(await drawer('Invite links'))
    expect(await screen.findByText('No active links.')).toBeVisible()
    const uses = screen.getByRole('textbox', { name: 'Maximum number of people' })
    await user.clear(uses)
    await user.type(uses, '51')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(uses).toHaveAccessibleDescription('Please enter a number from 1 to 50.')
    await user.clear(uses)
    await user.type(uses, '5')
    await user.click(screen.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByRole('img', { name: 'QR code for the link' })).toBeVisible()
    expect(screen.getByText(/\/discordia\/dashboard#invite=a-secret$/)).toBeVisible()
    expect(api.calls('createInviteLink')[0]?.body).toEqual({
      days: 7,
      uses: 5,
    })
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByText(/a-secret/)).toBeNull()
    expect(await screen.findByText(/4 uses left/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Turn off link' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('No active links.')).toBeVisible()
  })

  it('are mailed, too: an address is checked, refused with a reason, and listed with the link', async () => {
    let links: InviteLink[] = []
    let refused: Response | null = refusal(409, 'already_mailed')
    const { api, user } = await openCard(page(), {
      listInviteLinks: () => links,
      inviteByMail: () => {
        if (refused) return refused
        const mailed = { ...link, email: 'guest@example.org', uses: 1, uses_left: 1 }
        links = [mailed]
        return mailed
      },
    })
    await user.click(await drawer('Invite links'))
    const form = within(await screen.findByRole('form', { name: 'Invite by email' }))
    const field = form.getByRole('textbox', { name: 'Email address' })
    expect(field).toHaveAccessibleDescription(/for one person that expires after 14 days/)
    await user.type(field, 'guest@{Enter}')
    expect(field).toHaveAccessibleDescription(/Please enter a valid email address/)
    expect(field).toHaveFocus()
    expect(api.calls('inviteByMail')).toEqual([])
    await user.type(field, 'example.org{Enter}')
    await waitFor(() => expect(field).toHaveAccessibleDescription(/has an open invite/))
    expect(field).toHaveFocus()
    for (const [code, text] of [
      ['mailed_enough', /enough invites for today/],
      ['too_many_mail_invites', /has 20 open email invites/],
      ['throttled', /Please wait a while/],
      ['server_error', /We couldn't send the invite/],
    ] as const) {
      refused = refusal(409, code)
      await user.click(form.getByRole('button', { name: 'Send invite' }))
      expect(await form.findByText(text)).toBeVisible()
    }
    refused = null
    await user.type(field, ' {Enter}')
    expect(await form.findByText(/to guest@example.org is on its way/)).toBeVisible()
    expect(field).toHaveValue('')
    expect(api.calls('inviteByMail').at(-1)).toMatchObject({
      path: '/rpggroups/links/4/mail/',
      body: { email: 'guest@example.org' },
    })
    expect(await screen.findByText(/Sent to guest@example.org/)).toBeVisible()
    expect(screen.queryByText(/use left/)).toBeNull()
  })

  const arrive = (more: Parameters<typeof openDashboard>[0] = {}, features = ['invite_links']) =>
    openDashboard(
      { getProfile: aProfile({ features: features as never }), ...more },
      { at: '/discordia/dashboard#invite=a-secret' },
    )
  const get = async (user: ReturnType<typeof arrive>['user']) =>
    user.click(await screen.findByRole('button', { name: 'Get the invite' }))

  it('say who invites to what, and send nothing about the member before a click', async () => {
    announceInHead('invite_look')
    const { api, user, at } = arrive({
      lookAtInviteLink: { group_name: 'Ravens', invited_by: 'Mara' },
      redeemInviteLink: { group_name: 'Ravens' },
    })
    expect(await screen.findByText('Mara invites you to “Ravens”.')).toBeVisible()
    expect(screen.getByText(/The group sees your username/)).toBeVisible()
    expect(api.calls('redeemInviteLink')).toEqual([])
    const [look] = api.calls('lookAtInviteLink')
    expect([look?.body, look?.headers.get('Authorization')]).toEqual([{ secret: 'a-secret' }, null])
    expect(at()).toBe('/discordia/dashboard?tab=invites')
    await get(user)
    expect(await screen.findByText(/You're invited to “Ravens”/)).toBeVisible()
    expect(api.calls('redeemInviteLink')).toHaveLength(1)
  })

  it('that have ended say so before a click, and offer none', async () => {
    announceInHead('invite_look')
    arrive({ lookAtInviteLink: refusal(404, 'invite_link_over') })
    expect(await screen.findByText(/no longer works/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Get the invite' })).toBeNull()
    expect(keptLinkSecret()).toBeNull()
  })

  it.each(['Accept', 'Reject'])('disappear once the invite is answered by %s', async (answer) => {
    const invite = { id: id(1), group_name: 'Ravens', group_leader: 'Mara', group_size: 2 }
    let invites: object[] = []
    const answered = () => {
      invites = []
      return { group_name: 'Ravens' }
    }
    const { api, user } = arrive({
      redeemInviteLink: () => {
        invites = [invite]
        return { group_name: 'Ravens' }
      },
      listInvites: () => invites,
      acceptInvite: answered,
      rejectInvite: answered,
    })
    expect(await screen.findByText("You've opened an invite link.")).toBeVisible()
    expect(api.calls('lookAtInviteLink')).toEqual([])
    await get(user)
    expect(await screen.findByText(/Accept or reject the invite below/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByText(/the invite below/)).toBeNull())
  })

  it.each([
    ['invite_link_over', 404, /no longer works/],
    ['already_member', 400, /You're a member of this group/],
    ['already_invited', 400, /You have an open invite to this group/],
    ['removed_from_group', 403, /You were removed from this group/],
    ['muted', 423, /You've muted/],
    ['group_full', 409, /This group is full/],
  ])('that end with %s say so', async (code, status, text) => {
    const { user } = arrive({ redeemInviteLink: refusal(status, code) })
    await get(user)
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('can be retried after a failure', async () => {
    let isDown = true
    const { user } = arrive({
      redeemInviteLink: () => (isDown ? refusal(500) : { group_name: 'Ravens' }),
    })
    await get(user)
    const again = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(again)
    expect(await screen.findByText(/You're invited to “Ravens”/)).toBeVisible()
  })

  it('make no call if the server does not announce them', async () => {
    const { api } = arrive({}, [])
    expect(await screen.findByText("Invite links aren't available here.")).toBeVisible()
    expect(api.calls('redeemInviteLink')).toEqual([])
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import type { InviteLink } from '#contract/groupPage.ts'
import { keptLinkSecret } from '#src/platform/linkSecret.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { refusal } from '#test/helpers/screens/fakeApi.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { openDashboard } from './openDashboard.tsx'
import { openCard, page, part } from './openGroup.tsx'

const link: InviteLink = {
  id: id(9),
  created_by: 'Mara',
  email: null,
  uses: 5,
  uses_left: 4,
  expires_at: '2030-05-04T10:00:00.000Z',
}

afterEach(withdrawHead)

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
    await user.click(part('Members'))
    expect(await screen.findByRole('textbox', { name: 'Invite new member' })).toBeVisible()
    const ways = await screen.findByRole('button', { name: 'More ways to invite' })
    expect(api.calls('listInviteLinks')).toEqual([])
    await user.click(ways)
    const uses = await screen.findByRole('textbox', { name: 'Maximum number of people' })
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
    expect(await screen.findByText('4 uses left')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More for the link: 4 uses left' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Turn off link' }))
    const question = within(await screen.findByRole('dialog', { name: 'Turn off link' }))
    await user.click(question.getByRole('button', { name: 'Turn off link' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Active links' })).toBeNull())
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
    await user.click(part('Members'))
    await user.click(await screen.findByRole('button', { name: 'More ways to invite' }))
    await user.click(await screen.findByRole('tab', { name: 'Email' }))
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
      // The server’s own words.
      ['mail_invites_closed', /^Refused\./],
      ['throttled', /Please wait a while/],
      ['server_error', /We couldn’t send the invite/],
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
    expect(await screen.findByText('Sent to guest@example.org')).toBeVisible()
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
    expect(await screen.findByText(/You’re invited to “Ravens”/)).toBeVisible()
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
    expect(await screen.findByText('You’ve opened an invite link.')).toBeVisible()
    expect(api.calls('lookAtInviteLink')).toEqual([])
    await get(user)
    expect(await screen.findByText(/Accept or reject the invite below/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByText(/the invite below/)).toBeNull())
  })

  it.each([
    ['invite_link_over', 404, /no longer works/],
    ['already_member', 400, /You’re a member of this group/],
    ['already_invited', 400, /You have an open invite to this group/],
    ['removed_from_group', 403, /You were removed from this group/],
    ['muted', 423, /You’ve muted/],
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
    expect(await screen.findByText(/You’re invited to “Ravens”/)).toBeVisible()
  })

  it('make no call if the server does not announce them', async () => {
    const { api } = arrive({}, [])
    expect(await screen.findByText('Invite links aren’t available here.')).toBeVisible()
    expect(api.calls('redeemInviteLink')).toEqual([])
  })
})

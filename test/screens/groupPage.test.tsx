import { screen, waitFor, within } from '@testing-library/react'
import type { GroupPage } from '#contract/groupPage.ts'
import { aProfile, aSentInvite, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { openDashboard } from './openDashboard.tsx'
import { group, openCard, page, part } from './openGroup.tsx'

describe('The page of a group', () => {
  it('is not asked for without an announcement', async () => {
    const { api, user } = openDashboard({ listGroups: [group('owner')] })
    await user.click(await screen.findByRole('button', { name: /Ravens/ }))
    expect(await screen.findByRole('textbox', { name: 'Invite new member' })).toBeVisible()
    expect(api.calls('getGroupPage')).toEqual([])
    expect(screen.queryByRole('navigation', { name: 'Parts of Ravens' })).toBeNull()
  })

  it('shows what the group is about, the note and a safe link to the place where they talk', async () => {
    const texts = { purpose: 'Two lines\nof text', note: 'Bring dice', role: 'member' as const }
    const talking = page({ ...texts, talk_url: 'https://talk.example/x' })
    const { user } = await openCard(talking, {}, 'member')
    await user.click(part('About'))
    const about = await screen.findByRole('region', { name: 'What this group is about' })
    expect(about).toHaveTextContent('Two lines of text')
    expect(screen.getByRole('region', { name: 'Pinned note' })).toHaveTextContent('Bring dice')
    const talk = screen.getByRole('link', { name: 'Go to talk.example' })
    expect(talk).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.queryByRole('link', { name: 'Manage' })).toBeNull()
  })

  // A button that moves between press and release of the mouse gets no click.
  it('shows its parts and what every server has before the page is loaded', async () => {
    const { api } = await openCard(() => later<GroupPage>().promise)
    expect(screen.getByRole('button', { name: 'Disband' })).toBeVisible()
    expect(screen.getByRole('list', { name: 'Members' })).toBeVisible()
    const links = within(screen.getByRole('navigation')).getAllByRole('link')
    const names = ['Overview', 'About', 'Members', 'Activity', 'Manage']
    expect(links.map(({ textContent }) => textContent)).toEqual(names)
    await waitFor(() => expect(api.calls('getGroupPage')).toHaveLength(1))
  })

  it('has its parts in the URL: a link keeps the focus, and closing ends it', async () => {
    const { at, user } = await openCard(page({ note: 'Bring dice' }))
    await user.click(part('About'))
    expect(await screen.findByRole('region', { name: 'Pinned note' })).toBeVisible()
    expect(at()).toBe('/discordia/dashboard?group=4&part=about')
    expect(part('About')).toHaveFocus()
    expect(part('About')).toHaveAttribute('aria-current', 'true')
    await user.click(part('Activity'))
    expect(screen.getByText('No activity yet.')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Pinned note' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /Ravens/ }))
    expect(at()).toBe('/discordia/dashboard')
  })

  it('opens at the part in the URL, and at the overview without one that there is', async () => {
    const at = (name: string) => ({ at: `/discordia/dashboard?group=4&part=${name}` })
    const responses = {
      getProfile: aProfile({ features: ['group_page'] }),
      listGroups: [group('member')],
      getGroupPage: page({ role: 'member', note: 'Bring dice' }),
    }
    const { unmount } = openDashboard(responses, at('about'))
    expect(await screen.findByRole('region', { name: 'Pinned note' })).toBeVisible()
    expect(screen.getByRole('button', { name: /Ravens/ }).closest('li')).toHaveFocus()
    unmount()
    openDashboard(responses, at('manage'))
    await screen.findByRole('list', { name: 'Members' })
    expect(part('Overview')).toHaveAttribute('aria-current', 'true')
  })

  it('keeps what is typed in a part while another one is shown', async () => {
    const { user } = await openCard(page())
    await user.click(part('Manage'))
    await user.click(await screen.findByRole('button', { name: 'Edit group page' }))
    await user.type(screen.getByRole('textbox', { name: 'Pinned note' }), 'Bring dice')
    await user.click(part('Overview'))
    expect(screen.queryByRole('textbox', { name: 'Pinned note' })).toBeNull()
    await user.click(part('Manage'))
    expect(screen.getByRole('textbox', { name: 'Pinned note' })).toHaveValue('Bring dice')
  })

  it('shows no link with another scheme than http and https', async () => {
    const { user } = await openCard(page({ purpose: 'Ravens', talk_url: 'javascript:alert(1)' }))
    await user.click(part('About'))
    await screen.findByText('Ravens', { selector: 'p' })
    expect(screen.queryByRole('region', { name: 'Group chat' })).toBeNull()
  })

  it('shows an error when it cannot be loaded, and retries', async () => {
    let isDown = true
    const { user } = await openCard(() => (isDown ? refusal(500) : page({ note: 'Bring dice' })))
    await user.click(part('About'))
    const again = await screen.findByRole('button', { name: 'Try again' })
    isDown = false
    await user.click(again)
    expect(await screen.findByText('Bring dice')).toBeVisible()
  })

  it('is edited in a form; what cannot be an address is refused without a call', async () => {
    const saved = page({ note: 'Bring dice', version: 4 })
    const { api, user } = await openCard(page(), { saveGroupPage: saved })
    await user.click(part('Manage'))
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
    await user.click(part('Manage'))
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
      { id: id(5), kind: 'team_invited' as const, actor: null, subject: 'Ben', ...at },
      { id: id(3), kind: 'page_changed' as const, actor: 'Mara', subject: null, ...at },
      { id: id(2), kind: 'removed' as const, actor: 'Mara', subject: null, ...at },
    ]
    const older = [{ id: id(1), kind: 'founded' as const, actor: null, subject: null, ...at }]
    const { user } = await openCard(
      page({
        log: {
          entries: [
            ...entries.slice(0, 2),
            { ...entries[2], detail: 'note,crest' },
            ...entries.slice(3),
          ] as never,
          next: id(2),
        },
      }),
      { listGroupLog: { entries: older, next: null } },
    )
    await user.click(part('Activity'))
    await user.click(await screen.findByRole('button', { name: 'Show older entries' }))
    await screen.findByText('a former member founded the group.')
    const rows = within(screen.getByRole('list', { name: 'Activity' })).getAllByRole('listitem')
    expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Our team invited Ben.',
      'Mara changed the note and the crest.',
      'Mara removed a former member.',
      'a former member founded the group.',
    ])
  })

  it('lets the owner appoint co-owners; others only see the roles', async () => {
    let current = page()
    const { api, user } = await openCard(() => current, {
      setCoOwner: () => (current = page({ co_owners: [id(2)] })),
    })
    await user.click(part('Members'))
    expect(await screen.findByText('Owner')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'More for Finn' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Make co-owner' }))
    expect(await screen.findByText('Co-owner')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'More for Finn' }))
    expect(await screen.findByRole('menuitem', { name: 'Remove as co-owner' })).toBeVisible()
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
    await user.click(part('Members'))
    expect(await screen.findByText('Co-owner')).toBeVisible()
    expect(screen.queryByRole('button', { name: /More for/ })).toBeNull()
  })

  it('tells other members who can invite', async () => {
    const { user } = await openCard(page({ role: 'member' }), {}, 'member')
    await user.click(part('Members'))
    expect(await screen.findByText('Only the owner and co-owners can invite.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Manage' })).toBeNull()
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

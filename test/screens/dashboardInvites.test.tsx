import { screen, waitFor, within } from '@testing-library/react'
import { aGroup, aMute, anInvite, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const ravens = anInvite({ id: id(4), group_name: 'Ravens', group_leader: 'tamsin', group_size: 3 })
const herons = anInvite({ id: id(5), group_name: 'Herons', group_leader: 'Bram', group_size: 12 })

const open = (responses: Parameters<typeof openDashboard>[0] = {}) =>
  openDashboard(responses, { at: '/discordia/dashboard?tab=invites' })
const invite = async (name: string) => within(await screen.findByRole('article', { name }))

describe('Invites tab', () => {
  it('says that there are none', async () => {
    open()
    expect(await screen.findByRole('status')).toHaveTextContent(
      'You currently have no group invites.',
    )
  })

  it('shows group name, leader and size of each', async () => {
    open({ listInvites: [ravens, herons] })
    const first = await invite('Ravens')
    expect(first.getByRole('heading', { level: 3, name: 'Ravens' })).toBeVisible()
    expect(first.getByText('tamsin')).toBeVisible()
    expect(first.getByText('3')).toBeVisible()
    const second = await invite('Herons')
    expect(second.getByText('Bram')).toBeVisible()
    expect(second.getByText('12')).toBeVisible()
  })

  it('names the leader beside a co-owner who has sent it', async () => {
    open({ listInvites: [{ ...ravens, invited_by: 'Bram' }] })
    const row = await invite('Ravens')
    expect(row.getByText('tamsin')).toBeVisible()
    expect(row.getByText('Bram')).toBeVisible()
  })

  it('takes names of 400 characters', async () => {
    const name = 'R'.repeat(400)
    open({ listInvites: [anInvite({ group_name: name, group_leader: 't'.repeat(400) })] })
    expect((await invite(name)).getByRole('button', { name: 'Accept' })).toBeVisible()
  })

  it('offers three levels of muting, none at first', async () => {
    const { user } = open({ listInvites: [ravens] })
    const row = await invite('Ravens')
    await user.click(row.getByRole('button', { name: "Mute Don't Mute" }))
    const options = screen.getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([
      "Don't Mute",
      'Mute 2 weeks',
      'Mute 1 month',
    ])
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent("Don't Mute")
  })

  it('accepts: joins the group, shows a toast, and the invite disappears', async () => {
    const { user, api } = open({ listInvites: [ravens], acceptInvite: { group_name: 'Ravens' } })
    const row = await invite('Ravens')
    api.respond({ listInvites: [] })
    await user.dblClick(row.getByRole('button', { name: 'Accept' }))
    expect(await notifications().findByRole('status')).toHaveTextContent("You joined 'Ravens'!")
    expect(await screen.findByText('You currently have no group invites.')).toBeVisible()
    expect(api.calls('acceptInvite')).toMatchObject([
      { method: 'GET', path: '/rpggroups/accept/4', body: null },
    ])
  })

  it.each([
    ["Don't Mute", 'none'],
    ['Mute 2 weeks', '2w'],
    ['Mute 1 month', '1m'],
  ])('rejects with "%s" (ruling 4)', async (label, level) => {
    const { user, api } = open({ listInvites: [ravens, herons], rejectInvite: {} })
    const row = await invite('Ravens')
    await user.click(row.getByRole('button', { name: /^Mute/ }))
    await user.click(screen.getByRole('option', { name: label }))
    expect(row.getByRole('button', { name: `Mute ${label}` })).toBeVisible()
    expect((await invite('Herons')).getByRole('button', { name: "Mute Don't Mute" })).toBeVisible()

    api.respond({ listInvites: [herons] })
    await user.click(row.getByRole('button', { name: 'Reject' }))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      "You successfully rejected the invite to 'Ravens'.",
    )
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(api.calls('rejectInvite')).toMatchObject([
      { path: '/rpggroups/reject/4', body: { mute_level: level } },
    ])
    // A rejection can mute, so the list of mutes is refetched too.
    await waitFor(() => expect(api.calls('listMutes')).toHaveLength(2))
  })

  it.each([
    ['Accept', 'acceptInvite', 'Error accepting invite, please try again.'],
    ['Reject', 'rejectInvite', 'Error rejecting invite, please try again.'],
  ] as const)('tells when %s fails and lets it be tried again', async (button, call, sentence) => {
    const { user } = open({ listInvites: [ravens], [call]: refusal(500) })
    const row = await invite('Ravens')
    await user.click(row.getByRole('button', { name: button }))
    expect(await notifications().findByRole('alert')).toHaveTextContent(sentence)
    expect(row.getByRole('button', { name: 'Accept' })).toBeEnabled()
    expect(row.getByRole('button', { name: 'Reject' })).toBeEnabled()
  })

  it('accepts one click and disables the other button meanwhile', async () => {
    const response = later<Response>()
    const { user, api } = open({ listInvites: [ravens], acceptInvite: () => response.promise })
    const row = await invite('Ravens')
    await user.click(row.getByRole('button', { name: 'Accept' }))
    await user.click(row.getByRole('button', { name: 'Reject' }))
    expect(row.getByRole('button', { name: 'Reject' })).toBeDisabled()
    response.resolve(reply(200, { group_name: 'Ravens' }))
    await notifications().findByRole('status')
    expect(api.calls('rejectInvite')).toHaveLength(0)
  })

  it.each([
    ['Accept', 'Reject', 'acceptInvite', { group_name: 'Ravens' }],
    ['Reject', 'Accept', 'rejectInvite', {}],
  ] as const)('stays busy after %s until the list no longer has it', async (...row) => {
    const [button, other, call, response] = row
    const again = later<unknown>()
    const { user, api } = open({ listInvites: [ravens], [call]: response })
    const card = await invite('Ravens')
    api.respond({ listInvites: () => again.promise })
    await user.click(card.getByRole('button', { name: button }))
    await notifications().findByRole('status')
    expect(card.getByRole('button', { name: button })).toHaveAttribute('aria-busy', 'true')
    expect(card.getByRole('button', { name: other })).toBeDisabled()
    again.resolve([])
    expect(await screen.findByText('You currently have no group invites.')).toBeVisible()
  })

  it('explains that a chosen mute applies to Reject, also to screen readers, until it is reset', async () => {
    const { user } = open({ listInvites: [ravens, herons] })
    const row = await invite('Ravens')
    const hint = 'Muting only applies if you reject the invite.'
    const choose = async (label: string) => {
      await user.click(row.getByRole('button', { name: /^Mute/ }))
      await user.click(screen.getByRole('option', { name: label }))
    }
    expect(screen.queryByText(hint)).not.toBeInTheDocument()
    await choose('Mute 2 weeks')
    expect(row.getByText(hint)).toBeVisible()
    expect(row.getByRole('button', { name: /^Mute/ })).toHaveAccessibleDescription(hint)
    expect(row.getByRole('button', { name: 'Accept' })).toHaveAccessibleDescription(hint)
    expect(row.getByRole('button', { name: 'Reject' })).not.toHaveAccessibleDescription()
    const other = await invite('Herons')
    expect(other.getByRole('button', { name: 'Accept' })).not.toHaveAccessibleDescription()
    await choose("Don't Mute")
    expect(screen.queryByText(hint)).not.toBeInTheDocument()
    expect(row.getByRole('button', { name: 'Accept' })).not.toHaveAccessibleDescription()
  })

  it('keeps the keyboard in the list when an accepted or rejected invite is removed', async () => {
    const { user, api } = open({
      listInvites: [ravens, herons],
      acceptInvite: { group_name: 'Ravens' },
    })
    const row = await invite('Ravens')
    api.respond({ listInvites: [herons] })
    row.getByRole('button', { name: 'Accept' }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(document.body).not.toHaveFocus()
    await user.tab()
    expect((await invite('Herons')).getByRole('button', { name: /^Mute/ })).toHaveFocus()
  })
})

it('loads both lists of the tab again at once, folded or not, and groups when they are shown (ruling 81)', async () => {
  const { user, api } = openDashboard({
    listGroups: [],
    listInvites: [ravens],
    acceptInvite: { group_name: 'Ravens' },
  })
  await screen.findByText('You currently have no groups.')
  await user.click(screen.getByRole('tab', { name: /^Invites/ }))
  api.respond({ listGroups: [aGroup({ name: 'Ravens' })], listInvites: [] })
  await user.click((await invite('Ravens')).getByRole('button', { name: 'Accept' }))
  await screen.findByText('You currently have no group invites.')
  await waitFor(() => expect(api.calls('listMutes')).toHaveLength(2))
  expect(screen.getByRole('button', { name: 'Muted Users' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  expect(api.calls('listGroups')).toHaveLength(1)
  await user.click(screen.getByRole('tab', { name: 'Groups' }))
  expect(screen.queryByText('You currently have no groups.')).toBeNull()
  await screen.findByRole('button', { name: /^Ravens/ })
})

describe('Muted Users', () => {
  const tamsin = aMute({ id: id(8), mute_invites_from_name: 'tamsin', duration_left: 14 })
  const bram = aMute({ id: id(9), mute_invites_from_name: 'Bram', duration_left: 1 })

  async function openMuted(responses: Parameters<typeof openDashboard>[0] = {}) {
    const page = open(responses)
    await page.user.click(await screen.findByRole('button', { name: 'Muted Users' }))
    return page
  }

  it('is closed at first and opens', async () => {
    const { user } = open({ listMutes: [tamsin] })
    const button = await screen.findByRole('button', { name: 'Muted Users' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByText('14 days remaining')).not.toBeInTheDocument()
    await user.click(button)
    expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(await screen.findByText('14 days remaining')).toBeVisible()
  })

  it('shows names and days remaining', async () => {
    await openMuted({ listMutes: [tamsin, bram] })
    const rows = await screen.findAllByRole('listitem')
    expect(within(rows[0] as HTMLElement).getByText('tamsin')).toBeVisible()
    expect(within(rows[0] as HTMLElement).getByText('14 days remaining')).toBeVisible()
    expect(within(rows[1] as HTMLElement).getByText('1 day remaining')).toBeVisible()
  })

  it('says that there are none', async () => {
    await openMuted()
    expect(await screen.findByText('You currently have no muted users.')).toHaveAttribute(
      'role',
      'status',
    )
  })

  it('unmutes once, without a toast', async () => {
    const { user, api } = await openMuted({ listMutes: [tamsin], unmute: {} })
    const button = await screen.findByRole('button', { name: 'Unmute tamsin' })
    api.respond({ listMutes: [] })
    await user.dblClick(button)
    expect(await screen.findByText('You currently have no muted users.')).toBeVisible()
    expect(api.calls('unmute')).toMatchObject([{ method: 'DELETE', path: '/rpggroups/unmute/8' }])
    expect(notifications().queryByRole('status')).not.toBeInTheDocument()
  })

  it('shows no toast when unmuting fails, and can be retried', async () => {
    const { user, api } = await openMuted({ listMutes: [tamsin], unmute: refusal(500) })
    await user.click(await screen.findByRole('button', { name: 'Unmute tamsin' }))
    await waitFor(() => expect(api.calls('listMutes')).toHaveLength(2))
    expect(notifications().queryByRole('alert')).not.toBeInTheDocument()
    const unmute = screen.getByRole('button', { name: 'Unmute tamsin' })
    await waitFor(() => expect(unmute).not.toHaveAttribute('aria-busy'))
    // Uses the keyboard, because a second click at once would be a double click, which counts as one press.
    unmute.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(api.calls('unmute')).toHaveLength(2))
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { aGroup, aMute, anInvite, aProfile, asStaff, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { openDashboard } from './openDashboard.tsx'

describe('Dashboard: greeting', () => {
  it('greets by name, in the page title too', async () => {
    openDashboard({ getProfile: aProfile({ username: 'wren' }) })
    expect(await screen.findByRole('heading', { level: 1, name: /wren/ })).toBeVisible()
    expect(document.title).toMatch(/wren.* – Discordia$/)
  })

  it('describes the page to players and to evaluators in different words', async () => {
    const player = openDashboard()
    const heading = await screen.findByRole('heading', { level: 1, name: /wren/ })
    const forPlayers = heading.getAttribute('aria-describedby')
    expect(heading).toHaveAccessibleDescription(/your groups/)
    expect(heading).not.toHaveAccessibleDescription(/reviewing/)
    expect(forPlayers).not.toBeNull()
    player.unmount()

    openDashboard({ getProfile: aProfile({ is_staff: true }) }, { state: asStaff() })
    const staff = await screen.findByRole('heading', { level: 1, name: /wren/ })
    expect(staff).toHaveAccessibleDescription(/reviewing/)
  })

  it('links staff to their desk where the server sends its URL', async () => {
    const desk_url = 'https://desk.discordia.example'
    openDashboard({ getProfile: aProfile({ is_staff: true, desk_url }) }, { state: asStaff() })
    const link = await screen.findByRole('link', { name: 'Staff desk' })
    expect(link).toHaveAttribute('href', desk_url)
  })

  it.each([undefined, 7, 'javascript:alert(1)', 'desk'])(
    'shows no link to a desk at %p',
    async (desk_url) => {
      openDashboard(
        { getProfile: { ...aProfile({ is_staff: true }), desk_url } },
        { state: asStaff() },
      )
      expect(await screen.findByRole('heading', { level: 1, name: /wren/ })).toBeVisible()
      expect(screen.queryByRole('link', { name: 'Staff desk' })).not.toBeInTheDocument()
    },
  )

  it('shows the tooltip while the greeting is hovered', async () => {
    const { user } = openDashboard()
    const heading = await screen.findByRole('heading', { level: 1, name: /wren/ })
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    await user.hover(heading)
    expect(screen.getByRole('tooltip')).toHaveTextContent(/your groups/)
    await user.unhover(heading)
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('still has its heading and its name-change control when the profile does not come', async () => {
    openDashboard({ getProfile: refusal(500) })
    expect(await screen.findByText('You currently have no groups.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome back')
    expect(screen.getByRole('button', { name: 'Request name change' })).toBeEnabled()
  })
})

describe('Dashboard: tabs', () => {
  const tabs = () => within(screen.getByRole('tablist', { name: 'Dashboard' }))

  it('has four of them, Groups first and chosen', async () => {
    openDashboard()
    const names = tabs()
      .getAllByRole('tab')
      .map((tab) => tab.textContent)
    expect(names).toEqual(['Groups', 'Invites', 'Details', 'Settings'])
    expect(tabs().getByRole('tab', { name: 'Groups' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByRole('tabpanel', { name: 'Groups' })).toBeVisible()
    expect(await screen.findByText('You currently have no groups.')).toBeVisible()
  })

  it('names the number of pending invites', async () => {
    const { user, api } = openDashboard({
      listInvites: [anInvite(), anInvite({ id: id(2) })],
      rejectInvite: {},
    })
    const tab = await screen.findByRole('tab', { name: 'Invites (2 pending)' })
    expect(tab).toHaveTextContent('2')
    await user.click(tab)
    expect(screen.getByRole('tabpanel', { name: 'Invites (2 pending)' })).toBeVisible()

    api.answer({ listInvites: [] })
    await user.click(screen.getAllByRole('button', { name: 'Reject' })[0] as HTMLElement)
    expect(await screen.findByRole('tab', { name: 'Invites' })).toBeVisible()
  })

  it('keeps the chosen tab in the URL', async () => {
    const { user, at } = openDashboard({ getPreferences: { email_notifications: false } })
    await user.click(tabs().getByRole('tab', { name: 'Settings' }))
    expect(at()).toBe('/discordia/dashboard?tab=settings')
    await user.click(tabs().getByRole('tab', { name: 'Groups' }))
    expect(at()).toBe('/discordia/dashboard')
  })

  it('opens at the tab of the URL, and at Groups for one that is none', async () => {
    const first = openDashboard(
      { getPreferences: { email_notifications: false } },
      { at: '/discordia/dashboard?tab=settings' },
    )
    expect(await screen.findByRole('form', { name: 'Settings' })).toBeVisible()
    first.unmount()
    openDashboard({}, { at: '/discordia/dashboard?tab=treasure' })
    expect(await screen.findByRole('tabpanel', { name: 'Groups' })).toBeVisible()
  })

  it('leaves other parameters of the URL alone', async () => {
    const { user, at } = openDashboard(
      { getPreferences: { email_notifications: false } },
      { at: '/discordia/dashboard?lng=en' },
    )
    await user.click(tabs().getByRole('tab', { name: 'Settings' }))
    expect(at()).toBe('/discordia/dashboard?lng=en&tab=settings')
  })

  it('moves between tabs with the arrow keys', async () => {
    const { user } = openDashboard()
    await user.click(tabs().getByRole('tab', { name: 'Groups' }))
    await user.keyboard('{ArrowRight}')
    expect(tabs().getByRole('tab', { name: 'Invites' })).toHaveFocus()
    expect(await screen.findByText('You currently have no group invites.')).toBeVisible()
  })
})

describe('Dashboard: lists that load', () => {
  it('offers a second try for each list that did not come, and keeps it in reach (ruling 71)', async () => {
    const { user, api } = openDashboard({ listGroups: refusal(500) })
    expect(await screen.findByText('This could not be loaded.')).toBeVisible()
    expect(screen.queryByText('You currently have no groups.')).not.toBeInTheDocument()

    const answer = later<Response>()
    api.answer({ listGroups: () => answer.promise })
    const retry = screen.getByRole('button', { name: 'Try again' })
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    await user.click(retry)
    expect(api.calls('listGroups')).toHaveLength(2)
    answer.resolve(reply(200, [aGroup({ name: 'Ravens' })]))
    expect(await screen.findByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
  })

  it('shows what it had when a later load fails', async () => {
    const { user, api } = openDashboard({
      listGroups: [aGroup({ name: 'Ravens' })],
      createGroup: { name: 'Herons' },
    })
    await screen.findByRole('button', { name: 'Ravens (1 member)' })
    api.answer({ listGroups: refusal(500) })
    await user.type(screen.getByRole('textbox', { name: 'New group name' }), 'Herons{Enter}')
    expect(await screen.findByText("Group with the name 'Herons' created!")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
  })

  it('tries muted users and invites again each on its own', async () => {
    const { user, api } = openDashboard(
      { listInvites: refusal(500), listMutes: [aMute()] },
      { at: '/discordia/dashboard?tab=invites' },
    )
    const retry = await screen.findByRole('button', { name: 'Try again' })
    await user.click(retry)
    await waitFor(() => expect(api.calls('listInvites')).toHaveLength(2))
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
    api.answer({ listInvites: [anInvite({ group_name: 'Ravens' })] })
    await user.click(retry)
    expect(await screen.findByRole('article', { name: 'Ravens' })).toBeVisible()
  })
})

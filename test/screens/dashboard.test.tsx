import { screen, waitFor, within } from '@testing-library/react'
import {
  aGroup,
  aMute,
  aNameChange,
  anInvite,
  aProfile,
  asStaff,
  id,
} from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

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

  it.each([
    ['back where the server says nothing about visits', {}, 'Welcome back, wren'],
    ['on a first visit', { is_first_visit: true }, 'Welcome, wren'],
    ['back later', { is_first_visit: false }, 'Welcome back, wren'],
  ])('welcomes %s', async (_when, visit, name) => {
    openDashboard({ getProfile: aProfile({ username: 'wren', ...visit }) })
    expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
  })

  it('shows the tooltip while the greeting is hovered', async () => {
    const { user } = openDashboard()
    const heading = await screen.findByRole('heading', { level: 1, name: /wren/ })
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
    await user.hover(heading)
    expect(screen.getByRole('tooltip')).toHaveTextContent(/your groups/)
    await user.unhover(heading)
    expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  })

  it('keeps its heading and the name-change control when the profile fails to load', async () => {
    openDashboard({ getProfile: refusal(500) })
    expect(await screen.findByText('You currently have no groups.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome')
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

    api.respond({ listInvites: [] })
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
  it('offers a retry for each list that failed to load, and keeps the button during it (ruling 71)', async () => {
    const { user, api } = openDashboard({ listGroups: refusal(500) })
    expect(await screen.findByText('We couldn’t load this.')).toBeVisible()
    expect(screen.queryByText('You currently have no groups.')).not.toBeInTheDocument()

    const response = later<Response>()
    api.respond({ listGroups: () => response.promise })
    const retry = screen.getByRole('button', { name: 'Try again' })
    await user.click(retry)
    await waitFor(() => expect(retry).toHaveAttribute('aria-busy', 'true'))
    await user.click(retry)
    expect(api.calls('listGroups')).toHaveLength(2)
    response.resolve(reply(200, [aGroup({ name: 'Ravens' })]))
    expect(await screen.findByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
  })

  it('keeps its data when a later load fails', async () => {
    const { user, api } = openDashboard({
      listGroups: [aGroup({ name: 'Ravens' })],
      createGroup: { name: 'Herons' },
    })
    await screen.findByRole('button', { name: 'Ravens (1 member)' })
    api.respond({ listGroups: refusal(500) })
    await user.type(await screen.findByRole('textbox', { name: 'New group name' }), 'Herons{Enter}')
    expect(await screen.findByText("Group with the name 'Herons' created!")).toBeVisible()
    expect(screen.getByRole('button', { name: 'Ravens (1 member)' })).toBeVisible()
  })

  it('retries muted users and invites separately', async () => {
    const { user, api } = openDashboard(
      { listInvites: refusal(500), listMutes: [aMute()] },
      { at: '/discordia/dashboard?tab=invites' },
    )
    const retry = await screen.findByRole('button', { name: 'Try again' })
    await user.click(retry)
    await waitFor(() => expect(api.calls('listInvites')).toHaveLength(2))
    await waitFor(() => expect(retry).not.toHaveAttribute('aria-busy'))
    api.respond({ listInvites: [anInvite({ group_name: 'Ravens' })] })
    await user.click(retry)
    expect(await screen.findByRole('article', { name: 'Ravens' })).toBeVisible()
  })
})

async function openDialog(responses: Parameters<typeof openDashboard>[0]) {
  const page = openDashboard(responses)
  await page.user.click(screen.getByRole('button', { name: 'Request name change' }))
  return page
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Request Name Change' }))
const button = (name: string) => dialog().getByRole('button', { name })
const newName = () => dialog().findByRole('textbox', { name: 'New Name' })
const reason = () => dialog().findByRole('textbox', { name: 'Reason for name change' })
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('Request Name Change, none pending', () => {
  it('asks for a new name and a reason, both required', async () => {
    await openDialog({ listNameChanges: [] })
    expect(await newName()).toBeRequired()
    expect(await newName()).toHaveAttribute('maxlength', '400')
    expect(await newName()).toHaveFocus()
    expect(await reason()).toBeRequired()
    expect((await reason()).tagName).toBe('TEXTAREA')
    expect(button('Confirm')).toBeEnabled()
  })

  it.each([
    ['', 'There are two wrens.', 'New Name'],
    ['Wren of Halm', '   ', 'Reason for name change'],
  ])('does not send %j with %j', async (name, why, missing) => {
    const { user, api } = await openDialog({ listNameChanges: [] })
    if (name) await user.type(await newName(), name)
    await user.type(await reason(), why)
    await user.click(button('Confirm'))
    expect(dialog().getByRole('textbox', { name: missing })).toBeInvalid()
    expect(dialog().getAllByRole('alert')).toHaveLength(1)
    expect(api.calls('createNameChange')).toHaveLength(0)
  })

  it('is open when a link names it', async () => {
    openDashboard({ listNameChanges: [] }, { at: '/discordia/dashboard#name-change' })
    expect(await newName()).toBeVisible()
  })

  it('sends both, once, says so and closes', async () => {
    const response = later<Response>()
    const { user, api } = await openDialog({
      listNameChanges: [],
      createNameChange: () => response.promise,
    })
    await user.type(await newName(), ' Wren of Halm ')
    await user.type(await reason(), 'There are two wrens.{Enter}Both are me.')
    await user.dblClick(button('Confirm'))
    response.resolve(reply(201, aNameChange()))
    expect(await notifications().findByRole('status')).toHaveTextContent(
      'A name request was created successfully!',
    )
    await gone()
    expect(api.calls('createNameChange')).toMatchObject([
      {
        path: '/users/name-change-request/-',
        body: { new_name: 'Wren of Halm', reason: 'There are two wrens.\nBoth are me.' },
      },
    ])
    expect(screen.getByRole('button', { name: 'Request name change' })).toHaveFocus()
  })

  it('keeps the typed text after a failure, and when the dialog is closed by mistake', async () => {
    const { user } = await openDialog({ listNameChanges: [], createNameChange: refusal(500) })
    await user.type(await newName(), 'Wren of Halm')
    await user.type(await reason(), 'Two wrens.')
    await user.click(button('Confirm'))
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'There was an error creating your request.',
    )
    expect(await newName()).toHaveValue('Wren of Halm')
    await user.keyboard('{Escape}')
    await gone()
    await user.click(screen.getByRole('button', { name: 'Request name change' }))
    expect(await newName()).toHaveValue('Wren of Halm')
    expect(await newName()).toHaveFocus()
    expect(await reason()).toHaveValue('Two wrens.')
  })

  it.each([
    [
      'ours',
      refusal(400, 'username_exists', 'x', [['new_name', 'A user with this username exists.']]),
    ],
    ['one that names no field', refusal(400, 'invalid', 'A user with this username exists.')],
  ])(
    'says at the field that the name is taken, until it is another one (%s)',
    async (_server, no) => {
      const { user } = await openDialog({ listNameChanges: [], createNameChange: no })
      await user.type(await newName(), 'Wren of Halm')
      await user.type(await reason(), 'Two wrens.')
      await user.click(button('Confirm'))
      expect(await notifications().findByRole('alert')).toHaveTextContent(
        'There was an error creating your request.',
      )
      expect(await dialog().findByRole('alert')).toHaveTextContent(
        'This username is already taken.',
      )
      expect(await newName()).toHaveAccessibleDescription('This username is already taken.')
      expect(await newName()).toHaveFocus()
      await user.type(await newName(), 's')
      expect(dialog().queryByRole('alert')).toBeNull()
      expect(await newName()).not.toBeInvalid()
    },
  )

  it('shows the pending request if the server reports one', async () => {
    const { user, api } = await openDialog({
      listNameChanges: [],
      createNameChange: refusal(400, 'already_pending'),
    })
    await user.type(await newName(), 'Wren of Halm')
    await user.type(await reason(), 'Two wrens.')
    api.respond({ listNameChanges: [aNameChange({ new_name: 'Wren the Elder' })] })
    await user.click(button('Confirm'))
    expect(await dialog().findByText('Wren the Elder')).toBeVisible()
    expect(button('Confirm')).toBeDisabled()
  })

  it('closes by Cancel without a call', async () => {
    const { user, api } = await openDialog({ listNameChanges: [] })
    await newName()
    await user.click(button('Cancel'))
    await gone()
    expect(api.calls('createNameChange')).toHaveLength(0)
  })
})

describe('Request Name Change, one pending', () => {
  it('shows the requested name and the reason; Confirm is disabled', async () => {
    await openDialog({ listNameChanges: [aNameChange()] })
    expect(await dialog().findByText('Wren of Halm')).toBeVisible()
    expect(dialog().getByText('There are two wrens.')).toBeVisible()
    expect(button('Confirm')).toBeDisabled()
    expect(button('Cancel')).toBeEnabled()
    expect(dialog().queryByRole('textbox')).not.toBeInTheDocument()
  })

  it.each(['', '  '])('shows a blank reason as empty (%j)', async (blank) => {
    await openDialog({ listNameChanges: [aNameChange({ reason: blank })] })
    expect(await dialog().findByText('Empty reason')).toBeVisible()
  })

  it('deletes the request, once, and asks for a new one', async () => {
    const { user, api } = await openDialog({
      listNameChanges: [aNameChange({ id: id(6) })],
      deleteNameChange: [],
    })
    const remove = await dialog().findByRole('button', { name: 'Delete request' })
    api.respond({ listNameChanges: [] })
    await user.dblClick(remove)
    expect(await notifications().findByRole('status')).toHaveTextContent(
      'The request was deleted successfully.',
    )
    expect(await newName()).toHaveFocus()
    expect(button('Confirm')).toBeEnabled()
    expect(api.calls('deleteNameChange')).toMatchObject([
      { method: 'DELETE', path: '/users/name-change-request/6' },
    ])
  })

  it('shows a toast when deleting fails, and can be retried', async () => {
    const { user } = await openDialog({
      listNameChanges: [aNameChange()],
      deleteNameChange: refusal(500),
    })
    await user.click(await dialog().findByRole('button', { name: 'Delete request' }))
    expect(await notifications().findByRole('alert')).toHaveTextContent(
      'There was an error deleting your request.',
    )
    expect(button('Delete request')).toBeEnabled()
    expect(dialog().getByText('Wren of Halm')).toBeVisible()
  })
})

it('offers a retry when the requests fail to load', async () => {
  const { user, api } = await openDialog({ listNameChanges: refusal(500) })
  const retry = await dialog().findByRole('button', { name: 'Try again' })
  expect(button('Confirm')).toBeDisabled()
  api.respond({ listNameChanges: [] })
  await user.click(retry)
  expect(await newName()).toBeVisible()
})

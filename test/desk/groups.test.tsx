import { screen, waitFor, within } from '@testing-library/react'
import { GroupPage } from '#desk/groups/groups.tsx'
import { recorded } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const joined_at = '2026-03-01T10:00:00.000Z'
const group = {
  id: 7,
  name: 'Ravens',
  created_at: joined_at,
  state: 'active',
  owner: { id: 2, username: 'Ben' },
  members: [
    { id: 3, username: 'Ann', state: 'active', joined_at },
    { id: 2, username: 'Ben', state: 'active', joined_at },
    { id: 4, username: 'Cleo', state: 'deactivated', joined_at },
  ],
  size: 3,
  open_invites: 1,
}

async function openGroup() {
  const { sent, responses } = recorded(
    'POST /groups/7/rename',
    'POST /groups/7/owner',
    'POST /groups/7/remove-member',
    'POST /groups/7/close',
  )
  const view = renderInDesk(<GroupPage />, {
    resource: 'groups',
    id: 7,
    responses: { 'GET /groups/7': group, ...responses },
  })
  await screen.findByRole('button', { name: 'Close group' })
  return { ...view, sent }
}

type User = ReturnType<typeof renderInDesk>['user']

async function choices(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}

async function ask(user: User, name: string, choice: string) {
  await choices(user, name)
  await user.click(screen.getByRole('menuitem', { name: choice }))
  return screen.findByRole('dialog')
}

test('the owner is marked, and has no actions; only active members can become the owner', async () => {
  const { user } = await openGroup()
  const actions = screen.getAllByRole('listitem').map((item) =>
    within(item)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  )
  expect(actions).toEqual([['Actions for Ann'], [], ['Actions for Cleo']])
  const marks = screen
    .getAllByRole('listitem')
    .map((item) => within(item).queryByText('Owner') !== null)
  expect(marks).toEqual([false, true, false])
  expect(await choices(user, 'Ann')).toEqual(['Make owner', 'Remove from group'])
  await user.keyboard('{Escape}')
  expect(await choices(user, 'Cleo')).toEqual(['Remove from group'])
})

test('another owner is confirmed by name, and the undo gives the group back', async () => {
  const { user, sent } = await openGroup()
  const dialog = await ask(user, 'Ann', 'Make owner')
  expect(dialog).toHaveAccessibleName('Make Ann the owner of “Ravens”?')
  expect(dialog).toHaveTextContent(
    'Ann can then invite, remove and disband. Ben stays as a member.',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Make owner' }))
  expect(await screen.findByText('Ann now owns the group.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Ben now owns the group.')).toBeVisible()
  expect(sent).toEqual([
    ['POST /groups/7/owner', { member_id: 3 }],
    ['POST /groups/7/owner', { member_id: 2 }],
  ])
})

test('the member who is removed is the one of the row, deactivated ones too', async () => {
  const { user, sent } = await openGroup()
  const dialog = await ask(user, 'Cleo', 'Remove from group')
  expect(dialog).toHaveAccessibleName('Remove Cleo from “Ravens”?')
  await user.click(within(dialog).getByRole('button', { name: 'Remove from group' }))
  expect(await screen.findByText('Cleo is no longer in the group.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  expect(sent).toEqual([['POST /groups/7/remove-member', { member_id: 4 }]])
})

test('another name is typed over the present one', async () => {
  const { user, sent } = await openGroup()
  await user.click(screen.getByRole('button', { name: 'Rename group' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Rename “Ravens”?' }))
  const name = dialog.getByRole('textbox', { name: 'New name' })
  await user.clear(name)
  await user.click(dialog.getByRole('button', { name: 'Rename group' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Write a name first.')
  await user.type(name, 'Rooks')
  await user.click(dialog.getByRole('button', { name: 'Rename group' }))
  expect(await screen.findByText('The group has its new name.')).toBeVisible()
  expect(sent).toEqual([['POST /groups/7/rename', { name: 'Rooks' }]])
})

test('closing needs a reason for those who can be mailed, and leads to the list', async () => {
  const { user, sent, router } = await openGroup()
  await user.click(screen.getByRole('button', { name: 'Close group' }))
  const dialog = screen.getByRole('dialog', { name: 'Close “Ravens”?' })
  const reason = within(dialog).getByRole('textbox', { name: 'Reason for closing' })
  expect(reason).toHaveAccessibleDescription(/We’ll email the reason to 2 members\.$/)
  await user.type(reason, 'It is a copy.')
  await user.click(within(dialog).getByRole('button', { name: 'Close group' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/groups'))
  expect(sent).toEqual([['POST /groups/7/close', { reason: 'It is a copy.' }]])
})

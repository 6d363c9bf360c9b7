import { screen, waitFor, within } from '@testing-library/react'
import { aNameChange, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

async function openDialog(answers: Parameters<typeof openDashboard>[0]) {
  const page = openDashboard(answers)
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

  it('sends both, once, says so and closes', async () => {
    const answer = later<Response>()
    const { user, api } = await openDialog({
      listNameChanges: [],
      createNameChange: () => answer.promise,
    })
    await user.type(await newName(), ' Wren of Halm ')
    await user.type(await reason(), 'There are two wrens.{Enter}Both are me.')
    await user.dblClick(button('Confirm'))
    answer.resolve(reply(201, aNameChange()))
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

  it('keeps what was typed when it fails, and when the dialog is closed by a slip', async () => {
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

  it('shows the pending request when there turns out to be one', async () => {
    const { user, api } = await openDialog({
      listNameChanges: [],
      createNameChange: refusal(400, 'already_pending'),
    })
    await user.type(await newName(), 'Wren of Halm')
    await user.type(await reason(), 'Two wrens.')
    api.answer({ listNameChanges: [aNameChange({ new_name: 'Wren the Elder' })] })
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

  it.each(['', '  '])('calls a blank reason empty (%j)', async (blank) => {
    await openDialog({ listNameChanges: [aNameChange({ reason: blank })] })
    expect(await dialog().findByText('Empty reason')).toBeVisible()
  })

  it('deletes the request, once, and asks for a new one', async () => {
    const { user, api } = await openDialog({
      listNameChanges: [aNameChange({ id: id(6) })],
      deleteNameChange: [],
    })
    const remove = await dialog().findByRole('button', { name: 'Delete request' })
    api.answer({ listNameChanges: [] })
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

it('offers a second try when the requests did not come', async () => {
  const { user, api } = await openDialog({ listNameChanges: refusal(500) })
  const retry = await dialog().findByRole('button', { name: 'Try again' })
  expect(button('Confirm')).toBeDisabled()
  api.answer({ listNameChanges: [] })
  await user.click(retry)
  expect(await newName()).toBeVisible()
})

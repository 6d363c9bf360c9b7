import { screen, waitFor, within } from '@testing-library/react'
import { ConfirmButton } from '#desk/parts/ConfirmButton.tsx'
import { ReasonButton } from '#desk/parts/ReasonButton.tsx'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'

const openDialog = async (user: ReturnType<typeof renderInDesk>['user'], name: string) => {
  await user.click(screen.getByRole('button', { name }))
  const dialog = screen.getByRole('dialog')
  return { dialog, confirm: within(dialog).getByRole('button', { name }) }
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

test('an action is confirmed in a dialog, once for a double click', async () => {
  const response = Promise.withResolvers<string>()
  const onConfirm = jest.fn(() => response.promise)
  const { user } = renderInDesk(
    <ConfirmButton about="Ravens" label="Close" onConfirm={onConfirm} question="For good?" />,
  )
  const { dialog, confirm } = await openDialog(user, 'Close')
  expect(dialog).toHaveAccessibleName('Close: Ravens')
  expect(dialog).toHaveTextContent('For good?')
  expect(onConfirm).not.toHaveBeenCalled()
  await user.dblClick(confirm)
  expect(onConfirm).toHaveBeenCalledTimes(1)
  response.resolve('')
  await closed()
})

test('without a confirmation nothing happens', async () => {
  const onConfirm = jest.fn(async () => '')
  const { user } = renderInDesk(<ConfirmButton label="Close" onConfirm={onConfirm} />)
  const { dialog } = await openDialog(user, 'Close')
  await user.click(within(dialog).getByRole('button', { name: 'Back' }))
  await closed()
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a dialog in a form does not submit the form', async () => {
  const onSubmit = jest.fn()
  const { user } = renderInDesk(
    <form onSubmit={onSubmit}>
      <ConfirmButton label="Close" onConfirm={async () => ''} />
    </form>,
  )
  const { confirm } = await openDialog(user, 'Close')
  await user.click(confirm)
  await closed()
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a disabled button keeps the focus and opens nothing', async () => {
  const { user } = renderInDesk(<ConfirmButton disabled label="Close" onConfirm={async () => ''} />)
  await user.tab()
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a reason is required, and kept when the action is refused', async () => {
  const refusals = ['Somebody else is reviewing this.', '']
  const onReason = jest.fn(async () => refusals.shift() ?? '')
  const { user } = renderInDesk(<ReasonButton label="Reject" onReason={onReason} />)
  const { confirm } = await openDialog(user, 'Reject')
  const reason = screen.getByRole('textbox', { name: 'Reason' })
  expect(reason).toHaveAccessibleDescription('The reason is mailed to the member.')

  await user.type(reason, '  ')
  await user.click(confirm)
  expect(screen.getByRole('alert')).toHaveTextContent('Write a reason first.')
  expect(onReason).not.toHaveBeenCalled()

  await user.type(reason, 'It is here already. ')
  await user.click(confirm)
  expect(await screen.findByText('Somebody else is reviewing this.')).toBeVisible()
  expect(onReason).toHaveBeenLastCalledWith('It is here already.')
  expect(reason).toHaveValue('  It is here already. ')

  await user.click(confirm)
  await closed()
})

test('a reason that was typed is kept when the dialog is closed; a sent one is not', async () => {
  const { user } = renderInDesk(<ReasonButton label="Reject" onReason={async () => ''} />)
  await openDialog(user, 'Reject')
  await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'Too short.')
  await user.click(screen.getByRole('button', { name: 'Back' }))
  const { confirm } = await openDialog(user, 'Reject')
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('Too short.')
  await user.click(confirm)
  await closed()
  await openDialog(user, 'Reject')
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
})

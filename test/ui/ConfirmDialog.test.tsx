import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfirmDialog, type ConfirmDialogProps } from '#src/ui/ConfirmDialog.tsx'

function dialog(props: Partial<ConfirmDialogProps> = {}) {
  return (
    <ConfirmDialog
      open
      title="Delete Entry"
      message={'Are you sure you want to delete "Halm"?'}
      confirmLabel="Yes"
      cancelLabel="No"
      closeLabel="Close dialog"
      onConfirm={() => {}}
      onCancel={() => {}}
      {...props}
    />
  )
}

test('the question describes it, and the focus starts on Cancel', async () => {
  render(dialog())
  expect(await screen.findByRole('dialog', { name: 'Delete Entry' })).toHaveAccessibleDescription(
    'Are you sure you want to delete "Halm"?',
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' })).toHaveFocus())
})

test('each button calls its handler; Escape cancels', async () => {
  const user = userEvent.setup({ delay: null })
  const handleConfirm = jest.fn()
  const handleCancel = jest.fn()
  render(dialog({ onConfirm: handleConfirm, onCancel: handleCancel }))
  await user.click(await screen.findByRole('button', { name: 'Yes' }))
  expect(handleConfirm).toHaveBeenCalledTimes(1)
  expect(handleCancel).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'No' }))
  await user.keyboard('{Escape}')
  expect(handleCancel).toHaveBeenCalledTimes(2)
})

test('while the call is pending it is not made twice', async () => {
  const user = userEvent.setup({ delay: null })
  const handleConfirm = jest.fn()
  render(dialog({ isBusy: true, onConfirm: handleConfirm }))
  await user.dblClick(await screen.findByRole('button', { name: 'Yes' }))
  expect(handleConfirm).not.toHaveBeenCalled()
})

test('Confirm can be disabled until a choice is made', async () => {
  render(dialog({ isConfirmDisabled: true, children: <p>Choose a new owner.</p> }))
  expect(await screen.findByText('Choose a new owner.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Yes' })).toBeDisabled()
})

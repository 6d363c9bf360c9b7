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

test('the question describes it, and the focus starts on the harmless answer', async () => {
  render(dialog())
  expect(await screen.findByRole('dialog', { name: 'Delete Entry' })).toHaveAccessibleDescription(
    'Are you sure you want to delete "Halm"?',
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'No' })).toHaveFocus())
})

test('each answer calls its handler; Escape is the harmless one', async () => {
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

test('while the answer is under way it is not given twice', async () => {
  const user = userEvent.setup({ delay: null })
  const handleConfirm = jest.fn()
  render(dialog({ isBusy: true, onConfirm: handleConfirm }))
  await user.dblClick(await screen.findByRole('button', { name: 'Yes' }))
  expect(handleConfirm).not.toHaveBeenCalled()
})

test('the answer can be out of reach until a choice is made', async () => {
  render(dialog({ isConfirmDisabled: true, children: <p>Choose a new owner.</p> }))
  expect(await screen.findByText('Choose a new owner.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Yes' })).toBeDisabled()
})

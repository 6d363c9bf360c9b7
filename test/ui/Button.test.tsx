import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { Button, IconButton, LinkButton } from '#src/ui/Button.tsx'

test('a click calls the handler; a disabled button ignores it', async () => {
  const user = userEvent.setup({ delay: null })
  const handlePress = jest.fn()
  render(
    <>
      <Button onClick={handlePress}>Leave</Button>
      <Button disabled onClick={handlePress}>
        Disband
      </Button>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Leave' }))
  await user.click(screen.getByRole('button', { name: 'Disband' }))
  expect(handlePress).toHaveBeenCalledTimes(1)
})

test('a busy button keeps its name and the focus, and ignores a second click', async () => {
  const user = userEvent.setup({ delay: null })
  const handlePress = jest.fn()
  const view = render(<Button onClick={handlePress}>Save</Button>)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  view.rerender(
    <Button busy onClick={handlePress}>
      Save
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Save' })
  expect(button).toHaveFocus()
  expect(button).toHaveAttribute('aria-busy', 'true')
  await user.click(button)
  await user.keyboard('{Enter} ')
  expect(handlePress).toHaveBeenCalledTimes(1)
})

test('a button that makes a call counts a double click as one, even after a quick response', async () => {
  const user = userEvent.setup({ delay: null })
  const handlePress = jest.fn()
  render(
    <>
      <Button busy={false} onClick={handlePress}>
        Accept
      </Button>
      <Button onClick={handlePress}>Next page</Button>
    </>,
  )
  await user.dblClick(screen.getByRole('button', { name: 'Accept' }))
  expect(handlePress).toHaveBeenCalledTimes(1)
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(handlePress).toHaveBeenCalledTimes(2)
  await user.dblClick(screen.getByRole('button', { name: 'Next page' }))
  expect(handlePress).toHaveBeenCalledTimes(4)
})

test('a busy submit button keeps the form from being sent again, by Enter too', async () => {
  const user = userEvent.setup({ delay: null })
  const handleSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const form = (isBusy: boolean) => (
    <form onSubmit={handleSubmit}>
      <input aria-label="Email" />
      <Button type="submit" busy={isBusy}>
        Login
      </Button>
    </form>
  )
  const view = render(form(false))
  await user.type(screen.getByRole('textbox'), 'a{Enter}')
  expect(handleSubmit).toHaveBeenCalledTimes(1)
  view.rerender(form(true))
  await user.type(screen.getByRole('textbox'), 'b{Enter}')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(handleSubmit).toHaveBeenCalledTimes(1)
})

test('a button does not submit unless asked to', async () => {
  const user = userEvent.setup({ delay: null })
  const handleSubmit = jest.fn()
  render(
    <form onSubmit={handleSubmit}>
      <Button>Cancel</Button>
      <IconButton label="Close dialog" icon="close" />
    </form>,
  )
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Close dialog' }))
  expect(handleSubmit).not.toHaveBeenCalled()
})

test('a link that looks like a button is a link', () => {
  render(
    <MemoryRouter>
      <LinkButton to="/discordia/rules" icon="arrowLeft">
        Back to Rules Page
      </LinkButton>
    </MemoryRouter>,
  )
  const link = screen.getByRole('link', { name: 'Back to Rules Page' })
  expect(link).toHaveAttribute('href', '/discordia/rules')
})

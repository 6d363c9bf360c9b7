import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { PasswordField, SearchField, TextArea, TextField } from '#src/ui/TextField.tsx'

const toggleLabels = { show: 'Show password', hide: 'Hide password' }

function Username() {
  const [value, setValue] = useState('')
  return <TextField label="Username" required maxLength={5} value={value} onChange={setValue} />
}

test('a field is named by its label without the required mark and has its text', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Username />)
  const field = screen.getByRole('textbox', { name: 'Username' })
  expect(field).toBeRequired()
  await user.type(field, 'Eris of Halm')
  expect(field).toHaveValue('Eris ')
})

test('hint and error describe the field, and the error is announced', () => {
  const view = render(<TextField label="Email" hint="Never shown to others." />)
  const field = screen.getByRole('textbox', { name: 'Email' })
  expect(field).toHaveAccessibleDescription('Never shown to others.')
  expect(field).not.toHaveAttribute('aria-invalid')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()

  view.rerender(<TextField label="Email" hint="Never shown to others." error="Email is missing." />)
  expect(screen.getByRole('alert')).toHaveTextContent('Email is missing.')
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription('Never shown to others. Email is missing.')
})

test('the reference of a field is its input, so that a form can move the focus there', () => {
  const reference: { current: HTMLInputElement | null } = { current: null }
  render(<TextField label="Name" ref={reference} />)
  expect(reference.current).toBe(screen.getByRole('textbox', { name: 'Name' }))
})

test('a field without a handler belongs to the browser', async () => {
  const user = userEvent.setup({ delay: null })
  render(<TextArea label="Message" name="message" />)
  const field = screen.getByRole('textbox', { name: 'Message' })
  await user.type(field, 'Two lines{Enter}of text')
  expect(field).toHaveValue('Two lines\nof text')
})

test('a searchbox has its role and the name of its label', () => {
  render(<SearchField label="Search for files..." placeholder="Search for files..." />)
  expect(screen.getByRole('searchbox', { name: 'Search for files...' })).toHaveAttribute(
    'placeholder',
    'Search for files...',
  )
})

test('a password is hidden until the toggle shows it, and the toggle says which', async () => {
  const user = userEvent.setup({ delay: null })
  render(<PasswordField label="Password" toggleLabels={toggleLabels} error="Too short." />)
  const field = screen.getByLabelText('Password')
  expect(field).toHaveAttribute('type', 'password')
  expect(field).toHaveAccessibleDescription('Too short.')
  await user.type(field, 'Apple1!')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(field).toHaveAttribute('type', 'text')
  expect(field).toHaveValue('Apple1!')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field).toHaveAttribute('type', 'password')
})

test('a checkbox is toggled by its label and exposes its state', async () => {
  const user = userEvent.setup({ delay: null })
  const handleChange = jest.fn()
  render(<Checkbox label="Show News" checked={false} onChange={handleChange} />)
  await user.click(screen.getByText('Show News'))
  expect(handleChange).toHaveBeenCalledWith(true)
})

test('the error of a form is an alert and absent without a message', () => {
  const view = render(<FormError />)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  view.rerender(<FormError message="No active account found." />)
  expect(screen.getByRole('alert')).toHaveTextContent('No active account found.')
})

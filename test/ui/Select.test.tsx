import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Select } from '#src/ui/Select.tsx'

const options = [
  { value: 'any', label: 'Any' },
  { value: 'national', label: 'National' },
  { value: 'international', label: 'International' },
]

function Location({ error }: { error?: string }) {
  const [value, setValue] = useState('any')
  return (
    <Select label="Location" value={value} options={options} onChange={setValue} error={error} />
  )
}

test('the name begins with the label and holds the value', () => {
  render(<Location />)
  const button = screen.getByRole('button', { name: 'Location Any' })
  expect(button).toHaveTextContent('Any')
  expect(button).toHaveAttribute('aria-haspopup', 'listbox')
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('a click opens the options, the chosen one is marked, a click chooses another', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Location />)
  await user.click(screen.getByRole('button', { name: /^Location/ }))
  const list = within(await screen.findByRole('listbox'))
  expect(list.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Any',
    'National',
    'International',
  ])
  expect(list.getByRole('option', { selected: true })).toHaveTextContent('Any')
  await user.click(list.getByRole('option', { name: 'National' }))
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Location National' })).toHaveFocus()
})

test('the keyboard opens, moves and chooses; Escape closes and gives the focus back', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Location />)
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('listbox')
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  const button = screen.getByRole('button', { name: 'Location International' })
  expect(button).toHaveFocus()
  await user.keyboard(' ')
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(button).toHaveFocus()
  expect(button).toHaveAccessibleName('Location International')
})

test('an error is announced and describes the dropdown', () => {
  render(<Location error="A type is required for your entry." />)
  const button = screen.getByRole('button', { name: /^Location/ })
  expect(screen.getByRole('alert')).toHaveTextContent('A type is required for your entry.')
  expect(button).toHaveAccessibleDescription('A type is required for your entry.')
  expect(button).toBeInvalid()
})

import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { Button, IconButton, LinkButton } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Select as SearchSelect, Select } from '#src/ui/Select.tsx'
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

const types = ['Any', 'Places', 'Peoples', 'Bell goats'].map((label) => ({ value: label, label }))

function Type({ onChange }: { onChange?: (value: string) => void }) {
  const [value, setValue] = useState('Any')
  const handleChange = (chosen: string) => {
    setValue(chosen)
    onChange?.(chosen)
  }
  return (
    <>
      <SearchSelect
        label="Type"
        value={value}
        options={types}
        onChange={handleChange}
        searchLabel="Search types"
        emptyText="No such type."
      />
      <button type="button">After</button>
    </>
  )
}

const shownOptions = () => screen.queryAllByRole('option').map((option) => option.textContent)

async function openIt() {
  const user = userEvent.setup({ delay: null })
  await user.click(screen.getByRole('button', { name: /^Type/ }))
  return { user, box: await screen.findByRole('searchbox', { name: 'Search types' }) }
}

test('open, the searchbox has the focus and is above the listbox', async () => {
  render(<Type />)
  const { box } = await openIt()
  const list = screen.getByRole('listbox', { name: 'Type' })
  expect(screen.getByRole('button', { name: /^Type/, expanded: true })).toBeInTheDocument()
  expect(box).toHaveFocus()
  expect(box.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(list).not.toContainElement(box)
  expect(within(list).getByRole('option', { selected: true })).toHaveTextContent('Any')
})

test('typing narrows whatever the case, and says so when nothing is left', async () => {
  render(<Type />)
  const { user, box } = await openIt()
  await user.type(box, 'PL')
  expect(shownOptions()).toEqual(['Places', 'Peoples'])
  await user.type(box, 'x')
  expect(shownOptions()).toEqual([])
  expect(screen.getByText('No such type.')).toBeVisible()
  await user.keyboard('{Enter}')
  expect(box).toHaveFocus()
  await user.clear(box)
  expect(shownOptions()).toHaveLength(4)
})

test('arrows move round, Enter chooses and gives the focus back', async () => {
  const handleChange = jest.fn()
  render(<Type onChange={handleChange} />)
  const { user, box } = await openIt()
  const active = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')
  expect(active()).toHaveTextContent('Any')
  await user.keyboard('{ArrowUp}')
  expect(active()).toHaveTextContent('Bell goats')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toHaveTextContent('Places')
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    fireEvent.keyDown(box, { key: 'Enter', ...composing })
  expect(handleChange).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(handleChange).toHaveBeenCalledWith('Places')
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Type Places' })).toHaveFocus()
})

test('typing makes the first match the active option', async () => {
  const handleChange = jest.fn()
  render(<Type onChange={handleChange} />)
  const { user, box } = await openIt()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await user.type(box, 'p')
  expect(box).toHaveAttribute('aria-activedescendant', screen.getAllByRole('option')[0]?.id)
  await user.keyboard('{Enter}')
  expect(handleChange).toHaveBeenCalledWith('Places')
})

test('a click chooses; opened again, the search is empty and the choice marked', async () => {
  render(<Type />)
  const { user, box } = await openIt()
  await user.type(box, 'goat')
  await user.click(screen.getByRole('option', { name: 'Bell goats' }))
  expect(screen.getByRole('button', { name: 'Type Bell goats' })).toHaveFocus()
  const again = await openIt()
  expect(again.box).toHaveValue('')
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Bell goats')
})

test('a click elsewhere closes it', async () => {
  render(<Type />)
  const { user } = await openIt()
  await user.click(screen.getByRole('button', { name: 'After' }))
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

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

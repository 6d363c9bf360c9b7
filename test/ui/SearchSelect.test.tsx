import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { SearchSelect } from '#src/ui/SearchSelect.tsx'

const options = ['Any', 'Places', 'Peoples', 'Bell goats'].map((label) => ({ value: label, label }))

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
        options={options}
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

test('closed, it is a button named by label and value, without a searchbox', () => {
  render(<Type />)
  const button = screen.getByRole('button', { name: 'Type Any' })
  expect(button).toHaveAttribute('aria-haspopup', 'listbox')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

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

test('Escape closes without a choice and gives the focus back', async () => {
  render(<Type />)
  const { user, box } = await openIt()
  await user.type(box, 'goat{Escape}')
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Type Any' })).toHaveFocus()
})

test('a click elsewhere closes it', async () => {
  render(<Type />)
  const { user } = await openIt()
  await user.click(screen.getByRole('button', { name: 'After' }))
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Modal } from '#src/ui/Modal.tsx'
import { Select } from '#src/ui/Select.tsx'

const options = ['Any', 'National', 'International', 'New places', 'Near by'].map((label) => ({
  value: label,
  label,
}))

function Location({ searchLabel }: { searchLabel?: string }) {
  const [value, setValue] = useState('Any')
  return (
    <>
      <Select
        label="Location"
        value={value}
        options={options}
        onChange={setValue}
        searchLabel={searchLabel}
      />
      <button type="button">After</button>
    </>
  )
}

const list = () => screen.queryByRole('listbox', { name: 'Location' })
const button = () => screen.getByRole('button', { name: /^Location/ })

async function open(props: { searchLabel?: string } = {}) {
  const user = userEvent.setup({ delay: null })
  render(<Location {...props} />)
  await user.tab()
  await user.keyboard('{ArrowDown}')
  const control = document.activeElement
  const active = () =>
    document.getElementById(control?.getAttribute('aria-activedescendant') ?? '')?.textContent
  return { user, control, active }
}

test('letters choose while the list is closed, and shortcuts do not', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Location />)
  await user.tab()
  await user.keyboard('n')
  expect(button()).toHaveTextContent('National')
  await user.keyboard('{Control>}i{/Control}')
  expect(button()).toHaveTextContent('National')
  expect(list()).not.toBeInTheDocument()
})

describe('a list without a searchbox', () => {
  test('has the focus, begins at the chosen option, and has no searchbox', async () => {
    const { control, active } = await open()
    expect(control).toBe(list())
    expect(active()).toBe('Any')
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('letters lead to the next option that begins with them', async () => {
    const { user, active } = await open()
    await user.keyboard('ñ')
    expect(active()).toBe('National')
    await user.keyboard('e')
    expect(active()).toBe('New places')
    await user.keyboard('w p')
    expect(active()).toBe('New places')
    await user.keyboard('q')
    expect(active()).toBe('New places')
  })

  test('Space chooses, and Home and End go to the ends', async () => {
    const { user, active } = await open()
    await user.keyboard('{End}')
    expect(active()).toBe('Near by')
    await user.keyboard('{ArrowDown}')
    expect(active()).toBe('Any')
    await user.keyboard('{End}{Home}{ArrowDown}{ }')
    expect(list()).toBeNull()
    expect(button()).toHaveAccessibleName('Location National')
    expect(button()).toHaveFocus()
  })

  test('Tab closes it and moves on', async () => {
    const { user } = await open()
    await user.tab()
    expect(list()).toBeNull()
    expect(screen.getByRole('button', { name: 'After' })).toHaveFocus()
  })
})

test('in a searchbox letters, spaces and Home with Shift are text', async () => {
  const { user, control, active } = await open({ searchLabel: 'Search locations' })
  expect(control).toBe(screen.getByRole('searchbox', { name: 'Search locations' }))
  await user.keyboard('w P')
  expect(control).toHaveValue('w P')
  expect(active()).toBe('New places')
  await user.keyboard('{Shift>}{Home}{/Shift}x')
  expect(control).toHaveValue('xw P')
  expect(active()).toBeUndefined()
})

test.each([undefined, 'Search locations'])(
  'in a dialog Escape closes the list alone (searchbox: %s)',
  async (searchLabel) => {
    const user = userEvent.setup({ delay: null })
    const handleClose = jest.fn()
    render(
      <Modal open onClose={handleClose} title="Leave Group" closeLabel="Close dialog">
        <Location searchLabel={searchLabel} />
      </Modal>,
    )
    await user.click(await screen.findByRole('button', { name: /^Location/ }))
    expect(list()).toBeInTheDocument()
    await user.keyboard('{Escape}')
    expect(list()).toBeNull()
    expect(button()).toHaveFocus()
    expect(handleClose).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    expect(handleClose).toHaveBeenCalledTimes(1)
  },
)

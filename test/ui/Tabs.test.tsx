import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Tabs } from '#src/ui/Tabs.tsx'

type Id = 'groups' | 'invites' | 'details'

function Dashboard({ pending = 0 }: { pending?: number }) {
  const [selected, setSelected] = useState<Id>('groups')
  const badge = pending > 0 ? { count: pending, name: `Invites (${pending} pending)` } : undefined
  return (
    <Tabs<Id>
      label="Dashboard"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        { id: 'groups', label: 'Groups', panel: <p>Your tables</p> },
        { id: 'invites', label: 'Invites', badge, panel: <p>Who asks you</p> },
        { id: 'details', label: 'Details', panel: <p>Your address</p> },
      ]}
    />
  )
}

test('tabs are named, one is selected, and its panel has its name', () => {
  render(<Dashboard />)
  expect(screen.getByRole('tablist', { name: 'Dashboard' })).toBeInTheDocument()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Groups',
    'Invites',
    'Details',
  ])
  expect(screen.getByRole('tab', { selected: true })).toHaveAccessibleName('Groups')
  expect(screen.getByRole('tabpanel', { name: 'Groups' })).toHaveTextContent('Your tables')
})

test('a badge is part of the name and its digits are visible', () => {
  render(<Dashboard pending={2} />)
  expect(screen.getByRole('tab', { name: 'Invites (2 pending)' })).toHaveTextContent('2')
})

test('a click selects', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Dashboard pending={2} />)
  await user.click(screen.getByRole('tab', { name: /^Invites/ }))
  expect(screen.getByRole('tabpanel', { name: 'Invites (2 pending)' })).toHaveTextContent(
    'Who asks you',
  )
  expect(screen.queryByText('Your tables')).not.toBeInTheDocument()
})

test('arrow keys, Home and End move, round the ends too', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Dashboard />)
  const selected = () => screen.getByRole('tab', { selected: true })
  await user.tab()
  expect(selected()).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(selected()).toHaveAccessibleName('Invites')
  expect(selected()).toHaveFocus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(selected()).toHaveAccessibleName('Details')
  await user.keyboard('{Home}')
  expect(selected()).toHaveAccessibleName('Groups')
  await user.keyboard('{End}')
  expect(selected()).toHaveAccessibleName('Details')
})

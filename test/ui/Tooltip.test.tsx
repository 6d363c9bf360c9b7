import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Tooltip } from '#src/ui/Tooltip.tsx'

function setUp() {
  render(
    <Tooltip text="Your entry is still under approval">
      {(describedBy) => (
        <button type="button" aria-describedby={describedBy}>
          (Pending)
        </button>
      )}
    </Tooltip>,
  )
  return {
    user: userEvent.setup({ delay: null }),
    element: screen.getByRole('button', { name: '(Pending)' }),
  }
}

test('the text describes its element at any time and is hidden at first', () => {
  const { element } = setUp()
  expect(element).toHaveAccessibleDescription('Your entry is still under approval')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('it shows while hovered, the tooltip itself included', async () => {
  const { user, element } = setUp()
  await user.hover(element)
  const tooltip = screen.getByRole('tooltip')
  expect(tooltip).toHaveTextContent('Your entry is still under approval')
  await user.hover(tooltip)
  expect(screen.getByRole('tooltip')).toBeVisible()
  await user.unhover(tooltip)
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('it shows while focused', async () => {
  const { user } = setUp()
  await user.tab()
  expect(screen.getByRole('tooltip')).toBeVisible()
  await user.tab()
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
})

test('Escape hides it without moving pointer or focus', async () => {
  const { user, element } = setUp()
  await user.tab()
  await user.hover(element)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  expect(element).toHaveFocus()
})

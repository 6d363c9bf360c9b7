import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Collapse } from '#src/ui/Collapse.tsx'

function Entry({ level }: { level?: 3 }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapse
      title="The Sea of Glass"
      level={level}
      open={isOpen}
      onToggle={() => setIsOpen(!isOpen)}
      aside={<Button>Delete Entry</Button>}
    >
      <a href="/sea">A bay that froze in one night</a>
    </Collapse>
  )
}

test('the button is in its heading and opens by mouse and keyboard', async () => {
  const user = userEvent.setup({ delay: null })
  render(<Entry level={3} />)
  const heading = screen.getByRole('heading', { level: 3, name: 'The Sea of Glass' })
  const button = screen.getByRole('button', { name: 'The Sea of Glass', expanded: false })
  expect(heading).toContainElement(button)
  expect(screen.queryByRole('link', { hidden: true })).not.toBeInTheDocument()

  await user.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  const link = screen.getByRole('link', { name: 'A bay that froze in one night' })
  const panel = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(panel).toContainElement(link)

  await user.keyboard('{Enter}')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(link).not.toBeInTheDocument()
  expect(button).toHaveFocus()
})

test('without a level there is no heading', () => {
  render(<Entry />)
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'The Sea of Glass' })).toBeInTheDocument()
})

test('what is beside it is usable while collapsed and not part of its name', () => {
  render(<Entry level={3} />)
  expect(screen.getByRole('button', { name: 'Delete Entry' })).toBeInTheDocument()
})

import { render, screen } from '@testing-library/react'
import { Progress } from '#desk/parts/Progress.tsx'

test('an upload shows each percent, yet announces only that it is on its way and that it has come', () => {
  const at = (share: number) => <Progress sending="Sending a.pdf" working="Looking" share={share} />
  const view = render(at(0.1))
  const status = screen.getByRole('status')
  expect(status).toHaveTextContent(/^Sending a\.pdf$/)
  expect(screen.getByText(': 10 %')).toBeVisible()
  view.rerender(at(0.425))
  expect(status).toHaveTextContent(/^Sending a\.pdf$/)
  expect(screen.getByRole('progressbar', { name: 'Sending a.pdf' })).toHaveValue(42)
  view.rerender(at(1))
  expect(status).toHaveTextContent(/^Looking$/)
  expect(screen.getByRole('progressbar', { name: 'Looking' })).not.toHaveAttribute('value')
})

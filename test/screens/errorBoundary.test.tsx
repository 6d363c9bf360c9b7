import { screen } from '@testing-library/react'
import { RouteErrorBoundary } from '#src/app/RoutePage.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

function Broken(): never {
  throw new Error('the screen broke')
}

const open = () =>
  renderWithStore(
    <>
      <p>Header</p>
      <RouteErrorBoundary>
        <Broken />
      </RouteErrorBoundary>
    </>,
  )

describe('A screen that breaks', () => {
  it('leaves a heading, a sentence and a way on, and the frame around it stays', () => {
    open()
    expect(screen.getByRole('heading', { name: 'This page fell apart' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeEnabled()
    expect(screen.getByText('Header')).toBeVisible()
    expectComplaint(/the screen broke/)
  })

  it('is requested again with a reload', async () => {
    const { user } = open()
    expectComplaint(/the screen broke/)
    await user.click(screen.getByRole('button', { name: 'Load the page again' }))
    // jsdom cannot load documents and says so.
    expectComplaint(/Not implemented: navigation/)
  })
})

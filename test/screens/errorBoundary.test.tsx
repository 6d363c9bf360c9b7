import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { Boundary, FramePart } from '#src/app/Boundary.tsx'
import { BrokenPage } from '#src/app/BrokenPage.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

function Broken(): never {
  throw new Error('the screen broke')
}

const open = () =>
  renderWithStore(
    <>
      <p>Header</p>
      <Boundary instead={(error, again) => <BrokenPage error={error} again={again} />}>
        <Broken />
      </Boundary>
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

class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}
const chunk = { isThere: false }
function LateScreen() {
  if (!chunk.isThere) throw new ChunkLoadError('no chunk')
  return <p>The rules</p>
}

describe('A screen whose code cannot be fetched', () => {
  function openLost() {
    chunk.isThere = false
    const load = jest.fn(async () => {
      if (!chunk.isThere) throw new ChunkLoadError('no chunk')
    })
    const view = renderWithStore(
      <Boundary instead={(error, again) => <BrokenPage error={error} load={load} again={again} />}>
        <LateScreen />
      </Boundary>,
    )
    expectComplaint(/no chunk/)
    expect(screen.getByRole('heading', { name: "We can't reach Discordia" })).toBeVisible()
    expect(screen.getByText(/Check your connection/)).toBeVisible()
    return { load, ...view }
  }

  it('is shown as soon as the browser is online again', async () => {
    openLost()
    chunk.isThere = true
    fireEvent(window, new Event('online'))
    expect(await screen.findByText('The rules')).toBeVisible()
  })

  it('is shown soon after the server is back', async () => {
    jest.useFakeTimers()
    openLost()
    chunk.isThere = true
    await act(() => jest.advanceTimersByTimeAsync(5000))
    jest.useRealTimers()
    expect(screen.getByText('The rules')).toBeVisible()
  })

  it('is fetched by a button, which stays while the server is gone', async () => {
    const { load, user } = openLost()
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
    const button = screen.getByRole('button', { name: 'Try again' })
    await user.click(button)
    expect(load).toHaveBeenCalledTimes(1)
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    chunk.isThere = true
    await user.click(button)
    expect(await screen.findByText('The rules')).toBeVisible()
  })

  it('is requested again with the page where a newer version has another one', async () => {
    const { user } = openLost()
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expectComplaint(/Not implemented: navigation/))
  })
})

test('a page of which a part cannot be fetched is loaded again when the server is back', async () => {
  const respond = jest
    .spyOn(globalThis, 'fetch')
    .mockRejectedValue(new TypeError('Failed to fetch'))
  renderWithStore(<BrokenPage error={new ChunkLoadError('no part')} again={() => {}} />)
  await waitFor(() => expect(respond).toHaveBeenCalledTimes(1))
  respond.mockResolvedValue(new Response())
  fireEvent(window, new Event('online'))
  await waitFor(() => expectComplaint(/Not implemented: navigation/))
})

const menu = { faults: 0 }
/** Breaks while React changes the page, as a page that something else has changed does. */
function Menu() {
  useLayoutEffect(() => {
    if (menu.faults-- > 0) throw new Error('the menu broke')
  }, [])
  return <p>Menu</p>
}

describe('A part of the frame that breaks', () => {
  it('is mounted once more', () => {
    menu.faults = 1
    renderWithStore(
      <FramePart>
        <Menu />
      </FramePart>,
    )
    expectComplaint(/the menu broke/)
    expect(screen.getByText('Menu')).toBeVisible()
  })

  it('is missing when it breaks again, and the page stays', () => {
    renderWithStore(
      <>
        <FramePart>
          <Broken />
        </FramePart>
        <p>Page</p>
      </>,
    )
    expectComplaint(/the screen broke/)
    expect(screen.getByText('Page')).toBeVisible()
  })
})

test('a drawing that cannot be fetched gives way to one that is part of the code', () => {
  const { container } = renderWithStore(<EmptyState message="Nothing" drawing="news" />)
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  expect(container.querySelector('img')).toBeNull()
  expect(container.querySelector('svg')).toBeVisible()
})

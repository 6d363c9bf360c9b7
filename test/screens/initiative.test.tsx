import { act, screen, waitFor, within } from '@testing-library/react'
import { Screen as InitiativePage } from '#src/features/initiative/InitiativePage.tsx'
import { fakeApi } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

// Pages turn at once, as with reduced motion; test/e2e tests the animation.
beforeEach(() => {
  const real = window.matchMedia
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(real(query), { matches: query.includes('reduced-motion') }),
    )
})
const resizeTo = (width: number) => {
  Object.assign(window, { innerWidth: width })
  window.dispatchEvent(new Event('resize'))
}

const open = async (width = 1024) => {
  Object.assign(window, { innerWidth: width })
  const api = fakeApi()
  const page = renderWithStore(<InitiativePage />, { at: '/discordia/rpg-initiative' })
  await screen.findByAltText('Page 1', undefined, { timeout: 5000 })
  // Pages can be turned some time after they are rendered.
  await waitFor(() => expect(next()).toBeEnabled())
  return { api, ...page }
}
const book = () => within(screen.getByRole('group', { name: 'RPG Initiative book' }))
const pages = () => book().getAllByAltText(/^Page/)
const next = () => book().getByRole('button', { name: 'Next page' })
const previous = () => book().getByRole('button', { name: 'Previous page' })

describe('Text', () => {
  it('has four sections', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'RPG Initiative' })).toBeVisible()
    expect(document.title).toBe('RPG Initiative – Discordia')
    for (const name of ['What it is', 'Schools', 'Role players and game directors', 'Online'])
      expect(screen.getByRole('region', { name })).toBeVisible()
  })

  it('shows the facts of the programme (ruling 58)', async () => {
    await open()
    const main = document.body.textContent
    for (const fact of ['about 50 schools', '2 years of cost coverage', 'summer 2024'])
      expect(main).toContain(fact)
    expect(screen.getByRole('region', { name: 'Schools' })).toHaveTextContent(
      'Austria, Germany and Iceland',
    )
  })

  it('makes no call', async () => {
    const { api } = await open()
    expect(api.calls()).toEqual([])
  })
})

describe('Book', () => {
  it('has exactly six pages, the first half of the twelve, in order (ruling 32)', async () => {
    await open()
    expect(pages().map((page) => page.getAttribute('alt'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Page ${number}`),
    )
    expect(pages().map((page) => page.getAttribute('src'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `/rulebook/page-0${number}.webp`),
    )
  })

  it.each([
    [1200, '800px', '600px'],
    [700, '400px', '600px'],
    [600, '400px', '600px'],
    [599, '400px', '300px'],
    [360, '200px', '300px'],
  ])('in a window of %i px is %s wide and %s high', async (width, bookWidth, height) => {
    await open(width)
    expect(document.querySelector('.rulebook')?.parentElement).toHaveStyle({
      width: bookWidth,
      height,
    })
  })

  it('is turned by its buttons, one page at a time in a narrow window', async () => {
    const { user } = await open(360)
    expect(previous()).toBeDisabled()
    for (const number of [2, 3, 4, 5, 6]) {
      await user.click(next())
      expect(book().getByText(`Page ${number} of 6`)).toBeVisible()
    }
    expect(next()).toBeDisabled()
    await user.click(previous())
    expect(book().getByText('Page 5 of 6')).toBeVisible()
    expect(pages()).toHaveLength(6)
  })

  it('is turned by the arrow keys', async () => {
    const { user } = await open(360)
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(book().getByText('Page 3 of 6')).toBeVisible()
    await user.keyboard('{ArrowLeft}')
    expect(book().getByText('Page 2 of 6')).toBeVisible()
    await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    expect(book().getByText('Page 1 of 6')).toBeVisible()
    await user.keyboard('{Control>}{ArrowRight}{/Control}')
    expect(book().getByText('Page 1 of 6')).toBeVisible()
  })

  it('is turned by a key pressed as soon as its button is enabled', async () => {
    const enabled = new Promise<void>((resolve) => {
      const watcher = new MutationObserver(() => {
        const button = screen.queryByRole('button', { name: 'Next page' })
        if (button?.hasAttribute('disabled') !== false) return
        watcher.disconnect()
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }),
        )
        resolve()
      })
      watcher.observe(document.body, { attributes: true, childList: true, subtree: true })
    })
    await open(360)
    await enabled
    expect(await book().findByText('Page 2 of 6')).toBeVisible()
  })

  it('leaves arrow keys alone outside the book', async () => {
    const { user } = await open(360)
    screen.getByRole('button', { name: 'Download PDF Book' }).focus()
    await user.keyboard('{ArrowRight}')
    expect(book().getByText('Page 1 of 6')).toBeVisible()
  })

  it('moves the focus from a disabled button to the other one', async () => {
    const { user } = await open(360)
    for (const _turn of [1, 2, 3, 4, 5]) await user.click(next())
    expect(next()).toBeDisabled()
    expect(previous()).toHaveFocus()
    for (const _turn of [1, 2, 3, 4, 5]) await user.keyboard('{Enter}')
    expect(previous()).toBeDisabled()
    expect(next()).toHaveFocus()
  })

  it('keeps its page when the window crosses 600 px', async () => {
    const { user } = await open(360)
    await user.click(next())
    await user.click(next())
    act(() => resizeTo(620))
    expect(book().getByText('Page 3 of 6')).toBeVisible()
    expect(pages()).toHaveLength(6)
  })
})

describe('Plain pages', () => {
  it('are an alternative with the words of the pages as text, and back', async () => {
    const { user } = await open()
    const toggle = screen.getByRole('button', { name: 'Read as plain pages' })
    expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await user.click(toggle)
    expect(toggle).toHaveAttribute('aria-pressed', 'true')
    expect(
      await screen.findByRole('heading', { level: 3, name: 'Welcome to the table' }),
    ).toBeVisible()
    expect(
      screen.getByText(/A role-playing game is a story that nobody has written yet/),
    ).toBeVisible()
    expect(screen.getAllByRole('img').map((page) => page.getAttribute('alt'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Page ${number}`),
    )
    expect(screen.queryByRole('group')).not.toBeInTheDocument()
    await user.click(toggle)
    expect(await screen.findByRole('group', { name: 'RPG Initiative book' })).toBeVisible()
  })
})

describe('Download PDF Book', () => {
  it('saves the whole book under its name', async () => {
    const saved: string[] = []
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(`${this.download} from ${new URL(this.href).pathname}`)
    })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Download PDF Book' }))
    expect(saved).toEqual(['RPG-Initiative-Online.pdf from /rulebook/RPG-Initiative-Online.pdf'])
  })
})

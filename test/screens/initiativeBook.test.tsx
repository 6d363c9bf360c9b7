import { screen, waitFor, within } from '@testing-library/react'
import type { BookFacts, KitFacts } from '#contract/pages.ts'
import { Screen as InitiativePage } from '#src/features/initiative/InitiativePage.tsx'
import { reply } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

/* The book of a community (behaviour 9.5): any number of pages from 1 to 24, of any shape. */

const A4: BookFacts = { pages: 7, width: 1131, height: 1600 }
const LANDSCAPE: BookFacts = { ...A4, width: 1600, height: 1131 }

// Pages turn at once, as with reduced motion; test/e2e tests the animation.
beforeEach(() => {
  const real = window.matchMedia
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      Object.assign(real(query), { matches: query.includes('reduced-motion') }),
    )
})

const meta = () => document.head.querySelector('meta[name="kit"]')
afterEach(() => meta()?.remove())

/** The head as the server writes it. */
function announce(book: BookFacts | undefined): void {
  const element = document.createElement('meta')
  element.name = 'kit'
  element.content = JSON.stringify({ stamp: '17', name: 'Chess Club', book } satisfies KitFacts)
  document.head.append(element)
}

function open(book: BookFacts | undefined, width = 360) {
  announce(book)
  Object.assign(window, { innerWidth: width })
  return renderWithStore(<InitiativePage />, { at: '/discordia/rpg-initiative' })
}
const group = () => within(screen.getByRole('group', { name: 'RPG Initiative book' }))
const shown = () => screen.findByAltText('Page 1', undefined, { timeout: 5000 })
const images = () => screen.getAllByAltText(/^Page/)
const next = () => group().getByRole('button', { name: 'Next page' })
const previous = () => group().getByRole('button', { name: 'Previous page' })

describe('The viewer', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [7, 4],
    [24, 12],
  ])(
    'of a book of %i pages shows the first %i (ruling 85), and turns to the last of them and back',
    async (pages, count) => {
      const { user } = open({ ...A4, pages })
      await shown()
      const numbers = Array.from({ length: count }, (_, index) => `${index + 1}`)
      await waitFor(() =>
        expect(images().map((image) => image.getAttribute('src'))).toEqual(
          numbers.map((number) => `/rulebook/page-${number.padStart(2, '0')}.webp?kit=17`),
        ),
      )
      if (count > 1) await waitFor(() => expect(next()).toBeEnabled())
      for (const number of numbers.slice(1)) {
        await user.click(next())
        expect(group().getByText(`Page ${number} of ${count}`)).toBeVisible()
      }
      expect(next()).toBeDisabled()
      await user.keyboard('{ArrowRight}')
      expect(group().getByText(`Page ${count} of ${count}`)).toBeVisible()
      await user.keyboard('{ArrowLeft}'.repeat(count))
      expect(group().getByText(`Page 1 of ${count}`)).toBeVisible()
      expect(previous()).toBeDisabled()
    },
  )

  it.each([
    ['one page', 2, ['25%']],
    ['two pages', 4, ['-25%', '25%']],
    ['three pages', 6, ['-25%', '']],
    // Without layout the library turns single pages, also where two are seen.
    ['four pages', 8, ['-25%', '', '', '25%']],
  ])(
    'of %s centres a closed book, and no open one, in a wide window',
    async (_what, pages, places) => {
      const { user } = open({ ...A4, pages }, 1440)
      await shown()
      const place = () => frame()?.style.translate ?? ''
      const seen = [place()]
      if (places.length > 1) await waitFor(() => expect(next()).toBeEnabled())
      for (const _turn of places.slice(1)) {
        await user.click(next())
        seen.push(place())
      }
      expect(next()).toBeDisabled()
      expect(seen).toEqual(places)
    },
  )

  const frame = () => document.querySelector('.rulebook')?.parentElement
  it.each<[string, BookFacts, number, string, string]>([
    ['an upright book', A4, 1440, '800px', '566px'],
    ['an upright book', A4, 360, '200px', '283px'],
    ['a tall book', { ...A4, width: 400, height: 1600 }, 1440, '300px', '600px'],
    ['a square book', { ...A4, width: 1600 }, 1440, '800px', '400px'],
    ['a landscape book', LANDSCAPE, 1440, '1120px', '396px'],
    ['a landscape book', LANDSCAPE, 1024, '560px', '396px'],
    ['a landscape book', LANDSCAPE, 360, '280px', '198px'],
  ])(
    'keeps the shape of %s: %j in a window of %i px is %s by %s',
    async (_what, book, width, across, down) => {
      open(book, width)
      await shown()
      expect(frame()).toHaveStyle({ width: across, height: down })
      expect(images()[0]).toHaveAttribute('width', String(book.width))
      expect(images()[0]).toHaveAttribute('height', String(book.height))
      // A page of another shape than the first is not stretched.
      expect(images()[0]).toHaveClass('object-contain')
    },
  )

  it('shows the book of the product where a community has set none', async () => {
    open(undefined)
    expect(await shown()).toHaveAttribute('src', '/rulebook/page-01.webp')
    await waitFor(() => expect(images()).toHaveLength(6))
  })
})

describe('Download PDF Book', () => {
  it('saves the book of the community under the same name', async () => {
    const saved: string[] = []
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const { pathname, search } = new URL(this.href)
      saved.push(`${this.download} from ${pathname}${search}`)
    })
    const { user } = open(A4)
    await user.click(screen.getByRole('button', { name: 'Download PDF Book' }))
    expect(saved).toEqual([
      'RPG-Initiative-Online.pdf from /rulebook/RPG-Initiative-Online.pdf?kit=17',
    ])
  })
})

describe('Plain pages', () => {
  const pages = [
    { number: 1, title: 'How we play', text: ['How we play', 'White begins.'] },
    { number: 2, title: '', text: ['A page without a heading.'] },
    { number: 3, title: '', text: [] },
  ]
  const answers = (...responses: Response[]) => {
    const asked: string[] = []
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const { pathname, search } = new URL((input as Request).url)
      asked.push(pathname + search)
      return responses[asked.length - 1] ?? reply(501, {})
    })
    return asked
  }
  const openPlain = async () => {
    const page = open({ ...A4, pages: 5 })
    await page.user.click(screen.getByRole('button', { name: 'Read as plain pages' }))
    return page
  }
  const headings = () =>
    screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

  it('have the texts of the community, fetched when they are opened; a page without a title has its number', async () => {
    const asked = answers(reply(200, { pages }))
    const { user } = await openPlain()
    expect(await screen.findByText('White begins.')).toBeVisible()
    expect(screen.getByText('A page without a heading.')).toBeVisible()
    expect(headings()).toEqual(['How we play', 'Page 2', 'Page 3'])
    expect(images().map((image) => image.getAttribute('src'))).toEqual(
      [1, 2, 3].map((number) => `/rulebook/page-0${number}.webp?kit=17`),
    )
    await user.click(screen.getByRole('button', { name: 'Read as plain pages' }))
    await user.click(screen.getByRole('button', { name: 'Read as plain pages' }))
    expect(await screen.findByText('White begins.')).toBeVisible()
    expect(asked).toEqual(['/rulebook/pages.json?kit=17'])
  })

  it.each<[string, () => Response]>([
    ['fail', () => reply(500, {})],
    ['are no JSON', () => new Response('<html></html>')],
    ['have another form', () => reply(200, { pages: [{ number: 1, title: 'One', text: 'One' }] })],
  ])('offer another try where the texts %s', async (_what, response) => {
    answers(response(), reply(200, { pages }))
    const { user } = await openPlain()
    expect(await screen.findByText('We couldn’t load this.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('White begins.')).toBeVisible()
  })
})

import { fireEvent, render, screen } from '@testing-library/react'
import { Picture } from '#src/ui/Picture.tsx'

const place = { fallback: '/images/default.avif', width: 640, height: 360 }

test('it reserves its room, loads lazily, and offers its other widths', () => {
  render(
    <Picture
      {...place}
      src="/a.webp"
      alt="Old Patience"
      sizes="100vw"
      widths={[
        { url: '/a-320.webp', width: 320 },
        { url: '/a.webp', width: 640 },
      ]}
    />,
  )
  const image = screen.getByRole('img', { name: 'Old Patience' })
  expect(image).toHaveAttribute('width', '640')
  expect(image).toHaveAttribute('height', '360')
  expect(image).toHaveAttribute('loading', 'lazy')
  expect(image).toHaveAttribute('sizes', '100vw')
  expect(image).toHaveAttribute('srcset', '/a-320.webp 320w, /a.webp 640w')
})

test('a picture that does not load gives way to the other one, a new one is tried again', () => {
  const picture = (src: string) => (
    <Picture {...place} src={src} alt="Halm" widths={[{ url: '/x.webp', width: 320 }]} />
  )
  const view = render(picture('/broken.webp'))
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByRole('img', { name: 'Halm' })).toHaveAttribute('src', place.fallback)
  expect(screen.getByRole('img')).not.toHaveAttribute('srcset')
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByRole('img')).toHaveAttribute('src', place.fallback)

  view.rerender(picture('/whole.webp'))
  expect(screen.getByRole('img')).toHaveAttribute('src', '/whole.webp')
})

test.each([null, undefined, ''])('without a picture (%p) the other one is shown', (src) => {
  render(<Picture {...place} src={src} alt="Halm" isEager />)
  expect(screen.getByRole('img')).toHaveAttribute('src', place.fallback)
  expect(screen.getByRole('img')).toHaveAttribute('loading', 'eager')
})

test('an empty text makes it decoration', () => {
  render(<Picture {...place} src="/a.webp" alt="" />)
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('it has no sources before it is in the page: Chromium would keep one that never gets there', () => {
  const made = jest.spyOn(document, 'createElement')
  const setAttribute = jest.spyOn(Element.prototype, 'setAttribute')
  const whileInPage: boolean[] = []
  setAttribute.mockImplementation(function (this: Element, name, value) {
    if (/^(src|srcset|sizes)$/i.test(name)) whileInPage.push(this.isConnected)
    this.setAttributeNS(null, name, value)
  })
  const widths = [{ url: '/a-320.webp', width: 320 }]
  render(<Picture {...place} src="/a.webp" alt="Old Patience" sizes="100vw" widths={widths} />)
  expect(made).toHaveBeenCalledWith('img')
  expect(whileInPage).toEqual(whileInPage.map(() => true))
  expect(screen.getByRole('img')).toHaveAttribute('srcset', '/a-320.webp 320w')
})

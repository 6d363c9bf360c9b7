import { existsSync } from 'node:fs'
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { RichText as Tree } from '#contract/formatting.ts'
import { Hero, type HeroSceneName } from '#src/ui/Hero.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { RichText } from '#src/ui/RichText.tsx'

const scenes: HeroSceneName[] = [
  'landing',
  'news',
  'downloads',
  'initiative',
  'rules',
  'world',
  'auth',
  'dashboard',
]
const filesOf = (container: HTMLElement) =>
  [...container.querySelectorAll('source, img')].flatMap((element) =>
    [element.getAttribute('src') ?? '', ...(element.getAttribute('srcset') ?? '').split(', ')]
      .map((candidate) => candidate.split(' ')[0] ?? '')
      .filter((address) => address !== ''),
  )

test.each(scenes)('the scene %s has all the files that it names', (picture) => {
  const { container } = render(<Hero picture={picture} />)
  const files = filesOf(container)
  expect(files.length).toBeGreaterThanOrEqual(9)
  expect(files.filter((file) => !existsSync(`public${file}`))).toEqual([])
})

test('the scene is decorative, is fetched early and reserves its room', () => {
  render(
    <Hero picture="news">
      <h1>News</h1>
    </Hero>,
  )
  const scene = screen.getByRole('presentation')
  expect(scene).toHaveAttribute('width', '1920')
  expect(scene).toHaveAttribute('height', '800')
  expect(scene).toHaveAttribute('fetchpriority', 'high')
  expect(scene).not.toHaveAttribute('loading', 'lazy')
  expect(screen.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
})

test('a picture of the page can replace the scene', () => {
  render(
    <Hero aria-label="Article header" picture={{ element: <img src="/a.jpg" alt="" /> }}>
      <h1>Bells</h1>
    </Hero>,
  )
  const hero = within(screen.getByRole('region', { name: 'Article header' }))
  expect(hero.getByRole('presentation')).toHaveAttribute('src', '/a.jpg')
  expect(hero.getByRole('heading', { name: 'Bells' })).toBeVisible()
})

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

test('a picture that does not load is replaced by the fallback, and a new URL is tried', () => {
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

const TREE: Tree = [
  { type: 'heading', level: 1, runs: ['Title'] },
  {
    type: 'paragraph',
    runs: [
      'A ',
      { text: 'bold', strong: true, em: true },
      { text: 'page', href: 'https://x.test/' },
      { text: 'mail', href: 'mailto:a@x.test' },
      { text: 'trap', href: 'javascript:alert(1)' },
      { text: 'Lich', term: { kind: 'glossary', id: 7 } },
    ],
  },
  { type: 'quote', blocks: [{ type: 'paragraph', runs: ['said'] }] },
  { type: 'list', start: 2, items: [[{ type: 'paragraph', runs: ['two'] }]] },
  { type: 'list', start: null, items: [[{ type: 'paragraph', runs: ['dot'] }]] },
]

test('a tree becomes elements, and links of other protocols text', () => {
  const view = render(<RichText text="source" tree={TREE} />)
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://x.test/',
    'mailto:a@x.test',
  ])
  expect(screen.getAllByRole('list').map(({ tagName }) => tagName)).toEqual(['OL', 'UL'])
  expect(view.container.querySelector('strong em')).toHaveTextContent('bold')
  expect(view.container.querySelector('blockquote')).toHaveTextContent('said')
  expect(view.container).toHaveTextContent('trapLich')
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a name is rendered by the page', () => {
  render(
    <RichText
      text=""
      tree={TREE}
      term={({ kind, id, text }) => <a href={`/${kind}/${id}`}>{text}</a>}
    />,
  )
  expect(screen.getByRole('link', { name: 'Lich' })).toHaveAttribute('href', '/glossary/7')
})

test('without a tree the text is shown as typed', () => {
  const view = render(<RichText text={'**a**\n\n<b>b</b>'} />)
  expect(view.container).toHaveTextContent('**a**<b>b</b>')
})

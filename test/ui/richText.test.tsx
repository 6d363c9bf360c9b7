import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Block, RichText as Tree } from '#contract/formatting.ts'
import { RichText } from '#src/ui/RichText.tsx'

const show = (tree: Tree, level?: 2 | 3 | 4 | 5) =>
  render(<RichText text="source" tree={tree} level={level} />)
const paragraph = (...runs: Extract<Block, { type: 'paragraph' }>['runs']): Block => ({
  type: 'paragraph',
  runs,
})

describe('headings', () => {
  const tree: Tree = [1, 2, 3].map((level) => ({ type: 'heading', level, runs: [`H${level}`] }))
  const levels = () => screen.getAllByRole('heading').map(({ tagName }) => tagName)

  test('begin at the level of their place, and end at the last one', () => {
    const view = show(tree, 3)
    expect(levels()).toEqual(['H3', 'H4', 'H5'])
    view.rerender(<RichText text="source" tree={tree} level={5} />)
    expect(levels()).toEqual(['H5', 'H6', 'H6'])
  })

  test('are bold lines in a place without levels', () => {
    show(tree)
    expect(screen.queryByRole('heading')).toBeNull()
    expect(screen.getByText('H2').closest('strong')).not.toBeNull()
  })
})

describe('a table', () => {
  const table: Block = {
    type: 'table',
    align: [null, 'end', 'center', 'start'],
    head: [['Name'], [{ text: 'Price', strong: true }], ['Reach'], []],
    rows: [
      [['Rope'], ['5 gp'], ['1 m'], [{ text: 'more', href: '/rules' }]],
      [['Lamp'], [], [], []],
    ],
  }
  const width = (scrollWidth: number) => {
    jest.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(scrollWidth)
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
    jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((resized) => {
      const observer = { observe: () => resized([], observer), unobserve() {}, disconnect() {} }
      return observer
    })
  }

  test('has its heads, rows and sides', () => {
    show([table])
    const heads = screen.getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Name', 'Price', 'Reach', ''])
    expect(heads[0]).toHaveAttribute('scope', 'col')
    const [, rope, lamp] = screen.getAllByRole('row')
    const cells = (row: HTMLElement | undefined) =>
      row
        ? within(row)
            .getAllByRole('cell')
            .map(({ textContent }) => textContent)
        : []
    expect(cells(rope)).toEqual(['Rope', '5 gp', '1 m', 'more'])
    expect(cells(lamp)).toEqual(['Lamp', '', '', ''])
    expect(heads.map((head) => /text-\w+/.exec(head.className)?.[0])).toEqual([
      'text-start',
      'text-end',
      'text-center',
      'text-start',
    ])
    expect(screen.getByRole('link', { name: 'more' })).toHaveAttribute('href', '/rules')
  })

  test('that is wider than its place is a stop of Tab, named by its columns', async () => {
    width(301)
    show([table])
    await userEvent.setup({ delay: null }).tab()
    expect(screen.getByRole('group', { name: 'Name, Price, Reach' })).toHaveFocus()
  })

  test('that fits is none', () => {
    width(300)
    show([table])
    expect(screen.queryByRole('group')).toBeNull()
    expect(screen.getByRole('table').parentElement).not.toHaveAttribute('tabindex')
  })
})

describe('a picture', () => {
  const url = '/api/files/a-960x640.jpg'
  const image: Extract<Block, { type: 'image' }> = {
    type: 'image',
    picture: { url, width: 960, height: 640 },
    pictures: [
      { url: '/api/files/a-480.webp', width: 480, height: 320 },
      { url: 'javascript:alert(1)', width: 960, height: 640 },
    ],
    alt: 'An orchard',
    caption: ['At ', { text: 'dusk', em: true }],
    share: null,
  }

  test('has its description, its caption, its sizes and its room', () => {
    show([image])
    const figure = within(screen.getByRole('figure'))
    const img = figure.getByRole('img', { name: 'An orchard' })
    expect(img).toHaveAttribute('src', url)
    expect(img).toHaveAttribute('srcset', '/api/files/a-480.webp 480w')
    expect(img).toHaveAttribute('width', '960')
    expect(img).toHaveAttribute('height', '640')
    expect(figure.getByText('dusk').closest('figcaption')).toHaveTextContent('At dusk')
  })

  test.each([
    [25, 'sm:w-1/4'],
    [50, 'sm:w-1/2'],
    [75, 'sm:w-3/4'],
    [100, 'w-full'],
  ])('can have %d percent of the width', (share, width) => {
    show([{ ...image, share, caption: null }])
    expect(screen.getByRole('figure')).toHaveClass(width)
  })

  test('of an unsafe URL is its description', () => {
    show([{ ...image, picture: { ...image.picture, url: 'javascript:alert(1)' } }])
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByText('An orchard')).toBeVisible()
  })
})

test.each(['note', 'tip', 'warning'] as const)('a callout (%s) is named by its title', (kind) => {
  show([
    {
      type: 'callout',
      kind,
      title: ['Mind ', { text: 'this', em: true }],
      blocks: [paragraph('Text')],
    },
  ])
  const box = screen.getByRole('note', { name: 'Mind this' })
  expect(within(box).getByText('Text')).toBeVisible()
})

test('definitions are terms with their texts', () => {
  show([
    {
      type: 'definitions',
      items: [{ term: ['HP'], blocks: [paragraph('What stands'), paragraph('More')] }],
    },
  ])
  expect(screen.getByRole('term')).toHaveTextContent('HP')
  expect(screen.getByRole('definition')).toHaveTextContent('What standsMore')
})

test('a divider is a separator, and containers hold each other', () => {
  const inner: Block = { type: 'list', start: 3, items: [[paragraph('deep'), { type: 'divider' }]] }
  show([{ type: 'quote', blocks: [inner] }])
  const quote = within(screen.getByRole('blockquote'))
  expect(quote.getByRole('list')).toHaveAttribute('start', '3')
  expect(within(quote.getByRole('listitem')).getByRole('separator')).toBeVisible()
})

describe('notes', () => {
  const tree: Tree = [
    paragraph('One', { text: '1', note: 1 }, ' two', { text: '2', note: 2 }, ' again', {
      text: '1',
      note: 1,
    }),
    { type: 'footnotes', notes: [['First'], ['Second ', { text: 'page', href: '/rules' }]] },
  ]
  const references = () => screen.getAllByRole('doc-noteref')

  test('are after the text, with links from and to it', () => {
    show(tree)
    const notes = within(screen.getByRole('doc-endnotes')).getAllByRole('listitem')
    expect(notes.map(({ textContent }) => textContent)).toEqual(['1First', '2Second page'])
    expect(references().map(({ textContent }) => textContent)).toEqual(['1', '2', '1'])
  })

  test('are reached from their numbers, and lead back to the first of them, in each text for itself', async () => {
    const user = userEvent.setup({ delay: null })
    render(
      <>
        <RichText text="" tree={tree} />
        <RichText text="" tree={tree} />
      </>,
    )
    const before = location.href
    const [, other] = screen.getAllByRole('doc-endnotes')
    const [, , again, first] = references()
    if (!other || !again || !first) throw new Error('A text is missing.')
    await user.click(references()[5] ?? first)
    const [note] = within(other).getAllByRole('listitem')
    expect(note).toHaveFocus()
    await user.click(within(other).getAllByRole('doc-backlink')[0] ?? first)
    expect(first).toHaveFocus()
    expect(location.href).toBe(before)
    expect(again).not.toHaveFocus()
  })
})

test('a node of a later server, and a callout of a later kind, break nothing', () => {
  const later = [
    { type: 'carousel', slides: [] },
    { type: 'callout', kind: 'spoiler', title: ['Later'], blocks: [] },
    paragraph('Known'),
  ]
  const view = show(later as unknown as Tree)
  expect(screen.getByRole('note', { name: 'Later' })).toBeVisible()
  expect(view.container).toHaveTextContent(/^LaterKnown$/)
})

test.each(['javascript:alert(1)', 'data:text/html,x', '//x.test/', 'https://a:b@x.test/', ''])(
  'a link to %j is its words, wherever it stands',
  (href) => {
    const runs = [{ text: 'trap', href }]
    show(
      [
        { type: 'heading', level: 1, runs },
        { type: 'table', align: [null], head: [runs], rows: [[runs]] },
        { type: 'callout', kind: 'tip', title: runs, blocks: [] },
        { type: 'footnotes', notes: [runs] },
      ],
      2,
    )
    expect(screen.getAllByText('trap')).toHaveLength(5)
    expect(screen.queryByRole('link')).toBeNull()
  },
)

import { fireEvent, render, screen, within } from '@testing-library/react'
import type { Block, RichText as Tree } from '#contract/formatting.ts'
import { RichText } from '#desk/parts/RichText.tsx'

const words = (text: string): Block => ({ type: 'paragraph', runs: [text] })
const show = (...tree: Tree) => render(<RichText text="As typed" tree={tree} />)

const picture = { url: '/api/files/ab-640x480.png', width: 640, height: 480 }
const anImage = (fields: object = {}): Block => ({
  type: 'image',
  picture,
  pictures: [],
  alt: 'A map of the bay',
  caption: null,
  share: null,
  ...fields,
})

test('a text without a tree is shown as typed', () => {
  render(<RichText text={'Salt\nand sand'} tree={null} />)
  expect(screen.getByRole('paragraph').textContent).toBe('Salt\nand sand')
})

test('a table has its head, its sides, and the words of its head as its name', () => {
  show({
    type: 'table',
    align: [null, 'end'],
    head: [['Weapon'], [{ text: 'Harm', strong: true }]],
    rows: [
      [['Dagger'], ['2']],
      [['Axe'], ['4']],
    ],
  })
  const table = within(screen.getByRole('group', { name: 'Weapon, Harm' }))
  expect(table.getByRole('columnheader', { name: 'Harm' })).toHaveStyle({ textAlign: 'end' })
  expect(table.getByRole('columnheader', { name: 'Weapon' })).toHaveStyle({ textAlign: 'start' })
  expect(table.getByRole('cell', { name: '4' })).toHaveStyle({ textAlign: 'end' })
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'WeaponHarm',
    'Dagger2',
    'Axe4',
  ])
})

test('a table with an empty head is called a table, and can be scrolled by the keyboard', () => {
  show({ type: 'table', align: [null], head: [[]], rows: [[['Dagger']]] })
  expect(screen.getByRole('group', { name: 'Table' })).toHaveAttribute('tabindex', '0')
})

test('a picture has its description, its caption and its share of the width', () => {
  show(anImage({ caption: ['At ', { text: 'low', em: true }, ' tide'], share: 50 }))
  const figure = screen.getByRole('figure')
  expect(figure).toHaveStyle({ width: '50%' })
  expect(within(figure).getByText('low').closest('figcaption')).toHaveTextContent('At low tide')
  const image = within(figure).getByRole('img', { name: 'A map of the bay' })
  expect(image).toHaveAttribute('src', picture.url)
})

test('a picture that is not there is its description', () => {
  show(anImage())
  fireEvent.error(screen.getByRole('img'))
  expect(screen.getByText('Picture, not stored here yet: A map of the bay')).toBeVisible()
  expect(screen.queryByRole('img')).not.toBeInTheDocument()
})

test('a picture without a caption and a share has neither', () => {
  show(anImage({ alt: '' }))
  expect(screen.getByRole('figure')).not.toHaveAttribute('style')
  expect(document.querySelector('figcaption')).toBeNull()
  expect(screen.getByRole('presentation')).toHaveAttribute('src', picture.url)
})

test('a callout is a note with its title before its text', () => {
  show({
    type: 'callout',
    kind: 'warning',
    title: ['Mind the gap'],
    blocks: [words('It is deep.')],
  })
  const note = screen.getByRole('note', { name: 'Mind the gap' })
  expect(within(note).getByText('Mind the gap').closest('strong')).not.toBeNull()
  expect(note).toHaveTextContent('Mind the gapIt is deep.')
})

test('definitions pair terms with their texts', () => {
  show({
    type: 'definitions',
    items: [
      { term: ['Armour'], blocks: [words('12')] },
      { term: ['Speed'], blocks: [{ type: 'list', start: null, items: [[words('Slow')]] }] },
    ],
  })
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Armour',
    'Speed',
  ])
  const [first, second] = screen.getAllByRole('definition')
  expect(first).toHaveTextContent('12')
  expect(within(second as HTMLElement).getByRole('listitem')).toHaveTextContent('Slow')
})

test('footnotes are numbered at their places and listed with the text', () => {
  show(
    { type: 'paragraph', runs: ['Salt', { text: '1', note: 1 }, ' is rare.'] },
    { type: 'divider' },
    { type: 'footnotes', notes: [['By the sea it is not.']] },
  )
  expect(screen.getByText('1').tagName).toBe('SUP')
  expect(screen.getByRole('separator')).toBeVisible()
  expect(within(screen.getByRole('list')).getByRole('listitem')).toHaveTextContent(
    'By the sea it is not.',
  )
})

test('a list within a quote keeps its marks, and a link in a table is none either', () => {
  const link = { text: 'words', em: true as const, href: 'https://sand.example' }
  show(
    { type: 'quote', blocks: [{ type: 'list', start: 3, items: [[words('Third')]] }] },
    { type: 'table', align: [null], head: [['Where']], rows: [[[link]]] },
  )
  expect(screen.getByRole('list').closest('blockquote')).not.toBeNull()
  expect(screen.getByRole('list')).toHaveAttribute('start', '3')
  expect(screen.getByRole('cell')).toHaveTextContent('words (https://sand.example)')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a node of a later server is left out, and the rest is shown', () => {
  show(words('Before'), { type: 'hologram', runs: ['Lost'] } as never, words('After'))
  expect(screen.getAllByRole('paragraph').map(({ textContent }) => textContent)).toEqual([
    'Before',
    'After',
  ])
})

import { render, screen } from '@testing-library/react'
import type { RichText as Tree } from '#contract/schemas/richText.ts'
import { RichText } from '#src/ui/RichText.tsx'

const TREE: Tree = [
  { type: 'heading', runs: ['Title'] },
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

import { render } from '@testing-library/react'
import { Marked } from '#src/ui/Marked.tsx'

const marks = (text: string, term: string) => {
  const { container } = render(<Marked text={text} term={term} />)
  expect(container).toHaveTextContent(text, { normalizeWhitespace: false })
  return [...container.querySelectorAll('mark')].map(({ textContent }) => textContent)
}

it.each([
  ['Two dice, two dice', 'DICE', ['dice', 'dice']],
  ['Élan and élan', 'elan', ['Élan', 'élan']],
  ['elan', 'Élan', ['elan']],
  ['E\u0301lan', 'el', ['E\u0301l']],
  ['ﬁre and fire', 'fir', ['ﬁr', 'fir']],
  ['a.b', '.', ['.']],
  ['two  words', ' two ', ['two']],
  ['aaa', 'aa', ['aa']],
  ['Two dice', '  ', []],
  ['Two dice', 'moth', []],
  ['🎲🎲', '🎲', ['🎲', '🎲']],
])('of %j marks %j', (text, term, expected) => {
  expect(marks(text, term)).toEqual(expected)
})

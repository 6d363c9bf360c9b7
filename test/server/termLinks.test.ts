import { parseLight } from '#server/text/light.ts'
import {
  isTerm,
  linkTerms,
  plainBlocks,
  type Target,
  TERM_LINKS_MAX,
  termsOf,
} from '#server/text/termLinks.ts'
import { termKey } from '#shared/search.ts'

const PICTURE = `/api/files/${'5'.repeat(32)}-640x480.jpg`
const NAMES: Record<string, Target> = {
  Apple: { kind: 'glossary', id: 1 },
  'Golden Apple': { kind: 'glossary', id: 2 },
  'Élan’s Hall': { kind: 'rule', id: 3 },
  'Elan Keep': { kind: 'rule', id: 3 },
  Straße: { kind: 'glossary', id: 4 },
}
const terms = termsOf(
  Object.entries(NAMES).map(([name, { kind, id }]) => ({
    term_key: termKey(name),
    kind,
    target: id,
  })),
)
const NOBODY = { target: null, names: [] }

/** Links in a text: the words, and the target. */
function linksIn(text: string, own: Parameters<typeof linkTerms>[2] = NOBODY): string[] {
  const { tree } = linkTerms(parseLight(text) ?? plainBlocks(text), terms, own)
  return [
    ...JSON.stringify(tree).matchAll(/"text":"([^"]*)"[^{}]*"term":\{"kind":"\w+","id":(\d)/g),
  ].map(([, words, id]) => `${words} ${id}`)
}

test.each([
  ['the longest name', 'A golden apple.', ['golden apple 2']],
  ['each target once', 'Apple, APPLE and a Golden Apple', ['Apple 1', 'Golden Apple 2']],
  ['an alias counts as its target', "Elan Keep near Élan's Hall", ['Elan Keep 3']],
  ['whole words alone', 'Apples, pineapple, apple_pie, Apple2', []],
  ['beside punctuation and possessives', "(Apple's)", ['Apple 1']],
  ['marks, case, quotes and spaces are folded', 'ELAN\u2019S  hall', ['ELAN\u2019S  hall 3']],
  [
    'decomposed letters keep their marks',
    'e\u0301lan\u2019s hall\u0301',
    ['e\u0301lan\u2019s hall\u0301 3'],
  ],
  ['a grave accent is a quote', 'elan`s hall', ['elan`s hall 3']],
  ['letters that become two', 'die STRASSE', ['STRASSE 4']],
  ['invisible characters', 'Ap\u200Bple', ['Ap\u200Bple 1']],
  ['over a line break', 'golden\napple', ['golden\\napple 2']],
  ['within marks', '**Apple** pie', ['Apple 1']],
  ['not half in marks', '**Golden** apple', []],
  ['not a part of a word in marks', '**Apple**s', []],
  ['not in links', '[an Apple](/rules/) here', []],
  ['not in headings', '# Apple\n\nhere', []],
  ['in lists and quotes', '- Apple\n\n> Golden Apple', ['Apple 1', 'Golden Apple 2']],
  [
    'in cells, but not in the heads of columns',
    '| Apple | b |\n|-|-|\n| Straße | Apple |',
    ['Straße 4', 'Apple 1'],
  ],
  ['in captions, but not in alternative texts', `![Straße](${PICTURE} "An Apple")`, ['Apple 1']],
  ['in definitions, but not in their terms', 'Apple\n: Straße', ['Straße 4']],
  ['in callouts, but not in their titles', '> [!TIP] Apple\n> Straße', ['Straße 4']],
  ['in footnotes', 'Straße[^1]\n\n[^1]: Apple', ['Straße 4', 'Apple 1']],
])('%s', (_name, text, links) => expect(linksIn(text)).toEqual(links))

test('a text is never linked to its owner, nor within the name of its owner', () => {
  const own = { target: NAMES['Golden Apple'] ?? null, names: ['Golden Apple', 'Straße'] }
  expect(linksIn('Golden Apple, apple, Straße', own)).toEqual(['apple 1'])
})

test('a link covers the whole match', () => {
  const text = 'x Apple y\n\nGolden Apple.'
  const { tree } = linkTerms(plainBlocks(text), terms, NOBODY)
  const words = tree.map((block) =>
    'runs' in block
      ? block.runs.map((run) => (typeof run === 'string' ? run : run.text)).join('')
      : '',
  )
  expect(words.join('\n\n')).toBe(text)
})

test('a link has the marks of its place, and all around it stays', () => {
  const tree = parseLight('# An Apple\n\n**see an Apple now** and *Golden Apple*, more') ?? []
  const [heading] = tree
  const runs = [
    { text: 'see an ', strong: true },
    { text: 'Apple', strong: true, term: NAMES['Apple'] },
    { text: ' now', strong: true },
    ' and ',
    { text: 'Golden Apple', em: true, term: NAMES['Golden Apple'] },
    ', more',
  ]
  expect(linkTerms(tree, terms, NOBODY).tree).toEqual([heading, { type: 'paragraph', runs }])
  expect(heading).toMatchObject({ type: 'heading' })
})

test('a text has a hundred links at most', () => {
  const names = Array.from({ length: TERM_LINKS_MAX + 1 }, (_, id) => `name${id}`)
  const many = termsOf(
    names.map((name, id) => ({ term_key: name, kind: 'rule' as const, target: id })),
  )
  const { targets } = linkTerms(plainBlocks(names.join(' ')), many, NOBODY)
  expect(targets.map(({ id }) => id)).toEqual([...names.keys()].slice(0, TERM_LINKS_MAX))
})

test('short names and names without a letter are not linked', () => {
  expect(['ab', '***', 'abc', '42nd'].map(isTerm)).toEqual([false, false, true, true])
})

test('ten thousand names with one beginning are matched quickly', () => {
  const many = termsOf(
    Array.from({ length: 10_000 }, (_, id) => ({
      term_key: `the house ${id}`,
      kind: 'rule' as const,
      target: id,
    })),
  )
  const began = performance.now()
  const text = 'the house 5000 and the house of '.repeat(600)
  const { targets } = linkTerms(plainBlocks(text), many, NOBODY)
  expect(targets).toHaveLength(1)
  expect(performance.now() - began).toBeLessThan(1000)
})

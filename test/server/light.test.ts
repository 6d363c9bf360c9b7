import Value from 'typebox/value'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { RichText } from '#contract/formatting.ts'
import { parseLight, plainText } from '#server/text/light.ts'
import { isAllowedHref } from '#server/text/markdown.ts'

const paragraph = (...runs: unknown[]) => ({ type: 'paragraph', runs })

test('a text has paragraphs, line breaks, strong, emphasis, links, lists, quotes and headings', () => {
  const text =
    '# The *old* hall\n\nA **strong** wind\nand [a door](/rules/).\n\n- one\n- two\n\n3. three\n\n> said'
  expect(parseLight(text)).toEqual([
    { type: 'heading', level: 1, runs: ['The ', { text: 'old', em: true }, ' hall'] },
    paragraph(
      'A ',
      { text: 'strong', strong: true },
      ' wind\nand ',
      { text: 'a door', href: '/rules/' },
      '.',
    ),
    { type: 'list', start: null, items: [[paragraph('one')], [paragraph('two')]] },
    { type: 'list', start: 3, items: [[paragraph('three')]] },
    { type: 'quote', blocks: [paragraph('said')] },
  ])
})

test.each([
  '',
  'Plain.',
  'Two\nlines\n\nand a paragraph',
  '5 * 3 and snake_case_name',
  'a <b>b</b>',
])('%j has no formatting', (text) => expect(parseLight(text)).toBeNull())

test.each([
  'javascript:alert(1)',
  '//evil.test/',
  'https://good.test@evil.test/',
  `https://x.test/${'a'.repeat(2000)}`,
])('%j is no link', (href) => {
  expect(isAllowedHref(href)).toBe(false)
  expect(JSON.stringify(parseLight(`**x** [label](<${href}>)`))).not.toContain('"href"')
})

test.each([
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '![x](https://x.test/a.png)',
  '<a href="javascript:alert(1)">x</a>',
  '<https://x.test>',
  '[x]: https://x.test\n\n[x]',
])('%j makes neither a picture nor markup', (text) => {
  const tree = JSON.stringify(parseLight(`**a** ${text}`))
  expect(tree).not.toMatch(
    /"type":"(?!paragraph|list)|javascript:alert.*"href"|"href":"(?!https:\/\/x)/,
  )
})

test('direction marks and invisible characters stay text', () => {
  const text = '**\u202Eabc\u202C** a\u200Bb'
  expect(parseLight(text)).toEqual([
    paragraph({ text: '\u202Eabc\u202C', strong: true }, ' a\u200Bb'),
  ])
})

const LONG = [
  '>'.repeat(1000),
  `${'* '.repeat(1000)}a`,
  `${'1) '.repeat(1000)}a`,
  '>'.repeat(LONG_TEXT_MAX),
  '['.repeat(LONG_TEXT_MAX),
  '[a]('.repeat(LONG_TEXT_MAX / 4),
  '*a_'.repeat(LONG_TEXT_MAX / 4),
  '**a *b'.repeat(LONG_TEXT_MAX / 8),
  '- a\n'.repeat(LONG_TEXT_MAX / 4),
  '*a'.repeat(500_000),
]

test.each(LONG.map((text) => [`${text.slice(0, 8)} × ${text.length}`, text]))(
  '%s is parsed quickly, within the schema',
  (_name, text) => {
    const began = performance.now()
    const tree = parseLight(text)
    expect(performance.now() - began).toBeLessThan(1000)
    if (tree !== null) expect(Value.Check(RichText, tree)).toBe(true)
  },
)

test('text that is nested too deep keeps its words', () => {
  const tree = parseLight('> > > > > deep\n\n**a**')
  expect(Value.Check(RichText, tree)).toBe(true)
  expect(JSON.stringify(tree)).toContain('deep')
})

test('text that the parser might drop, for its depth, is shown as typed', () => {
  const nested = (depth: number) => parseLight(`${'> '.repeat(depth)}**deep**\n\nafter`)
  expect(JSON.stringify(nested(37))).toContain('deep')
  expect(nested(38)).toBeNull()
  expect(nested(60)).toBeNull()
})

test('a text and the URL of a link may be just as long as is allowed', () => {
  const text = '**x**'.padEnd(LONG_TEXT_MAX, 'y')
  expect(parseLight(text)).not.toBeNull()
  expect(parseLight(`${text}y`)).toBeNull()
  const href = 'https://x.test/'.padEnd(2000, 'a')
  expect(isAllowedHref(href)).toBe(true)
  expect(isAllowedHref(`${href}a`)).toBe(false)
})

test('the plain words of a text include the URLs of its links only for readers elsewhere', () => {
  const text = '**Bring** dice to [the *old*\nhall](/discordia/rules).\n\n> [a](/b)[c](/d)'
  expect(plainText('light', text)).toBe('Bring dice to the old\nhall.\n\nac')
  expect(plainText('light', text, 'https://x.test')).toBe(
    'Bring dice to the old\nhall (https://x.test/discordia/rules).\n\na (https://x.test/b)c (https://x.test/d)',
  )
  expect(plainText('plain', text, 'https://x.test')).toBe(text)
  expect(plainText('light', '*x* [https://x.test/a](https://x.test/a)', 'https://x.test')).toBe(
    'x https://x.test/a',
  )
})

test('the plain words of a text have a line for each part of it, in its order', () => {
  const picture = `/api/files/${'5'.repeat(32)}-640x480.jpg`
  const text = [
    '# Loot[^a]\n\n| Who | **What** |\n|-|-|\n| [Elf](/elves) | bow |\n| Orc |',
    `> [!TIP] Mind\n> the gap\n\n---\n\n![A map](${picture} "The isles"){width=50%}\n\n![](${picture})`,
    'Term\n: one\n: two\n\n- item\n\n[^a]: In *gold*.',
  ].join('\n\n')
  const lines = (end: string, elf: string) =>
    [
      'Loot[1]',
      `Who | What\n${elf} | bow\nOrc | `,
      ...['Mind', 'the gap', '[A map]\nThe isles', '[]', 'Term', 'one', 'two', 'item'],
      end,
    ].join('\n\n')
  expect(plainText('light', text)).toBe(lines('[1] In gold.', 'Elf'))
  expect(plainText('light', text, 'https://x.test')).toBe(
    lines('[1] In gold.', 'Elf (https://x.test/elves)'),
  )
})

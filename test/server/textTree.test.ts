import fc from 'fast-check'
import Value from 'typebox/value'
import { type Block, RichText } from '#contract/formatting.ts'
import { parseLight } from '#server/text/light.ts'

const NAME = `/api/files/${'5'.repeat(32)}-640x480`
const PICTURE = `${NAME}.jpg`
const paragraph = (...runs: unknown[]) => ({ type: 'paragraph', runs })
const image = (over: object = {}) => ({
  type: 'image',
  picture: { url: PICTURE, width: 640, height: 480 },
  pictures: [
    { url: `${NAME}-480.webp`, width: 480, height: 360 },
    { url: `${NAME}-640.webp`, width: 640, height: 480 },
  ],
  alt: 'Map',
  caption: null,
  share: null,
  ...over,
})

describe('a table', () => {
  const tableIn = (text: string) => parseLight(text)?.find(({ type }) => type === 'table')

  test('has the sides of its columns, and marks in its cells', () => {
    expect(
      parseLight('| A | B | C | D |\n|:--|:-:|--:|---|\n| 1 | **2** | [x](/y) | *a* b |'),
    ).toEqual([
      {
        type: 'table',
        align: ['start', 'center', 'end', null],
        head: [['A'], ['B'], ['C'], ['D']],
        rows: [
          [
            ['1'],
            [{ text: '2', strong: true }],
            [{ text: 'x', href: '/y' }],
            [{ text: 'a', em: true }, ' b'],
          ],
        ],
      },
    ])
  })

  test('has an escaped pipe as text', () => {
    expect(tableIn('| A | B |\n|-|-|\n| 1 \\| 2 | 3 |')).toMatchObject({
      rows: [[['1 | 2'], ['3']]],
    })
  })

  test('has as many cells in each row as columns: missing ones are empty, further ones are left out', () => {
    expect(tableIn('| A | B |\n|-|-|\n| 1 |\n| 1 | 2 | 3 |\n|')).toMatchObject({
      rows: [
        [['1'], []],
        [['1'], ['2']],
        [[], []],
      ],
    })
  })

  test('may follow a line of text, and stand in a list, a quote and a definition', () => {
    const rows = [[['1'], ['2']]]
    const table = (indent: string) => ['| A | B |', '|-|-|', '| 1 | 2 |'].join(`\n${indent}`)
    expect(parseLight(`Loot\n${table('')}`)).toMatchObject([paragraph('Loot'), { rows }])
    expect(parseLight(`- ${table('  ')}`)).toMatchObject([{ items: [[{ rows }]] }])
    expect(parseLight(`> ${table('> ')}`)).toMatchObject([{ blocks: [{ rows }] }])
    expect(parseLight(`Loot\n: ${table('    ')}`)).toMatchObject([
      { items: [{ term: ['Loot'], blocks: [{ rows }] }] },
    ])
  })

  test.each(['| A | B |\n| 1 | 2 |', '| A | B |\n|-|\n| 1 | 2 |', 'a | b'])(
    'is not %j: it is text as typed',
    (text) => expect(parseLight(text)).toBeNull(),
  )
})

describe('a picture', () => {
  test('of the site is a block with its sizes, its words, its caption and no width of its own', () => {
    expect(parseLight(`![A *fine* map](${PICTURE} "The isles")`)).toEqual([
      image({ alt: 'A fine map', caption: ['The isles'] }),
    ])
    expect(parseLight(`![](${PICTURE})`)).toEqual([image({ alt: '' })])
  })

  test.each([
    [0, 25],
    [25, 25],
    [30, 25],
    [40, 50],
    [60, 50],
    [75, 75],
    [88, 100],
    [999, 100],
  ])('that is to be %i percent wide has the nearest width, %i', (typed, share) => {
    expect(parseLight(`![Map](${PICTURE}){width=${typed}%}`)).toEqual([image({ share })])
  })

  test.each(['{width=50}', '{width=-5%}', '{width=1000%}', '{height=5%}', ' {width=50%}'])(
    'has no width by %j, which is text',
    (typed) =>
      expect(parseLight(`![Map](${PICTURE})${typed}`)).toEqual([image(), paragraph(typed)]),
  )

  test('within a line parts it', () => {
    expect(parseLight(`See\n![Map](${PICTURE}){width=50%}\n**here** ![Map](${PICTURE})`)).toEqual([
      paragraph('See'),
      image({ share: 50 }),
      paragraph({ text: 'here', strong: true }),
      image(),
    ])
  })

  test.each([
    'https://x.test/a.png',
    `https://x.test${PICTURE}`,
    '/api/files/a.png',
    `${NAME}.webp`,
    `/api/files/${'5'.repeat(32)}-0x480.jpg`,
    `/api/files/${'5'.repeat(32)}-64000x48000.jpg`,
    `/api/files/../files/${'5'.repeat(32)}-640x480.jpg`,
  ])('at %s is a link: none is loaded that the site did not make', (href) => {
    expect(parseLight(`![A *map*](${href})`)).toEqual([paragraph({ text: 'A map', href })])
    expect(parseLight(`![](${href})`)).toEqual([paragraph({ text: href, href })])
  })

  test.each(['javascript:alert(1)', 'data:image/png;base64,AA==', '//x.test/a.png'])(
    'at %s is text as typed',
    (href) => expect(parseLight(`![x](${href})`)).toBeNull(),
  )

  test('within a link of elsewhere is the words of that link', () => {
    expect(parseLight('[![x](https://x.test/a.png)](/rules/)')).toEqual([
      paragraph({ text: 'x', href: '/rules/' }),
    ])
  })

  test('in a cell or a heading, where no block fits, is a link', () => {
    const runs = [{ text: 'Map', href: PICTURE }]
    expect(parseLight(`# ![Map](${PICTURE})`)).toEqual([{ type: 'heading', level: 1, runs }])
    expect(parseLight(`| A | B |\n|-|-|\n| ![Map](${PICTURE}) | b |`)).toMatchObject([
      { rows: [[runs, ['b']]] },
    ])
  })
})

describe('a callout', () => {
  test.each([
    ['NOTE', 'note', 'Note'],
    ['tip', 'tip', 'Tip'],
    ['Warning', 'warning', 'Warning'],
    ['IMPORTANT', 'note', 'Important'],
    ['info', 'note', 'Info'],
    ['hint', 'tip', 'Hint'],
    ['CAUTION', 'warning', 'Caution'],
    ['danger', 'warning', 'Danger'],
  ])('may be named %s: it is a %s, and its title %s', (name, kind, title) => {
    expect(parseLight(`> [!${name}]\n> Mind the gap.`)).toEqual([
      { type: 'callout', kind, title: [title], blocks: [paragraph('Mind the gap.')] },
    ])
  })

  test('has the rest of its first line as its title, with marks', () => {
    expect(parseLight('> [!TIP] **Bold** title\n> First\n> line\n>\n> - one')).toEqual([
      {
        type: 'callout',
        kind: 'tip',
        title: [{ text: 'Bold', strong: true }, ' title'],
        blocks: [
          paragraph('First\nline'),
          { type: 'list', start: null, items: [[paragraph('one')]] },
        ],
      },
    ])
  })

  test('parts a link that goes on after its title', () => {
    expect(parseLight('> [!TIP] [long\n> link](/x) end')).toEqual([
      {
        type: 'callout',
        kind: 'tip',
        title: [{ text: 'long', href: '/x' }],
        blocks: [paragraph({ text: 'link', href: '/x' }, ' end')],
      },
    ])
  })

  test('may have a title alone, or no line of its own before a block', () => {
    expect(parseLight('> [!TIP] Alone')).toMatchObject([{ title: ['Alone'], blocks: [] }])
    expect(parseLight('> [!TIP]\n> # Head')).toMatchObject([
      { title: ['Tip'], blocks: [{ type: 'heading' }] },
    ])
  })

  test.each(['> [!OTHER] x', '> [! TIP]', '> x [!TIP]', '> x\n> [!TIP]', '> **[!TIP]**'])(
    'is not %j: that is a quote',
    (text) => expect(parseLight(text)).toMatchObject([{ type: 'quote' }]),
  )
})

describe('headings', () => {
  test.each([
    ['# a\n\n## b\n\n### c', [1, 2, 3]],
    ['#### a\n\n###### b', [1, 2]],
    ['# a\n\n#### b\n\n## c\n\n### d\n\n# e', [1, 2, 2, 3, 1]],
    ['## a\n\n# b\n\n## c', [1, 1, 2]],
    ['# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n### f', [1, 2, 3, 3, 3, 3]],
    ['#\n\n## a', [1]],
  ])('of %j have the levels %j, without gaps', (text, levels) => {
    const tree = parseLight(text) ?? []
    expect(tree.map((block) => block.type === 'heading' && block.level)).toEqual(levels)
  })

  test('go on within quotes', () => {
    expect(parseLight('# a\n\n> ## b\n\n## c')).toMatchObject([
      { level: 1 },
      { blocks: [{ level: 2 }] },
      { level: 2 },
    ])
  })
})

test('a list of definitions has terms, each with one or more texts', () => {
  expect(parseLight('**Elf**\n: Tall\n: Old\n\nOrc\n\n: Green\n\n  - strong')).toEqual([
    {
      type: 'definitions',
      items: [
        { term: [{ text: 'Elf', strong: true }], blocks: [paragraph('Tall'), paragraph('Old')] },
        {
          term: ['Orc'],
          blocks: [
            paragraph('Green'),
            { type: 'list', start: null, items: [[paragraph('strong')]] },
          ],
        },
      ],
    },
  ])
})

test('terms need no empty line between them, in a list and in a quote neither', () => {
  const items = [
    { term: ['Speed'], blocks: [paragraph('30'), paragraph('fast\nin water')] },
    { term: ['Armour'], blocks: [paragraph('15')] },
  ]
  const typed = 'Speed\n: 30\n: fast\nin water\nArmour\n: 15'
  expect(parseLight(typed)).toEqual([{ type: 'definitions', items }])
  expect(parseLight(`> ${typed.replaceAll('\n', '\n> ')}`)).toEqual([
    { type: 'quote', blocks: [{ type: 'definitions', items }] },
  ])
})

test('a definition that is nested too deep stands as paragraphs at the last depth', () => {
  expect(parseLight('> > > Elf\n> > > : Tall')).toEqual([
    {
      type: 'quote',
      blocks: [
        {
          type: 'quote',
          blocks: [{ type: 'quote', blocks: [paragraph('Elf'), paragraph('Tall')] }],
        },
      ],
    },
  ])
})

test.each(['---', '***', '- - -', '___'])('%s is a divider', (rule) => {
  expect(parseLight(`a\n\n${rule}\n\nb`)).toEqual([
    paragraph('a'),
    { type: 'divider' },
    paragraph('b'),
  ])
})

describe('footnotes', () => {
  const ref = (note: number) => ({ text: String(note), note })

  test('stand at the end, in the order in which the text refers to them', () => {
    const text = 'a[^z] b[^1] c[^z]\n\n[^1]: One\n[^z]: **Last** of\n    all\n\nThe end.'
    expect(parseLight(text)).toEqual([
      paragraph('a', ref(1), ' b', ref(2), ' c', ref(1)),
      paragraph('The end.'),
      { type: 'footnotes', notes: [[{ text: 'Last', strong: true }, ' of\nall'], ['One']] },
    ])
  })

  test('have lines alone: blocks in them are lines', () => {
    const text = 'a[^1]\n\n[^1]: One\n\n    > Two\n\n    - Three'
    expect(parseLight(text)?.at(-1)).toEqual({
      type: 'footnotes',
      notes: [['One', '\n', 'Two', '\n', 'Three']],
    })
  })

  test('may be referred to from cells, titles, definitions and other notes', () => {
    const text =
      '| A | B |\n|-|-|\n| a[^1] | b |\n\n> [!TIP] T[^2]\n\nTerm[^3]\n: x[^1]\n\n[^1]: N[^4]\n[^2]: N\n[^3]: N\n[^4]: Deep'
    const tree = JSON.stringify(parseLight(text))
    expect(tree.match(/"note":\d/g)?.map((one) => one.at(-1))).toEqual(['1', '2', '3', '1', '4'])
    expect(parseLight(text)?.at(-1)).toMatchObject({
      notes: [['N', ref(4)], ['N'], ['N'], ['Deep']],
    })
  })

  test('to which nothing refers leave all brackets of the text as text, so that no word is lost', () => {
    expect(parseLight('**a**[^1]\n\n[^1]: One\n[^2]: Two')).toEqual([
      paragraph({ text: 'a', strong: true }, '[^1]'),
      paragraph('[^1]: One\n[^2]: Two'),
    ])
    expect(parseLight('a\n\n[^1]: One')).toBeNull()
  })

  test('of the same name leave all brackets as text, too', () => {
    expect(parseLight('a[^1]\n\n[^1]: One\n[^1]: Two')).toBeNull()
  })

  test('that no text defines, and those within a line, are text', () => {
    expect(parseLight('a[^1]')).toBeNull()
    expect(parseLight('a ^[one]')).toBeNull()
    expect(parseLight('a[^1] [^2]\n\n[^1]: One')).toMatchObject([
      paragraph('a', ref(1), ' [^2]'),
      { notes: [['One']] },
    ])
  })
})

/** Levels of headings in the order of the text. */
const levelsIn = (blocks: readonly Block[]): number[] =>
  [...JSON.stringify(blocks).matchAll(/"type":"heading","level":(\d+)/g)].map(([, level]) =>
    Number(level),
  )

test('the tree of any text fits the schema, its headings have no gaps, and its notes and numbers agree', () => {
  const piece = fc.constantFrom(
    ...['# ', '## ', '#### ', '> ', '- ', '1. ', ': ', '    ', '  ', '\n', '\n\n', '| a | b |\n'],
    ...['|-|:-:|\n', '| ', '---\n', '**', '*', '[', ']', '(/x)', '(https://x.test)', '\\', ' '],
    ...['[!TIP]', '[!x] ', '[^1]', '[^a]', '[^1]: ', '[^a]: ', `![m](${PICTURE})`, '{width=60%}'],
    ...['![', `![m](${PICTURE} "c")`, '![x](https://x.test/a.png)', 'word', 'é\u202E', '&amp;'],
  )
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (typed) => {
      const tree = parseLight(typed)
      if (tree === null) return
      expect([typed, [...Value.Errors(RichText, tree)]]).toEqual([typed, []])
      const levels = levelsIn(tree)
      for (const [at, level] of levels.entries())
        expect([typed, level <= (levels[at - 1] ?? 0) + 1 && level <= 3]).toEqual([typed, true])
      const json = JSON.stringify(tree)
      const last = tree.at(-1)
      const count = last?.type === 'footnotes' ? last.notes.length : 0
      for (const [, note] of json.matchAll(/"note":(\d+)/g))
        expect([typed, Number(note) >= 1 && Number(note) <= count]).toEqual([typed, true])
      expect(json.split('"type":"footnotes"').length - 1).toBe(count > 0 ? 1 : 0)
    }),
    { numRuns: 2000 },
  )
})

test('no word of a text is lost, but for cells beyond the columns', () => {
  const word = 'WORD'
  const piece = fc.constantFrom(
    ...['# ', '## ', '> ', '- ', '1. ', ': ', '    ', '  ', '\n', '\n\n', '---\n', '**', '*', '['],
    ...[
      ']',
      '(/x)',
      '\\',
      ' ',
      '[!TIP]',
      '[^1]',
      '[^a]',
      '[^1]: ',
      '[^a]: ',
      '![',
      `](${PICTURE})`,
    ],
    ...['{width=60%}', word, word, word, word],
  )
  const text = fc.array(piece, { maxLength: 40 }).map((pieces) => {
    let count = 0
    return pieces.map((one) => (one === word ? `w${count++}d` : one)).join('')
  })
  fc.assert(
    fc.property(text, (typed) => {
      const tree = JSON.stringify(parseLight(typed) ?? typed)
      const lost = (typed.match(/w\d+d/g) ?? []).filter((one) => !tree.includes(one))
      expect([typed, lost]).toEqual([typed, []])
    }),
    { numRuns: 3000 },
  )
})

import Value from 'typebox/value'
import { LONG_TEXT_MAX } from '#contract/fields.ts'
import { RichText, SUB_ENTRIES_MAX } from '#contract/formatting.ts'
import type { GlossarySubEntry } from '#contract/glossary.ts'
import { parseLight, plainText } from '#server/text/light.ts'
import { isAllowedHref } from '#server/text/markdown.ts'
import {
  addGlossaryType,
  decide,
  entryForm,
  glossaryCalls,
} from '#test/helpers/fixtures/glossary.ts'
import { playersOf, serverTests } from '#test/helpers/server/serverTests.ts'
import { engines, startServer } from '#test/helpers/server/startServer.ts'

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

const PICTURE = `![m](/api/files/${'5'.repeat(32)}-640x480.jpg)`

/** The text made of one piece, as long as a text may be. */
const repeated = (piece: string) => (size: number) => piece.repeat(size / piece.length)

const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|\n'.repeat(rows)}`

const numbered = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('')

/** @param size characters, about */
const ATTACKS: Readonly<Record<string, (size: number) => string>> = {
  'a table of 5,000 columns': (size) => table(size / 4, 0),
  'rows without cells below many columns': (size) => table(size / 8, size / 4),
  'very many rows below a few columns': (size) => table(50, size / 2 - 200),
  'notes and numbers': (size) =>
    `${numbered(size / 20, (at) => `[^${at}] `)}\n\n${numbered(size / 20, (at) => `[^${at}]: n\n`)}`,
  'numbers of one note': (size) => `${'[^1]'.repeat(size / 4 - 3)}\n\n[^1]: n`,
  'notes that refer to the next': (size) =>
    `[^0]\n\n${numbered(size / 20, (at) => `[^${at}]: n[^${at + 1}]\n`)}`,
  'definitions within definitions': (size) =>
    numbered(Math.sqrt(size / 4), (at) => `${' '.repeat(4 * at)}a\n${' '.repeat(4 * at)}: b\n\n`),
  ...Object.fromEntries(
    [
      ...['> ', '- ', '1. ', ': ', '> [!TIP] ', '> [!TIP]\n\n', 'a\n: b\n\n', 'a\n\n: b\n'],
      ...['[^', '![', '|', '\\|', '| ', '|-', 'a|b\n', '-|-\n', '[^1]:', '[^1]: [^1', '[^1]: a\n'],
      ...['![a](', '![a](<', '![[', '[![', '[!', '(x "', '---\n', '# a\n', '###### a\n# b\n'],
      ...[PICTURE, `${PICTURE}{width=50%}`, `${PICTURE} `, '![a](/b "c")', '{width=50%}'],
    ].map((piece) => [JSON.stringify(piece.slice(0, 20)), repeated(piece)]),
  ),
}

/** Milliseconds, the least of some runs. */
function cost(text: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const began = performance.now()
    parseLight(text)
    return performance.now() - began
  })
  return Math.min(...runs)
}

/** A common text of full length: below its cost no ratio says anything. */
const COMMON = repeated('**A** plain [line](/rules/) of *words*.\n\n- one\n')(LONG_TEXT_MAX)
let commonCost: number
beforeAll(() => {
  commonCost = cost(COMMON)
})

test.each(Object.entries(ATTACKS))(
  '%s cost little more than half of them, and fit the schema',
  (_name, attack) => {
    const [half, full] = [attack(LONG_TEXT_MAX / 2), attack(LONG_TEXT_MAX)]
    expect(full.length).toBeGreaterThan(LONG_TEXT_MAX / 3)
    // Twice the length costs twice as much, or four times; what grows faster costs at least eight times.
    expect(cost(full) / Math.max(cost(half), commonCost)).toBeLessThan(7)
    const tree = parseLight(full)
    if (tree !== null) expect([...Value.Errors(RichText, tree)]).toEqual([])
  },
)

test.each(['> ', '- ', '1. ', ': ', '> - ', '> [!TIP] '])(
  '1,000 times %j within each other keep the words',
  (mark) => {
    const text = `a\n${mark.repeat(1000)}**deep**`
    const tree = parseLight(text)
    if (tree !== null) {
      expect(JSON.stringify(tree)).toContain('deep')
      expect([...Value.Errors(RichText, tree)]).toEqual([])
    }
  },
)

test('a table of more cells than are shown is text as typed, and one of fewer is a table', () => {
  const filled = (rows: number) => `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(rows)}`
  expect(parseLight(filled(1000))).toMatchObject([{ type: 'table' }])
  expect(parseLight(filled(2000))).toBeNull()
})

test('10,000 notes are text as typed: there is no place for them', () => {
  const notes = numbered(10_000, (at) => `[^${at}]\n\n[^${at}]: n\n`)
  expect(parseLight(notes)).toBeNull()
})

const strong = (text: string) => [{ type: 'paragraph', runs: [{ text, strong: true }] }]

serverTests('texts of members with light formatting on %s', (server) => {
  beforeEach(() => server.empty())
  const [mara] = playersOf(server, 'Mara')

  const call = (method: 'POST' | 'PUT' | 'GET', path: string, payload?: object) =>
    server.send(method, `/api${path}`, mara.auth, payload)
  const preview = (texts: readonly string[]) => call('POST', '/texts/preview/', { texts })

  test('are previewed in the order of the texts; a text without formatting has no tree', async () => {
    const shown = await preview(['**Loud**', 'As typed.\nTwice.', '', '[x](javascript:alert(1))'])
    expect([shown.statusCode, shown.json()]).toEqual([
      200,
      { trees: [strong('Loud'), null, null, null] },
    ])
  })

  test.each([
    ['no texts', [], 'wrong_count texts'],
    ['too many texts', Array(SUB_ENTRIES_MAX + 1).fill('x'), 'wrong_count texts'],
    ['a text that no field takes', ['x'.repeat(LONG_TEXT_MAX + 1)], 'too_long texts.0'],
    ['more than an entry may have', Array(6).fill('x'.repeat(LONG_TEXT_MAX)), 'too_long texts'],
    ['characters that nobody sees', ['a\u0000b'], 'bad_text texts'],
  ])('are not previewed if there are %s', async (_what, texts, error) => {
    const refused = await preview(texts)
    const [first] = refused.json().errors
    expect([refused.statusCode, `${first.code} ${first.attr}`]).toEqual([400, error])
  })

  test('on the page of a group have trees beside them', async () => {
    const { id } = (await call('POST', '/rpggroups/create/', { name: 'Ravens' })).json()
    const [group] = (await call('GET', '/rpggroups/list')).json()
    const path = `/rpggroups/page/${id ?? group.id}`
    const texts = { purpose: '**We fly**', note: 'Bring dice', talk_url: null }
    const saved = (await call('PUT', path, { ...texts, version: 0 })).json()
    expect(saved).toMatchObject({ purpose: '**We fly**', purpose_rich: strong('We fly') })
    expect(saved).not.toHaveProperty('note_rich')
    const read = (await call('GET', path)).json()
    expect(read.purpose_rich).toEqual(saved.purpose_rich)
  })

  describe('of an entry', () => {
    const glossary = () => glossaryCalls(server, mara)
    async function create(more: Record<string, string>) {
      const entry_type = await addGlossaryType(server, 'Places')
      return glossary().create(entryForm({ title: 'Halm', entry_type, ...more }))
    }
    async function sectionOf(more: Record<string, string>) {
      const { id } = (await create(more)).json()
      const sent = await glossary().extend(id, [{ title: 'Walls', content: '**Old**' }])
      const [written] = sent.json<GlossarySubEntry[]>()
      const [read] = (await glossary().sections(id)).json<GlossarySubEntry[]>()
      expect(read).toEqual(written)
      return { id, section: read }
    }

    test('are formatted if its form requests it', async () => {
      const { id, section } = await sectionOf({ format: 'light' })
      expect(section).toMatchObject({ content: '**Old**', content_rich: strong('Old') })
      const [pending] = await glossary().entries({ showMyEntries: 'true' })
      expect(pending).toMatchObject({ excerpt: 'Old' })
      expect(pending).not.toHaveProperty('format')
      await decide(server, id, 'rejected_at')
      const [rejected] = await glossary().entries({ showMyEntries: 'true' })
      expect(rejected).toMatchObject({ format: 'light' })
    })

    test.each<Record<string, string>>([{}, { format: 'plain' }])(
      'are shown as typed with %j',
      async (more) => {
        const { id, section } = await sectionOf(more)
        expect(section).not.toHaveProperty('content_rich')
        await decide(server, id, 'rejected_at')
        const [rejected] = await glossary().entries({ showMyEntries: 'true' })
        expect(rejected).not.toHaveProperty('format')
      },
    )

    test('follow the last of two first calls', async () => {
      const entry_type = await addGlossaryType(server, 'Places')
      const form = (more: object) => entryForm({ title: 'Halm', entry_type, ...more })
      const first = (await glossary().create(form({ format: 'light' }))).json()
      const second = (await glossary().create(form({}))).json()
      expect(second).toEqual(first)
      const sent = await glossary().extend(first.id, [{ title: 'Walls', content: '**Old**' }])
      expect(sent.json()[0]).not.toHaveProperty('content_rich')
    })

    test.each(['markdown', 'LIGHT', ''])('refuse the format %j', async (format) => {
      const refused = await create({ format })
      const errors = refused
        .json()
        .errors.map(({ code, attr }: Record<string, string>) => [code, attr])
      expect([refused.statusCode, errors]).toEqual([400, [['invalid_choice', 'format']]])
      expect(await glossary().entries({ showMyEntries: 'true' })).toEqual([])
    })
  })
})

test.each(engines)('a member previews 60 times a minute on %s', async (engine) => {
  const server = await startServer(engine, { RATE_LIMITS: 'on' })
  try {
    const { auth: headers } = await server.addUser('Mara')
    const ask = { method: 'POST', url: '/api/texts/preview/', headers } as const
    const send = async () =>
      (await server.app.inject({ ...ask, payload: { texts: ['x'] } })).statusCode
    const responses: number[] = []
    for (let at = 0; at < 61; at++) responses.push(await send())
    expect(responses).toEqual([...Array(60).fill(200), 429])
  } finally {
    await server.close()
  }
})

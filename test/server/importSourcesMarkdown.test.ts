import { readMarkdown } from '#server/transfer/sources/markdown/read.ts'
import { UnreadableSource } from '#server/transfer/sources/source.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { sourceFiles, withTexts } from '#test/helpers/server/sourceFiles.ts'

const read = async (contents: Readonly<Record<string, string | Buffer>>) =>
  inWords(withTexts(await readMarkdown(sourceFiles(contents))))

async function entryOf(text: string | Buffer, name = 'Salt.md') {
  const { entries } = await read({ [name]: text })
  if (entries[0] === undefined) throw new Error('no entry')
  return entries[0]
}

const outline = ({ sections }: Awaited<ReturnType<typeof entryOf>>) =>
  sections.map(({ level, title }) => `${level} ${title}`)

test('each text is an entry; its folders are its kind and part', async () => {
  const { entries, losses } = await read({
    'Places/Coast/Harbour 10.md': 'Boats.',
    'Places/Coast/Harbour 2.markdown': 'Ropes.',
    'Places/README.md': 'All places.',
    'salt.txt': 'White.',
  })
  expect(entries).toEqual([
    {
      id: 'Places/Coast/Harbour 2',
      place: 'Places/Coast/Harbour 2.markdown',
      title: 'Harbour 2',
      kind: 'Places',
      part: 'Coast',
      aliases: [],
      description: 'Ropes.',
      sections: [],
      fields: {},
    },
    expect.objectContaining({ id: 'Places/Coast/Harbour 10', title: 'Harbour 10' }),
    expect.objectContaining({ id: 'Places/README', title: 'Places', kind: 'Places', part: null }),
    expect.objectContaining({ id: 'salt', title: 'salt', kind: null, description: 'White.' }),
  ])
  expect(losses).toEqual([])
})

test('texts whose names differ in the extension alone are two entries', async () => {
  const { entries } = await read({ 'salt.md': 'a', 'salt.txt': 'b', 'see.md': '[a](salt.txt)' })
  expect(entries.map(({ id }) => id)).toEqual(['salt', 'salt.txt', 'see'])
  expect(entries[2]?.description).toBe('[a](entry:salt.txt)')
})

test('digits that Notion adds to names are no part of them', async () => {
  const digits = '0123456789abcdef0123456789abcdef'
  expect(await entryOf('', `Places ${digits}/Salt ${digits}.md`)).toMatchObject({
    title: 'Salt',
    kind: 'Places',
  })
})

test('front matter has title, kind, part, aliases and order; the rest are fields', async () => {
  const text = `---
Title: "Salt: the white"
type: Mineral
category: [Food, Trade]
subcategory: Rock
aliases: [Sel, "White gold"]
order: 3
price: 1.10
id: 9007199254740993
found: 2026-01-02
near: [[Harbour]]
links: {north: Coast}
empty:
---
White.`
  expect(await entryOf(text, 'Places/x.md')).toMatchObject({
    title: 'Salt: the white',
    kind: 'Mineral',
    part: 'Rock',
    aliases: ['Sel', 'White gold'],
    description: 'White.',
    fields: {
      category: 'Food, Trade',
      price: '1.10',
      id: '9007199254740993',
      found: '2026-01-02',
      near: 'Harbour',
      links: 'north: Coast',
    },
  })
  expect((await entryOf('---\naliases: Sel, Sol\n---\n')).aliases).toEqual(['Sel', 'Sol'])
})

test('the order is that of the front matter, then that of the names', async () => {
  const ordered = (order: string) => `---\norder: ${order}\n---\n`
  const { entries } = await read({
    'a.md': '',
    'b.md': ordered('10'),
    'c.md': ordered('2'),
    'd.md': ordered('first'),
  })
  expect(entries.map(({ title }) => title).join('')).toBe('cbad')
  expect(entries[3]?.fields).toEqual({ order: 'first' })
})

test.each([
  ['a value with a colon', 'title: Salt: white', 'title: Salt: white'],
  ['a name twice', 'title: a\ntitle: b', 'title: a\ntitle: b'],
  ['nesting without end', `a: ${'['.repeat(20_000)}`, `a: ${String.raw`\[`.repeat(20_000)}`],
  [
    'lines that repeat others',
    `a: &a [x]\nb: [${Array(20).fill('*a').join()}]`,
    `a: &a \\[x\\]\nb: \\[${Array(20).fill(String.raw`\*a`).join()}\\]`,
  ],
])('front matter that is not valid is text, and a loss: %s', async (_what, yaml, shown) => {
  const { entries, losses } = await read({ 'Salt.md': `---\n${yaml}\n---\n# White\n\nText.` })
  expect(entries[0]).toMatchObject({ title: 'White', description: `${shown}\n\nText.`, fields: {} })
  expect(losses).toEqual([
    {
      place: 'Salt.md',
      problem: expect.stringMatching(/^The front matter is not valid, and is text\. /),
    },
  ])
})

test('a line across the text is no front matter', async () => {
  expect((await entryOf('---\nOnce upon\n---\n')).sections).toMatchObject([{ title: 'Once upon' }])
  expect((await entryOf('---\nOnce upon')).description).toBe('---\n\nOnce upon')
  expect((await entryOf('---\n---\nOnce')).description).toBe('Once')
})

test('the only heading of the first level at the top is the title', async () => {
  const entry = await entryOf(
    '# The *salt* of `x`\n\nWhite.\n\n## Use\n\nFood.\n\n### Trade\n\n## Where\n',
  )
  expect(entry).toMatchObject({ title: 'The salt of x', description: 'White.' })
  expect(outline(entry)).toEqual(['0 Use', '1 Trade', '0 Where'])
  expect(entry.sections[0]?.content).toBe('Food.')
})

test('the title of the front matter is no section, and another heading is one', async () => {
  const same = await entryOf('---\ntitle: Salt\n---\n# salt\na\n# Use\nb')
  expect([same.title, same.description, ...outline(same)]).toEqual(['Salt', 'a', '0 Use'])
  const other = await entryOf('---\ntitle: Salt\n---\n# White\na\n## Use')
  expect([other.title, ...outline(other)]).toEqual(['Salt', '0 White', '1 Use'])
  const several = await entryOf('# White\na\n# Use\nb', 'Salt.md')
  expect([several.title, ...outline(several)]).toEqual(['Salt', '0 White', '0 Use'])
})

test('the highest heading is the first level, and no level is left out', async () => {
  expect(outline(await entryOf('### a\n###### b\n#### c\n## d\n'))).toEqual([
    '0 a',
    '1 b',
    '1 c',
    '0 d',
  ])
})

test('underlined headings are headings; those in code, quotes and lists are not', async () => {
  const text = `Use\n---\n\n~~~\n# code\n~~~\n\n    # code\n\n> # quote\n\n- # item\n\nWhere\n---\nHere.`
  const entry = await entryOf(text)
  expect(outline(entry)).toEqual(['0 Use', '0 Where'])
  expect(entry.sections[0]?.content).toBe('\\# code\n\n\\# code\n\n> # quote\n\n- # item')
})

test('pictures and notes in a heading begin its section', async () => {
  const { entries, losses } = await read({
    'Salt.md': '## Use ![map](map.png) of [it](Salt.md)[^a]\n\nFood.\n\n[^a]: Long ago.',
    'map.png': '',
  })
  expect(entries[0]?.sections).toEqual([
    {
      title: 'Use of it',
      level: 0,
      content: '![map](picture:map.png)[^1]\n\nFood.\n\n[^1]: Long ago.',
    },
  ])
  expect(losses).toEqual([
    { place: 'Salt.md', problem: 'The link in the heading “Use of it” is not imported.' },
  ])
})

test('texts are read in other encodings and with other line ends', async () => {
  const text = '---\r\ntitle: Grüße\r\n---\r\n## Ende\r\n\r\nÄh.\r\n'
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(`\uFEFF${text}`, 'utf16le'),
    Buffer.from(text, 'latin1'),
  ])
    expect(await entryOf(bytes)).toMatchObject({
      title: 'Grüße',
      sections: [{ title: 'Ende', content: 'Äh.' }],
    })
})

test('pictures that texts show are files of the source; other files are losses', async () => {
  const { files, losses } = await read({
    'a.md': '![](img/a.png)',
    'img/a.png': 'pixels',
    'img/b.jpg': '',
    'notes.pdf': '',
  })
  expect([...files.keys()]).toEqual(['img/a.png'])
  expect(String(await files.get('img/a.png')?.bytes())).toBe('pixels')
  expect(losses).toEqual([
    { place: 'img/b.jpg', problem: 'No text shows this picture: it is not imported.' },
    { place: 'notes.pdf', problem: 'We don’t import this kind of file.' },
  ])
})

test('a text of more than 2 MB is left out, and texts have a limit together', async () => {
  const { entries, losses } = await read({ 'a.md': 'x'.repeat(2 * 1024 * 1024 + 1), 'b.md': 'x' })
  expect(entries.map(({ id }) => id)).toEqual(['b'])
  expect(losses).toEqual([
    { place: 'a.md', problem: 'The text has more than 2 MB: it is left out.' },
  ])
  const large = { size: 2 * 1024 * 1024, bytes: () => Promise.resolve(Buffer.alloc(0)) }
  const names = Array.from({ length: 33 }, (_, index) => `${index}.md`)
  const many = new Map(names.map((name) => [name, { ...large, name }]))
  await expect(readMarkdown(many)).rejects.toThrow(UnreadableSource)
})

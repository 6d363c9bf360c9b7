import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { spreadsheet } from '#test/helpers/fixtures/spreadsheets.ts'
import { importedBy } from '#test/helpers/server/importedBy.ts'
import { deskTests, playersOf, serverTests, staffOf } from '#test/helpers/server/serverTests.ts'

/* What a file says is in the entries, or the report names it. */
serverTests('an import knows files of other programs on %s', (server) => {
  beforeEach(() => server.empty())
  const [ada] = playersOf(server, 'Ada')

  const imported = (name: string, file: Buffer | string) => importedBy(server, ada, name, file)

  describe('of another program', () => {
    const journal = (id: string, words: string, more: object = {}) => ({
      _id: id,
      name: id,
      pages: [{ name: id, type: 'text', text: { content: `<p>${words}</p>` } }],
      ownership: { default: 2 },
      ...more,
    })

    test('a module of Foundry is its packs, and a README is named', async () => {
      const zip = await zipOf({
        'lamps/module.json': '{"id":"lamps","packs":[]}',
        'lamps/README.md': '# Lamps',
        'lamps/packs/rules.db': JSON.stringify(journal('Burning', 'Oil burns an hour.')),
      })
      const { texts, problems } = await imported('module.zip', zip)
      expect(texts).toEqual({ Burning: 'Oil burns an hour.' })
      expect(problems).toEqual(['We don’t import this kind of file.'])
    })

    test('sources of packs are journals with their folders', async () => {
      const zip = await zipOf({
        'packs/guide/_folder.json': JSON.stringify({
          _id: 'f1',
          name: 'Guides',
          sorting: 'a',
          _key: '!folders!f1',
        }),
        'packs/guide/intro.json': JSON.stringify(
          journal('Intro', 'Hello.', { folder: 'f1', _key: '!journal!Intro' }),
        ),
        'packs/other/more.json': JSON.stringify(
          journal('More', 'Words.', { _key: '!journal!More' }),
        ),
      })
      expect((await imported('packs.zip', zip)).texts).toEqual({ Intro: 'Hello.', More: 'Words.' })
      const parts = await server.deps.db.selectFrom('glossary_subtypes').select('name').execute()
      expect(parts).toEqual([{ name: 'Guides' }])
    })

    test('an archive within one is read as Notion exports it', async () => {
      const inner = await zipOf({
        'Coast.md': '# Coast\n\nSalt.',
        'Coast/Wenna.md': '# Wenna\n\nKeeper.',
      })
      const zip = await zipOf({ 'ExportBlock-1-Part-1.zip': inner })
      expect((await imported('notion.zip', zip)).texts).toEqual({
        Coast: 'Salt.',
        Wenna: 'Keeper.',
      })
    })

    test('names of a Mac and of Windows are those that people know', async () => {
      const zip = await zipOf({
        'U\u0308bung.md': 'Words',
        'Start.md': 'See [[Übung]].',
        '__MACOSX/._Start.md': 'x',
      })
      // The mark for UTF-8 in both lists of names.
      for (const [start, flags] of [
        ['PK\u0003\u0004', 6],
        ['PK\u0001\u0002', 8],
      ] as const)
        for (let at = zip.indexOf(start); at !== -1; at = zip.indexOf(start, at + 1))
          zip.writeUInt16LE(0, at + flags)
      const { texts, problems } = await imported('mac.zip', zip)
      expect(Object.keys(texts).sort()).toEqual(['Start', 'Übung'])
      expect(texts['Start']).toContain('/discordia/world?entry=')
      expect(problems).toEqual([])
    })

    const json = (value: unknown) => Buffer.from(JSON.stringify(value))
    const office = (kind: string) =>
      zipOf({ mimetype: `application/vnd.oasis.opendocument.${kind}`, 'content.xml': '' })
    const wenna = { id: '1', title: 'Wenna', template: 'person', content: '[b]x[/b]' }
    const novel = { 'N.scriv/N.scrivx': '', 'N.scriv/Files/version.txt': '16' }
    const packs = { 'w/packs/a/000005.ldb': '', 'w/packs/a/CURRENT': '' }
    const world = { 'w/world.json': '{}', 'w/README.md': 'x', ...packs }
    const spells = { 'data/a.json': '{"spell":[{"name":"Light","source":"OWN"}]}', 'b.json': '{}' }
    test.each<readonly [name: string, bytes: Buffer | Promise<Buffer>, words: RegExp]>([
      ['items.json', json({ item: [{ name: 'Lamp', source: 'OWN' }] }), /5etools/],
      ['wenna.json', json(wenna), /World Anvil/],
      ['game.json', json({ schema_version: 3, handouts: [] }), /Roll20/],
      ['Board.canvas', json({ nodes: [], edges: [] }), /Obsidian Canvas/],
      ['page.html', Buffer.from('<h1>Lamps</h1>'), /HTML.*\.docx/],
      ['page.doc', Buffer.from('<html><body>x</body></html>'), /HTML.*\.docx/],
      ['a.pdf', Buffer.from('%PDF-1.7'), /PDF.*\.docx/],
      ['a.txt', Buffer.from('%PDF-1.7'), /PDF.*\.docx/],
      ['a.rtf', Buffer.from('{\\rtf1 x}'), /RTF.*\.docx/],
      ['a.docx', Buffer.from('{\\rtf1 x}'), /RTF.*\.docx/],
      ['a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /XLSX/],
      ['a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.docx/],
      ['a.tar.gz', Buffer.from('1f8b0800', 'hex'), /gzip.*Unpack/],
      ['a.7z', Buffer.from('377abcaf271c', 'hex'), /7z.*Unpack/],
      ['a.rar', Buffer.from('Rar!'), /RAR.*Unpack/],
      ['a.csv', Buffer.alloc(0), /empty/],
      ['a.odt', office('text'), /OpenDocument.*\.docx/],
      ['a.zip', office('spreadsheet'), /OpenDocument.*\.xlsx/],
      ['a.epub', zipOf({ mimetype: 'application/epub+zip', 'a.xhtml': '' }), /EPUB/],
      ['a.pages', zipOf({ 'Index/Document.iwa': '', 'preview.jpg': '' }), /Pages/],
      ['novel.zip', zipOf(novel), /Scrivener/],
      ['world.zip', zipOf(world), /database of Foundry/],
      ['web.zip', zipOf({ 'a.html': '<h1>x</h1>', 'b.html': '' }), /HTML/],
      ['own.zip', zipOf(spells), /5etools/],
    ])('%s is refused by what it is', async (name, bytes, words) => {
      const { refusal, texts } = await imported(name, await bytes)
      expect(refusal).toMatch(words)
      expect(texts).toEqual({})
    })
  })
})

/* What a source says of an entry by name, such as front matter, is in the entry, or the report names it. */

type Entry = { title: string; state: string; description: string; sections?: Section[] }

type Section = { title: string; content: string; sections?: Section[] }

type Report = {
  problems: object[]
  losses: { place: string; problem: string }[]
  recognised: { columns: { name: string; field: string | null }[] }
}

const note = (front: string, body = 'Text.') => `---\n${front}\n---\n\n${body}\n`

const textOf = ({ description, sections = [] }: Pick<Entry, 'description' | 'sections'>): string =>
  [
    description,
    ...sections.map(({ title, content, sections: within }) =>
      [title, textOf({ description: content, ...(within && { sections: within }) })].join('\n'),
    ),
  ].join('\n')

deskTests('values that a source has by name', {}, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')
  const send = async (bytes: Buffer, name = 'vault.zip', mapping = {}, call = 'glossary') => {
    const report: Report = (await ada.transfer(call, bytes, name, mapping)).json()
    expect(report.problems).toEqual([])
    return report
  }
  const vault = async (files: Record<string, string>, mapping = {}, call = 'glossary') =>
    send(await zipOf(files), 'vault.zip', mapping, call)
  const entries = async (): Promise<Entry[]> => (await ada.get('/transfer/glossary')).json().entries
  const entryOf = async (title: string) => {
    const found = (await entries()).find((one) => one.title === title)
    if (found === undefined) throw new Error(`${title} is missing`)
    return textOf({ ...found, description: found.description })
  }

  test('front matter is a list of values, as it was typed, in glossary and rules', async () => {
    const files = {
      'People/Wenna.md': note(
        'class: Lamp keeper\nlevel: 07\nHP: "31 of 40"\nborn: 2001-01-02\nshare: 1_000\ntags: [coast, guild]\nEvolves:\n- Into: "[[Tarn]]"\n  Item: "*Water* stone"\nempty:\nnone: ~\nlanguage: Elvish\nstate: Bavaria\nformat: A5\nconstructor: Ada\n__proto__: Bo',
      ),
      'People/Tarn.md': note('class: Diver\nnote: |\n  - one\n  # two'),
    }
    const report = await vault(files)
    expect(report.losses).toEqual([])
    expect(await entryOf('Wenna')).toMatch(
      /Details\nclass\n: Lamp keeper\n\nlevel\n: 07\n\nHP\n: 31 of 40\n\nborn\n: 2001-01-02\n\nshare\n: 1\\_000\n\ntags\n: coast, guild\n\nEvolves\n: Into: \[Tarn\]\(entry:[^)]+\); Item: \\\*Water\\\* stone\n\nlanguage\n: Elvish\n\nstate\n: Bavaria\n\nformat\n: A5\n\nconstructor\n: Ada\n\n\\_\\_proto\\_\\_\n: Bo$/,
    )
    expect(await entryOf('Tarn')).toMatch(/note\n: \\- one\n {4}\\# two$/)
    expect(await vault(files)).toMatchObject({ added: 0, changed: 0, losses: [] })
    expect((await vault(files, {}, 'rules')).losses).toEqual([])
    const rules: { entries: Entry[] } = (await ada.get('/transfer/rules')).json()
    const [wenna] = rules.entries.filter(({ title }) => title === 'Wenna')
    expect(wenna && textOf({ ...wenna, description: '' })).toContain('class\n: Lamp keeper')
  })

  test('a list has room for 50 values, and the others are named', async () => {
    const front = Array.from({ length: 53 }, (_, index) => `value ${index}: ${index}`).join('\n')
    const { losses } = await vault({ 'a.md': note(front), 'b.md': 'B' })
    expect(losses).toEqual([
      { place: 'a.md', problem: expect.stringMatching(/50.*value 50, value 51 and value 52/) },
    ])
    expect(await entryOf('a')).toMatch(/value 49\n: 49$/)
  })

  test('properties of the program itself are counted and left out', async () => {
    const front =
      'position: 3\ncssclasses: [wide]\nkanban-plugin: board\nuuid: 1-2\nexcalidraw-plugin: parsed'
    const { losses } = await vault({ 'a.md': note(front), 'b.md': note('position: 4') })
    expect(losses.map(({ problem }) => problem)).toEqual(
      ['position', 'cssclasses', 'kanban-plugin', 'uuid', 'excalidraw-plugin'].map((name) =>
        expect.stringMatching(`“${name}”.*${name === 'position' ? 2 : 1}`),
      ),
    )
    expect(await entryOf('a')).toBe('Text.')
  })

  test('each name goes to a field, to the list, or stays out, and what stays out is named', async () => {
    const files = {
      'a.md': note('class: Diver\nrank: 2\nHP: 5\nborn: early\ncalled: Al, Alf'),
      'b.md': note('rank: 1\nborn: late'),
    }
    const { recognised } = await vault(files, {}, 'glossary/check')
    expect(recognised.columns).toEqual(
      ['class', 'rank', 'HP', 'born', 'called'].map((name) => ({ name, field: 'list' })),
    )
    const columns = { class: 'kind', rank: 'order', HP: null, born: 'section', called: 'aliases' }
    const report = await vault(files, { columns })
    expect(report.losses).toEqual([{ place: 'file', problem: expect.stringMatching(/“HP”.*1/) }])
    expect(report.recognised).toMatchObject({ kinds: [{ name: '' }, { name: 'Diver' }] })
    const [b, a] = await entries()
    expect([b?.title, a?.title]).toEqual(['b', 'a'])
    expect(a).toMatchObject({
      aliases: ['Al', 'Alf'],
      sections: [{ title: 'born', content: 'early' }],
    })
    expect((await vault(files, {}, 'glossary/check')).losses).toEqual(report.losses)
  })

  test('values of news and events that are no field of theirs are in their text', async () => {
    const { losses } = await vault(
      {
        'a.md': note(
          'title: A\ndate: 2020-05-01\npublished: 2020-06-01\nauthor: Mara\nlocation: Hafen',
        ),
      },
      {},
      'contents',
    )
    const [article] = (await ada.get('/contents')).json()
    expect(article).toMatchObject({ publish_at: '2020-04-30T22:00:00.000Z' })
    expect(article.description).toBe(
      'Text.\n\n# Details\n\npublished\n: 2020-06-01\n\nauthor\n: Mara',
    )
    expect(losses).toEqual([{ place: 'a.md', problem: expect.stringMatching(/location.*Hafen/) }])
  })

  test.each([
    [
      'CSV',
      async (rows: string[][]) => Buffer.from(rows.map((row) => row.join(';')).join('\n')),
      'a.csv',
    ],
    ['XLSX', (rows: string[][]) => spreadsheet([{ name: 'A', rows }]), 'a.xlsx'],
  ])(
    'columns of %s that no field takes are in the entry or named',
    async (_name, bytesOf, name) => {
      const bytes = await bytesOf([
        ['Name', 'Title', 'Rang', 'HP', 'Review state', 'Notes'],
        ['Wenna', 'Keeper', 'Captain', '7', 'in use', 'Seen'],
      ])
      const columns = { Title: 'title', HP: 'list', Notes: null }
      const { losses } = await send(bytes, name, { columns })
      expect(losses).toEqual([{ place: 'file', problem: expect.stringMatching(/“Notes”.*1/) }])
      expect(await entryOf('Wenna')).toMatch(
        /Title\n: Keeper\n\nRang\n: Captain\n\nHP\n: 7\n\nReview state\n: in use$/,
      )
    },
  )
})

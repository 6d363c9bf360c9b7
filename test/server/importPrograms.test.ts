import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { importedBy } from '#test/helpers/server/importedBy.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'
import type { TestUser } from '#test/helpers/server/startServer.ts'

/* What a file says is in the entries, or the report names it. */
serverTests('an import knows files of other programs on %s', (server) => {
  let ada: TestUser
  beforeEach(async () => {
    await server.empty()
    ada = await server.addUser('Ada')
  })

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
      expect(problems).toEqual(['Files of this kind are not imported.'])
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
    test.each<readonly [name: string, bytes: Buffer | Promise<Buffer>, words: RegExp]>([
      ['items.json', json({ item: [{ name: 'Lamp', source: 'OWN' }] }), /5etools/],
      [
        'wenna.json',
        json({ id: '1', title: 'Wenna', template: 'person', content: '[b]x[/b]' }),
        /World Anvil/,
      ],
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
      [
        'a.odt',
        zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }),
        /OpenDocument.*\.docx/,
      ],
      [
        'a.zip',
        zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
        /OpenDocument.*\.xlsx/,
      ],
      ['a.epub', zipOf({ mimetype: 'application/epub+zip', 'a.xhtml': '' }), /EPUB/],
      ['a.pages', zipOf({ 'Index/Document.iwa': '', 'preview.jpg': '' }), /Pages/],
      [
        'novel.zip',
        zipOf({ 'N.scriv/N.scrivx': '', 'N.scriv/Files/version.txt': '16' }),
        /Scrivener/,
      ],
      [
        'world.zip',
        zipOf({
          'w/world.json': '{}',
          'w/README.md': 'x',
          'w/packs/a/000005.ldb': '',
          'w/packs/a/CURRENT': '',
        }),
        /database of Foundry/,
      ],
      ['web.zip', zipOf({ 'a.html': '<h1>x</h1>', 'b.html': '' }), /HTML/],
      [
        'own.zip',
        zipOf({ 'data/a.json': '{"spell":[{"name":"Light","source":"OWN"}]}', 'b.json': '{}' }),
        /5etools/,
      ],
    ])('%s is refused by what it is', async (name, bytes, words) => {
      const { refusal, texts } = await imported(name, await bytes)
      expect(refusal).toMatch(words)
      expect(texts).toEqual({})
    })
  })
})

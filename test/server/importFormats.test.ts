import sharp from 'sharp'
import type { ImportMapping } from '#contract/schemas/transfer.ts'
import type { SourceFormat } from '#contract/transfer.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { bookmark, docx, linkTo, paragraph, table } from '#test/helpers/server/docx.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

/** Entries of each source. */
const COUNT = 50
const numbers = Array.from({ length: COUNT }, (_, index) => index)
const next = (index: number) => (index + 1) % COUNT
const title = (index: number) => `Mühle ${index}`
const CELLS = [
  ['Größe', 'Last'],
  ['groß', '12'],
]
const HTML_TABLE =
  '<table><tr><th>Größe</th><th>Last</th></tr><tr><td>groß</td><td>12</td></tr></table>'
const TABLE = '| Größe | Last |\n| --- | --: |\n| groß | 12 |'

type Fixture = {
  readonly name: string
  readonly bytes: () => Promise<Buffer>
  /** Part of the one loss that its report names. */
  readonly loss: string
  /** Text in the first entry, in the place of the link. */
  readonly link: string
}

const picture = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#246' } })
    .png()
    .toBuffer()

const linkedTo = (words: string) => `[${words}](/discordia/world?entry=`

const FIXTURES: Readonly<Record<Exclude<SourceFormat, 'files'>, Fixture>> = {
  markdown: {
    name: 'world.zip',
    async bytes() {
      const text = (index: number) =>
        `# ${title(index)}\n\nNear [the next](muehle-${next(index)}.md).\n\n## Werte\n\n${TABLE}\n\n![Karte](../karte.png)\n${index === 0 ? '\n![x](fehlt.png)\n' : ''}`
      const texts = numbers.map((index) => [`Orte/muehle-${index}.md`, text(index)])
      return zipOf({ ...Object.fromEntries(texts), 'karte.png': await picture() })
    },
    loss: 'fehlt.png',
    link: linkedTo('the next'),
  },
  table: {
    name: 'towns.csv',
    bytes: async () =>
      Buffer.from(
        `\uFEFFName;Art;Text;Größe\r\n${numbers
          .map((index) => `${title(index)};Orte;"Near ""${title(next(index))}""";groß\r\n`)
          .join('')};Orte;without a title;klein\r\n`,
      ),
    loss: 'no title',
    link: `Near "${title(1)}"`,
  },
  docx: {
    name: 'world.docx',
    bytes: async () =>
      (
        await docx(
          numbers
            .map(
              (index) =>
                paragraph(
                  `${bookmark(`m${index}`)}<w:r><w:t>${title(index)}</w:t></w:r>`,
                  'Heading1',
                ) +
                paragraph(linkTo(`m${next(index)}`, 'the next')) +
                paragraph('Werte', 'Heading2') +
                table(CELLS),
            )
            .join('') + paragraph('<w:r><m:oMath><m:r><m:t>x</m:t></m:r></m:oMath></w:r>'),
        )
      ).bytes(),
    loss: 'quation',
    link: linkedTo('the next'),
  },
  kanka: {
    name: 'kanka.zip',
    bytes: () =>
      zipOf({
        'campaign.json': JSON.stringify({ id: 1, name: 'Die Mark' }),
        ...Object.fromEntries(
          numbers.map((index) => [
            `locations/muehle-${index}.json`,
            JSON.stringify({
              id: index + 1000,
              name: title(index),
              entity: {
                id: index + 1,
                name: title(index),
                entry: `<p>Near [location:${next(index) + 1}|the next]</p><h2>Werte</h2>${HTML_TABLE}`,
              },
            }),
          ]),
        ),
        'locations/geheim.json': JSON.stringify({
          id: 1,
          name: 'Geheim',
          is_private: 1,
          entity: { id: 900, name: 'Geheim', is_private: 1 },
        }),
      }),
    loss: 'rivate',
    link: linkedTo('the next'),
  },
  foundry: {
    name: 'journal.json',
    bytes: async () =>
      Buffer.from(
        JSON.stringify(
          numbers.map((index) => ({
            _id: `muehle${index}`,
            name: title(index),
            ownership: { default: 2 },
            pages: [
              {
                _id: `page${index}`,
                name: 'Werte',
                type: 'text',
                title: { show: true, level: 1 },
                text: {
                  format: 1,
                  content: `<p>@UUID[JournalEntry.muehle${next(index)}]{the next}</p>${HTML_TABLE}${index === 0 ? '<section class="secret"><p>psst</p></section>' : ''}`,
                },
              },
            ],
          })),
        ),
      ),
    loss: 'ecret',
    link: linkedTo('the next'),
  },
}

type Row = { title: string; description: string; sub_entries: { content: string }[] }

deskTests('a world of another program on %s', { engines: bothEngines }, (server) => {
  let ada: DeskCaller
  beforeEach(async () => {
    await server.empty()
    ada = await server.staff('Ada')
  })
  const send = async (
    call: string,
    { name, bytes }: Pick<Fixture, 'name' | 'bytes'>,
    mapping: ImportMapping = {},
  ) => (await ada.transfer(call, await bytes(), name, mapping)).json()
  const rows = async (): Promise<Row[]> => (await ada.get('/glossary-entries?range=[0,99]')).json()
  const textOf = ({ description, sub_entries }: Row) =>
    [description, ...sub_entries.map(({ content }) => content)].join('\n')

  test.each(Object.entries(FIXTURES))(
    '%s arrives with tables and links, its loss is named, twice changes nothing, and undo leaves nothing',
    async (format, fixture) => {
      const checked = await send('glossary/check', fixture)
      expect(checked).toMatchObject({ problems: [], fates: { new: COUNT }, recognised: { format } })
      expect(await rows()).toEqual([])
      const report = await send('glossary', fixture)
      expect(report).toMatchObject({ added: checked.added, changed: 0, unchanged: 0, problems: [] })
      expect(report.losses).toEqual([
        { place: expect.any(String), problem: expect.stringContaining(fixture.loss) },
      ])
      const all = await rows()
      expect(all).toHaveLength(COUNT)
      const first = all.find((row) => row.title === title(0))
      expect(first && textOf(first)).toContain(fixture.link)
      if (format !== 'table') expect(first && textOf(first)).toContain(TABLE)
      if (format === 'markdown')
        expect(first && textOf(first)).toMatch(/!\[Karte\]\(\/api\/files\//)
      expect(await send('glossary', fixture)).toMatchObject({ added: 0, changed: 0 })
      const [{ id }] = (await ada.get('/imports')).json()
      expect((await ada.post(`/imports/${id}/undo`)).json()).toEqual({
        undone: report.added,
        kept: [],
      })
      expect(await rows()).toEqual([])
      expect((await ada.get('/glossary-types')).json()).toEqual([])
    },
  )

  test('an export as Markdown comes back the same, here and on an empty site', async () => {
    await send('glossary', FIXTURES.markdown)
    const before = (await ada.get('/transfer/glossary')).json()
    const { rawPayload, headers } = await ada.get('/transfer/glossary?form=markdown')
    expect(headers['content-type']).toBe('application/zip')
    const back = { ...FIXTURES.markdown, bytes: async () => rawPayload }
    expect(await send('glossary', back)).toMatchObject({ changed: 0, added: 0, losses: [] })
    const [{ id }] = (await ada.get('/imports')).json()
    await ada.post(`/imports/${id}/undo`)
    expect(await send('glossary', back)).toMatchObject({ losses: [], problems: [] })
    const texts = (file: typeof before) =>
      file.entries.map(({ created_at: _at, ...entry }: { created_at: string }) => entry)
    expect(texts((await ada.get('/transfer/glossary')).json())).toEqual(texts(before))
  })

  test('files of Foundry with one journal each are one world', async () => {
    const journal = (id: string, content: string) =>
      JSON.stringify({ _id: id, name: id, ownership: { default: 2 }, content })
    const bytes = await zipOf({
      'a.json': journal('muehle', '<p>@JournalEntry[salz]{Salt}</p>'),
      'b.json': `\uFEFF${journal('salz', '<p>White</p>')}`,
    })
    const report = (await ada.transfer('glossary', bytes, '2 files.zip')).json()
    expect(report).toMatchObject({
      losses: [],
      fates: { new: 2 },
      recognised: { format: 'foundry' },
    })
    expect((await rows()).map(({ description }) => description).join()).toContain(linkedTo('Salt'))
  })

  test('a table approves nothing that is under review or was rejected, here or on another site', async () => {
    const entry = { type: 'poems', format: 'light', description: 'Words.' }
    const entries = [
      { ...entry, key: 'a', title: 'A' },
      { ...entry, key: 'b', title: 'B', state: 'pending' },
      { ...entry, key: 'c', title: 'C', state: 'rejected', rejection_reason: 'Too short.' },
    ]
    const types = [{ key: 'poems', name: 'Poems' }]
    await ada.transfer('glossary', { format: 'discordia-glossary', version: 1, types, entries })
    const own = Buffer.from('key,title,kind,text\na,A,Poems,New\nb,B,Poems,New\nc,C,Poems,New\n')
    expect((await ada.transfer('glossary', own, 'own.csv')).json()).toMatchObject({ changed: 3 })
    const states = async () =>
      (await ada.get('/transfer/glossary'))
        .json()
        .entries.map(({ state, rejection_reason }: Record<string, string>) => [
          state,
          rejection_reason,
        ])
    expect(await states()).toEqual([['approved'], ['pending'], ['rejected', 'Too short.']])
    const { rawPayload } = await ada.get('/transfer/glossary?form=csv')
    const german = (await ada.get('/transfer/glossary?form=csv&lng=de')).rawPayload
    expect(german.toString()).toMatch(/^\ufeffkey;title;/)
    for (const file of [rawPayload, german])
      expect((await ada.transfer('glossary', file, 'a.csv')).json()).toMatchObject({ changed: 0 })
    await server.deps.db.deleteFrom('glossary_entries').execute()
    await ada.transfer('glossary', rawPayload, 'a.csv')
    expect(await states()).toMatchObject([['approved'], ['pending'], ['rejected', null]])
  })

  test('lines of an export end where they ended, however long they are', async () => {
    const line = 'A line of a poem that is long, and that is not to be joined with the next one.'
    const entry = { key: 'poem', title: 'Poem', type: 'poems', format: 'light' }
    const file = {
      format: 'discordia-glossary',
      version: 1,
      types: [{ key: 'poems', name: 'Poems' }],
      entries: [{ ...entry, description: `${line}\n${line}\n${line}` }],
    }
    await ada.transfer('glossary', file)
    const { rawPayload } = await ada.get('/transfer/glossary?form=markdown')
    expect((await ada.transfer('glossary', rawPayload, 'a.zip')).json()).toMatchObject({
      changed: 0,
    })
  })

  test('kinds go where they are sent, and the next file of the program goes there, too', async () => {
    const mapping = { kinds: { Orte: 'Places' } }
    await send('glossary', FIXTURES.table, mapping)
    const { recognised } = await send('glossary/check', FIXTURES.table)
    expect(recognised.kinds).toEqual([{ name: 'Orte', count: COUNT, target: 'Places' }])
    expect((await ada.get('/glossary-types')).json()).toMatchObject([{ name: 'Places' }])
    const none = await send('glossary/check', FIXTURES.table, { kinds: { Orte: null } })
    expect(none.fates).toEqual({ new: 0, changed: 0, same: 0 })
  })

  test('kinds and columns may have names of the language itself', async () => {
    const table = Buffer.from('title,type,constructor\nSalt,toString,White.\n')
    const report = await send('glossary', { name: 'table.csv', bytes: async () => table })
    expect(report).toMatchObject({ added: 2, problems: [] })
    expect(report.recognised).toMatchObject({
      kinds: [{ name: 'toString', target: 'toString' }],
      columns: [{}, {}, { name: 'constructor', field: 'section' }],
    })
  })

  test('signs that turn the direction of a title stay out, and the entry arrives', async () => {
    const bytes = Buffer.from('Name,Text\nMill\u202Elim,It grinds.\n')
    expect((await ada.transfer('glossary', bytes, 'a.csv')).json()).toMatchObject({ problems: [] })
    expect((await rows()).map((row) => row.title)).toEqual(['Milllim'])
  })

  test('kinds whose names differ only in signs stay apart', async () => {
    const bytes = Buffer.from('Name,Kind,Part\nOne,C++,☀\nTwo,C#,☂\nThree,c#,☂\n')
    expect((await ada.transfer('glossary', bytes, 'kinds.csv')).json()).toMatchObject({ added: 7 })
    const names = async (path: string) =>
      (await ada.get(path)).json().map(({ name }: { name: string }) => name)
    expect(await names('/glossary-types')).toEqual(['C++', 'C#'])
    expect(await names('/glossary-subtypes')).toEqual(['☀', '☂'])
    expect((await ada.transfer('glossary', bytes, 'kinds.csv')).json()).toMatchObject({ added: 0 })
  })

  test('the same world is a set of rules, too', async () => {
    expect(await send('rules', FIXTURES.markdown)).toMatchObject({
      added: COUNT + 1,
      problems: [],
    })
    const [category] = (await ada.get('/rule-categories')).json()
    expect(category).toMatchObject({ name: 'Orte' })
    expect(await send('rules', FIXTURES.markdown)).toMatchObject({ changed: 0, added: 0 })
  })

  test.each(Object.entries(FIXTURES))(
    '%s is news, too: drafts of one text, with tables and links',
    async (format, fixture) => {
      const report = await send('contents', fixture)
      expect(report).toMatchObject({ added: COUNT, problems: [] })
      const all: { title: string; state: string; description: string }[] = (
        await ada.get('/contents?range=[0,99]')
      ).json()
      expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['draft']))
      const first = all.find((row) => row.title === title(0))?.description
      expect(first).toContain(fixture.link.replace('world?entry=', 'news/'))
      if (format !== 'table') expect(first).toMatch(/^# Werte\n[\s\S]*\n\| Größe \|/m)
    },
  )

  test('cells with names that nobody can have encoded are text, and what is wrong with them is said', async () => {
    const text = '"# Head\n\n[a](entry:%zz) ![b](picture:%zz)"'
    const bytes = Buffer.from(`Name,Text\nOdd,${text}\nPlain,![b](picture:%zz)\n`)
    const { statusCode, body } = await ada.transfer('glossary/check', bytes, 'odd.csv')
    expect([statusCode, body]).toEqual([200, body])
    const { problems, losses } = JSON.parse(body)
    expect(JSON.stringify([problems, losses])).toContain('%zz')
  })

  test('a text that is too long goes on in another section, and loses no character', async () => {
    const long = '\u{1F409}'.repeat(25_000)
    const bytes = Buffer.from(`Name,Text\nDragons,${long}\n`)
    expect((await ada.transfer('glossary', bytes, 'long.csv')).json()).toMatchObject({
      problems: [],
    })
    const [row] = await rows()
    expect(row && textOf(row).replaceAll('\n', '')).toBe(long)
  })
})

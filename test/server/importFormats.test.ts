import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportMapping } from '#contract/transfer.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { SAMPLES_FOLDER } from '#test/helpers/fixtures/importSamples.ts'
import { deskTests } from '#test/helpers/server/serverTests.ts'
import type { DeskCaller } from '#test/helpers/server/startDesk.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const markdown = readFileSync(join(SAMPLES_FOLDER, 'markdown.zip'))

type Row = { title: string; description: string; sub_entries: { content: string }[] }

deskTests('a world of another program on %s', { engines: bothEngines }, (server) => {
  let ada: DeskCaller
  beforeEach(async () => {
    await server.empty()
    ada = await server.staff('Ada')
  })
  const send = async (
    call: string,
    bytes: Buffer,
    name = 'world.zip',
    mapping: ImportMapping = {},
  ) => (await ada.transfer(call, bytes, name, mapping)).json()
  const rows = async (): Promise<Row[]> => (await ada.get('/glossary-entries?range=[0,99]')).json()
  const textOf = ({ description, sub_entries }: Row) =>
    [description, ...sub_entries.map(({ content }) => content)].join('\n')

  test('an export as Markdown comes back the same, here and on an empty site', async () => {
    await send('glossary', markdown)
    const before = (await ada.get('/transfer/glossary')).json()
    const { rawPayload, headers } = await ada.get('/transfer/glossary?form=markdown')
    expect(headers['content-type']).toBe('application/zip')
    expect(await send('glossary', rawPayload)).toMatchObject({ changed: 0, added: 0, losses: [] })
    const [{ id }] = (await ada.get('/imports')).json()
    await ada.post(`/imports/${id}/undo`)
    expect(await send('glossary', rawPayload)).toMatchObject({ losses: [], problems: [] })
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
    expect((await rows()).map(({ description }) => description).join()).toContain(
      '[Salt](/discordia/world?entry=',
    )
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
    const table = Buffer.from('Name;Art\nMühle;Orte\nHafen;Orte\n')
    await send('glossary', table, 'towns.csv', { kinds: { Orte: 'Places' } })
    const { recognised } = await send('glossary/check', table, 'towns.csv')
    expect(recognised.kinds).toEqual([{ name: 'Orte', count: 2, target: 'Places' }])
    expect((await ada.get('/glossary-types')).json()).toMatchObject([{ name: 'Places' }])
    const none = await send('glossary/check', table, 'towns.csv', { kinds: { Orte: null } })
    expect(none.fates).toEqual({ new: 0, changed: 0, same: 0 })
  })

  test('kinds and columns may have names of the language itself', async () => {
    const table = Buffer.from('title,type,constructor\nSalt,toString,White.\n')
    const report = await send('glossary', table, 'table.csv')
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

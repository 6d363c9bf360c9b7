import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc, { type Arbitrary } from 'fast-check'
import type { ImportMapping } from '#contract/transfer.ts'
import { parseLight } from '#server/text/light.ts'
import { nested } from '#server/transfer/reading.ts'
import { bodyOf, escapedLine, textsOf, withPictures } from '#server/transfer/sources/light.ts'
import { readMarkdown } from '#server/transfer/sources/markdown/read.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import { SAMPLES_FOLDER } from '#test/helpers/fixtures/importSamples.ts'
import { deskTests, staffOf } from '#test/helpers/server/serverTests.ts'
import { sourceFiles } from '#test/helpers/server/sourceFiles.ts'
import { bothEngines } from '#test/helpers/server/startServer.ts'

const markdown = readFileSync(join(SAMPLES_FOLDER, 'markdown.zip'))

type Row = { title: string; description: string; sub_entries: { content: string }[] }

deskTests('a world of another program on %s', { engines: bothEngines }, (server) => {
  beforeEach(() => server.empty())
  const [ada] = staffOf(server, 'Ada')
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

/* Every node of a text, in Markdown as people write it. Signs are escaped: what they would be is not the matter here. */

const words = fc
  .array(fc.constantFrom('Salz', 'a', '5 * 3', 'x_y', '#', '>', '[', '|', '1.', 'ß', '~', '\\'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => `w${escapedLine(parts.join(' '))}w`)

const run = fc.oneof(
  words,
  words.map((text) => `**${text}**`),
  words.map((text) => `*${text}*`),
  words.map((text) => `[${text}](https://e.org/a?b=c)`),
  words.map((text) => `[**${text}**](mailto:a@e.org)`),
)

const line = fc.array(run, { minLength: 1, maxLength: 3 }).map((runs) => runs.join(' '))

/** Lines that are full are one paragraph: these are short. */
const lines = fc.oneof(
  line,
  fc.array(words, { minLength: 2, maxLength: 3 }).map((all) => all.join('\n')),
)

const picture = fc
  .tuple(words, fc.option(words), fc.constantFrom('', '{width=25%}', '{width=50%}', '{width=100%}'))
  .map(([alt, title, width]) => `![${alt}](pic.png${title === null ? '' : ` "${title}"`})${width}`)

const table = fc
  .tuple(
    fc.array(fc.constantFrom('---', ':--', ':-:', '--:'), { minLength: 2, maxLength: 4 }),
    fc.array(fc.array(line, { minLength: 4, maxLength: 4 }), { minLength: 2, maxLength: 4 }),
  )
  .map(([rule, [head = [], ...rows]]) =>
    [head, rule, ...rows]
      .map((cells) => `| ${cells.slice(0, rule.length).join(' | ')} |`)
      .join('\n'),
  )

const definitions = fc
  .array(fc.tuple(line, fc.array(line, { minLength: 1, maxLength: 2 })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((items) =>
    items
      .map(([term, meanings]) => [term, ...meanings.map((one) => `: ${one}`)].join('\n'))
      .join('\n\n'),
  )

const indented = (text: string, first: string, rest: string) =>
  first + text.replace(/\n(?=.)/g, `\n${rest}`)

const within = (inner: Arbitrary<string>): Arbitrary<string> =>
  fc.oneof(
    inner.map((text) => text.replace(/^/gm, '> ')),
    fc
      .tuple(
        fc.constantFrom('NOTE', 'tip', 'WARNING', 'info', 'DANGER', 'hint'),
        fc.option(line),
        inner,
      )
      .map(([kind, title, text]) =>
        `[!${kind}]${title === null ? '' : ` ${title}`}\n${text}`.replace(/^/gm, '> '),
      ),
    fc
      .array(inner, { minLength: 1, maxLength: 3 })
      .map((items) => items.map((text) => indented(text, '- ', '  ')).join('\n')),
    fc
      .tuple(fc.integer({ min: 1, max: 90 }), fc.array(inner, { minLength: 1, maxLength: 3 }))
      .map(([start, items]) =>
        items.map((text, at) => indented(text, `${start + at}. `, '    ')).join('\n'),
      ),
  )

const leaf = fc.oneof(lines, picture, table, definitions, fc.constant('***'))

const block = fc.oneof(
  { weight: 2, arbitrary: leaf },
  { weight: 2, arbitrary: within(lines) },
  within(within(lines)),
)

const body = fc
  .tuple(fc.array(block, { minLength: 1, maxLength: 6 }), fc.array(line, { maxLength: 2 }))
  .map(([blocks, notes]) => [
    ...blocks,
    ...notes.map((_, at) => `see[^n${at}]`),
    ...notes.map((note, at) => `[^n${at}]: ${note}`),
  ])
  .map((blocks) => blocks.join('\n\n'))

const entry = fc.record({
  description: body,
  sections: fc.array(fc.tuple(words, body), { maxLength: 2 }),
})

/** Notes have their own names in each part. */
const markdownOf = (description: string, sections: readonly (readonly [string, string])[]) =>
  [
    description,
    ...sections.flatMap(([title, text], at) => [`## ${title}`, text.replaceAll('[^n', `[^${at}n`)]),
  ].join('\n\n')

/** A picture of this site, which its texts show. */
const PICTURE = `/api/files/${'5'.repeat(32)}-640x480.jpg`

const shown = (text: string) => withPictures(text, () => PICTURE)

const read = async (text: string) => {
  const { entries, losses } = await readMarkdown(sourceFiles({ 'a.md': text, 'pic.png': 'x' }))
  const own = losses.filter(({ place }) => place === 'a.md')
  return { texts: textsOf(entries[0]?.body ?? ''), losses: own }
}

test('texts have every node that their Markdown has, and are the same when their export is imported', async () => {
  await fc.assert(
    fc.asyncProperty(entry, async (typed) => {
      const { texts, losses } = await read(markdownOf(typed.description, typed.sections))
      expect(losses).toEqual([])
      const parts = [typed.description, ...typed.sections.map(([, text]) => text)]
      const trees = [texts.description, ...texts.sections.map(({ content }) => content)].map(
        (text) => parseLight(shown(text)),
      )
      expect(trees).toEqual(
        parts.map((text) => parseLight(text.replaceAll('(pic.png', `(${PICTURE}`))),
      )
      const body = bodyOf(texts.description, nested(texts.sections)).replaceAll(
        'picture:pic.png',
        'pic.png',
      )
      const again = await read(`---\nkey: a\nformat: light\n---\n\n${body}\n`)
      expect(again).toEqual({ texts, losses: [] })
    }),
    { numRuns: 300, includeErrorInReport: true },
  )
})

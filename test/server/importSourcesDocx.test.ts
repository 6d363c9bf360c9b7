import { readDocx } from '#server/transfer/sources/docx/read.ts'
import { UnreadableSource } from '#server/transfer/sources/source.ts'
import { zipOf } from '#test/helpers/fixtures/archives.ts'
import {
  bookmark,
  docx,
  footnote,
  footnotes,
  item,
  linkTo,
  paragraph,
  picture,
  run,
  table,
} from '#test/helpers/server/docx.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { sourceFile, withTexts } from '#test/helpers/server/sourceFiles.ts'

const read = async (body: string, more?: Readonly<Record<string, string | Buffer>>) =>
  inWords(withTexts(await readDocx(await docx(body, more))))
const problems = async (body: string, more?: Readonly<Record<string, string | Buffer>>) =>
  (await read(body, more)).losses.map(({ problem }) => problem)

test('each heading of the first level is an entry, and the words before them are one named by the document', async () => {
  const { entries, losses } = await read(
    paragraph('Vorwort über alles') +
      paragraph('Die Müllerin', 'Heading1') +
      paragraph(run('Sie ist ') + run('klug', '<w:b/>') + run('.')) +
      paragraph('Herkunft', 'Heading2') +
      paragraph('Vom Fluss') +
      paragraph('Eltern', 'Heading3') +
      paragraph('Unbekannt') +
      paragraph('Die Burg', 'Heading1') +
      table([
        ['Größe', 'Türme'],
        ['groß', '4'],
      ]),
  )
  const entry = { kind: null, part: null, aliases: [], fields: {} }
  expect(entries).toEqual([
    {
      ...entry,
      id: 'Chronik.docx',
      place: 'Chronik.docx',
      title: 'Chronik',
      description: 'Vorwort über alles',
      sections: [],
    },
    {
      ...entry,
      id: 'Chronik.docx#Die Müllerin',
      place: 'Chronik.docx “Die Müllerin”',
      title: 'Die Müllerin',
      description: 'Sie ist **klug**.',
      sections: [
        { title: 'Herkunft', content: 'Vom Fluss', level: 0 },
        { title: 'Eltern', content: 'Unbekannt', level: 1 },
      ],
    },
    {
      ...entry,
      id: 'Chronik.docx#Die Burg',
      place: 'Chronik.docx “Die Burg”',
      title: 'Die Burg',
      description: '| Größe | Türme |\n| --- | --: |\n| groß | 4 |',
      sections: [],
    },
  ])
  expect(losses).toEqual([])
})

test.each([
  ['its only heading of the first level', paragraph('Die Mühle', 'Heading1'), 'Die Mühle'],
  ['its title', paragraph('Titel des Werks', 'Titel'), 'Titel des Werks'],
  ['its file', '', 'Chronik'],
])('a document without chapters is one entry, named by %s', async (_name, start, title) => {
  const { entries } = await read(start + paragraph('Ein Satz.'))
  expect(entries).toMatchObject([{ id: 'Chronik.docx', title, description: 'Ein Satz.' }])
})

test('a document with a title and one heading of the first level has both', async () => {
  const { entries } = await read(
    paragraph('Das Werk', 'Titel') +
      paragraph('Vorwort') +
      paragraph(run('Teil &amp;') + picture('rId1', 'Bild'), 'Heading1') +
      paragraph('Text') +
      paragraph('Darin', 'Heading2'),
    { 'word/media/image1.png': 'x' },
  )
  expect(entries).toMatchObject([
    {
      title: 'Das Werk',
      description: 'Vorwort',
      sections: [
        { title: 'Teil &', content: '![Bild](picture:media/1.png)\n\nText', level: 0 },
        { title: 'Darin', content: '', level: 1 },
      ],
    },
  ])
})

test('a title before chapters names the words before them; without words it is a loss', async () => {
  const chapters = paragraph('Eins', 'Heading1') + paragraph('Zwei', 'Heading1')
  const title = paragraph('Das Werk', 'Titel')
  const { entries } = await read(title + paragraph('Vorwort') + chapters)
  expect(entries.map((entry) => entry.title)).toEqual(['Das Werk', 'Eins', 'Zwei'])
  expect(await problems(title + chapters)).toEqual(['The title “Das Werk” is in no entry.'])
})

test('a chapter of two million characters has its formatting', async () => {
  const { entries, losses } = await read(
    paragraph(run('Wörter '.repeat(7000), '<w:b/>')).repeat(40) + paragraph('Ende', 'Heading2'),
  )
  expect(entries[0]?.description.split('\n\n')).toHaveLength(40)
  expect(entries[0]?.description.endsWith('**')).toBe(true)
  expect(entries[0]?.sections).toEqual([{ title: 'Ende', content: '', level: 0 }])
  expect(losses).toEqual([])
})

test('headings that are the same make entries with ids of their own', async () => {
  const chapter = paragraph('Ort', 'Heading1') + paragraph('x')
  const { entries } = await read(chapter + chapter)
  expect(entries.map(({ id }) => id)).toEqual(['Chronik.docx#Ort', 'Chronik.docx#Ort (2)'])
})

test('a link to a place in another chapter leads to its entry, one within the chapter is words', async () => {
  const { entries } = await read(
    paragraph(bookmark('eins') + run('Eins'), 'Heading1') +
      paragraph(linkTo('zwei', 'weiter') + linkTo('eins', ' hier') + linkTo('weg', ' fort')) +
      paragraph(bookmark('zwei') + run('Zwei (ä)'), 'Heading1') +
      paragraph('Ende'),
  )
  expect(entries[0]?.description).toBe(
    '[weiter](entry:Chronik.docx%23Zwei%20%28%C3%A4%29) hier fort',
  )
})

test('lists stay lists, and a table of contents is left out', async () => {
  const { entries, losses } = await read(
    paragraph('Die Burg 3', 'Verzeichnis1') + item('rot', 1) + item('erstens', 2),
  )
  expect(entries[0]?.description).toBe('- rot\n\n1. erstens')
  expect(losses).toEqual([
    {
      place: 'Chronik.docx',
      problem: 'The table of contents was left out: links lead to entries.',
    },
  ])
})

test('notes stand below the text that refers to them', async () => {
  const { entries } = await read(
    paragraph(run('Eins') + footnote(2)) +
      paragraph('Teil', 'Heading2') +
      paragraph(run('Zwei [drei]') + footnote(3)),
    { 'word/footnotes.xml': footnotes({ 2: 'Erste Note', 3: 'Über die zweite' }) },
  )
  expect(entries[0]).toMatchObject({
    description: 'Eins[^2]\n\n[^2]: Erste Note',
    sections: [{ content: 'Zwei \\[drei\\][^3]\n\n[^3]: Über die zweite' }],
  })
})

test('a note in the heading of a section stands in the text of the section', async () => {
  const { entries } = await read(
    paragraph(run('Teil') + footnote(2), 'Heading2') + paragraph('x'),
    {
      'word/footnotes.xml': footnotes({ 2: 'Note' }),
    },
  )
  expect(entries[0]?.sections).toEqual([
    { title: 'Teil', content: '[^2]\n\nx\n\n[^2]: Note', level: 0 },
  ])
})

test('a document does not say itself how its styles are read', async () => {
  const { entries } = await read(paragraph('x'), { 'mammoth/style-map': 'p => !' })
  expect(entries[0]?.description).toBe('x')
})

test('pictures are files of the source, and one that is missing is a loss', async () => {
  const bytes = Buffer.from('the bytes of a picture')
  const { entries, files, losses } = await read(
    paragraph(picture('rId1', 'Der Turm')) + paragraph(picture('rId2', 'Fort')),
    { 'word/media/image1.png': bytes },
  )
  expect(entries[0]?.description).toBe('![Der Turm](picture:media/1.png)')
  const [file] = files.values()
  expect(file).toMatchObject({ name: 'media/1.png', size: bytes.length })
  expect(await file?.bytes()).toEqual(bytes)
  expect(losses).toEqual([
    {
      place: 'Chronik.docx',
      problem: 'A picture is missing in the document, or lies outside of it.',
    },
  ])
})

test('a picture and a note in the heading of a chapter stand in its text', async () => {
  const { entries } = await read(
    paragraph(run('Turm') + footnote(2) + picture('rId1', 'Bild'), 'Heading1') +
      paragraph('Text') +
      paragraph('Zwei', 'Heading1'),
    { 'word/footnotes.xml': footnotes({ 2: 'Note' }), 'word/media/image1.png': Buffer.from('x') },
  )
  expect(entries[0]).toMatchObject({
    title: 'Turm',
    description: '[^2]\n\n![Bild](picture:media/1.png)\n\nText\n\n[^2]: Note',
  })
})

test('tracked changes: inserted words are taken, deleted ones are not, and the losses say so', async () => {
  const body = paragraph(
    `<w:ins w:id="1" w:author="A">${run('neu')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>alt</w:delText></w:r></w:del>`,
  )
  expect((await read(body)).entries[0]?.description).toBe('neu')
  expect(await problems(body)).toEqual([
    'Tracked changes: deleted words were left out. (1)',
    'Tracked changes: inserted words were taken. (1)',
  ])
})

const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
const modern = `<w:drawing><wps:wsp><wps:txbx>${box('Kasten')}</wps:txbx></wps:wsp></w:drawing>`
const old = `<w:pict><v:shape><v:textbox>${box('Kasten')}</v:textbox></v:shape></w:pict>`
test('a text box becomes a paragraph if the document has it for older programs, too, else it is a loss', async () => {
  const both = paragraph(
    `<w:r><mc:AlternateContent><mc:Choice>${modern}</mc:Choice><mc:Fallback>${old}</mc:Fallback></mc:AlternateContent></w:r>`,
  )
  expect((await read(both)).entries[0]?.description).toBe('Kasten')
  expect(await problems(both)).toEqual(['Text boxes became paragraphs: 1.'])
  const alone = paragraph(`${run('Text')}<w:r>${modern}</w:r>`)
  expect((await read(alone)).entries[0]?.description).toBe('Text')
  expect(await problems(alone)).toEqual(['Text boxes were left out: 1.'])
})

test.each([
  ['<w:r><w:commentReference w:id="1"/></w:r>', 'Comments were left out. (1)'],
  ['<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>', 'Equations were left out. (1)'],
  [
    '<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="rId9"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>',
    'Charts and diagrams were left out. (1)',
  ],
  [
    '<w:r><w:object><o:OLEObject r:id="rId9"/></w:object></w:r>',
    'Embedded objects were left out; their pictures stay. (1)',
  ],
  ['<w:unheardOf/>', 'Parts of these kinds were left out: w:unheardOf.'],
])('what the reader drops is a loss: %s', async (inside, problem) => {
  expect(await problems(paragraph(run('Text') + inside))).toContain(problem)
})

test('macros are never read, and pages have no headers and footers', async () => {
  const more = { 'word/vbaProject.bin': 'x', 'word/header1.xml': '<w:hdr xmlns:w="w"/>' }
  expect(await problems(paragraph('x'), more)).toEqual([
    'The macros of the document were left out. They were never run.',
    'Headers and footers of pages were left out.',
  ])
})

test('markup in the words of a document stays words', async () => {
  const { entries } = await read(
    paragraph('&lt;script&gt;alert(1)&lt;/script&gt; **nicht fett**') +
      paragraph('&lt;h1&gt;Kein Kapitel&lt;/h1&gt;'),
  )
  expect(entries).toHaveLength(1)
  expect(entries[0]?.description).toContain('\\*\\*nicht fett\\*\\*\n\n<h1>Kein Kapitel</h1>')
})

describe('a file is refused in words', () => {
  const refused = async (bytes: Buffer, words: RegExp) => {
    const reading = readDocx(sourceFile('x.docx', bytes))
    await expect(reading).rejects.toThrow(UnreadableSource)
    await expect(reading).rejects.toThrow(words)
  }
  const bytesOf = async (body: string, more?: Readonly<Record<string, string | Buffer>>) =>
    await (await docx(body, more)).bytes()

  const PNG = 'word/media/image1.png'
  /** The row of a part in the list at the end of the archive. */
  const rowOf = (bytes: Buffer, name: string) => bytes.subarray(bytes.lastIndexOf(name) - 46)
  /** An archive that gives other sizes of its parts. */
  async function sized(sizes: Readonly<Record<string, number>>) {
    const bytes = await bytesOf(
      paragraph('x'),
      Object.fromEntries(Object.keys(sizes).map((name) => [name, 'abcdefghij'.repeat(100)])),
    )
    for (const [name, size] of Object.entries(sizes)) {
      expect(rowOf(bytes, name).readUInt32LE(24)).toBe(1000)
      rowOf(bytes, name).writeUInt32LE(size, 24)
    }
    return bytes
  }
  const parts = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`a/${at}.bin`, '']))
  const texts = Object.fromEntries([1, 2, 3, 4].map((part) => [`a${part}.xml`, 19_000_000]))
  const entities = { 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' }
  const deep = '<w:tbl><w:tr><w:tc>'.repeat(334) + '</w:tc></w:tr></w:tbl>'.repeat(334)

  test.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
    [
      'it is in the old format or has a password',
      () => Buffer.from('d0cf11e0a1b11ae100', 'hex'),
      /\.doc format or has a password/,
    ],
    ['it is no archive', () => Buffer.from('Hello'), /isn’t a Word document/],
    ['it is another archive', () => zipOf({ 'a.txt': 'x' }), /isn’t a Word document/],
    ['its text is damaged', () => bytesOf('<w:p><w:r></w:p>'), /damaged/],
    ['a part is larger than 20 MB', () => bytesOf(' '.repeat(20_000_001)), /too large/],
    ['memory has no room for it', () => bytesOf('<w:p/>'.repeat(120_001)), /too large/],
    ['its elements are nested 1,000 deep', () => bytesOf(deep), /nested too deep/],
    ['it defines entities', () => bytesOf('', entities), /defines parts of its own format/],
    ['a part is larger than the archive says', () => sized({ [PNG]: 10 }), /damaged/],
    ['all parts are larger than 200 MB', () => sized({ [PNG]: 200_000_000 }), /too large/],
    ['all parts with text are larger than 60 MB', () => sized(texts), /too large/],
    ['it has more than 10,000 parts', () => bytesOf('', parts), /too large/],
  ])('if %s', async (_what, make, words) => refused(await make(), words))

  test('if one part has a password', async () => {
    const bytes = await bytesOf('', { [PNG]: 'x' })
    rowOf(bytes, PNG).writeUInt16LE(rowOf(bytes, PNG).readUInt16LE(8) | 1, 8)
    await refused(bytes, /password/)
  })
})

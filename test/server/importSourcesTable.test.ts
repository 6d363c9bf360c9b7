import { TABLE_FIELDS } from '#contract/transfer.ts'
import { guessColumns } from '#server/transfer/sources/fields.ts'
import { UnreadableSource } from '#server/transfer/sources/source.ts'
import { readTable } from '#server/transfer/sources/table/read.ts'
import { csvRows } from '#server/transfer/sources/table/rows.ts'
import { tableFieldsOf } from '#shared/transfer.ts'
import { inWords } from '#test/helpers/server/inWords.ts'
import { withTexts } from '#test/helpers/server/sourceFiles.ts'

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const csv = (text: string) => csvRows(Buffer.from(text))
const read = (text: string) => {
  const table = csv(text)
  return inWords(
    withTexts(readTable(table, guessColumns(table.headers, tableFieldsOf('glossary')))),
  )
}

function refusalOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return error instanceof UnreadableSource ? error.message : error
  }
}

test.each([
  ['commas', Buffer.from('Name,Text\nBär,"a; b"\n')],
  ['semicolons and CRLF', Buffer.from('Name;Text\r\nBär;a, b, c\r\n')],
  ['tabs', Buffer.from('Name\tText\nBär\ta, b\n')],
  ['bars', Buffer.from('Name|Text\nBär|a, b\n')],
  ['old line ends', Buffer.from('Name,Text\rBär,a\r')],
  ['a byte order mark', Buffer.from('\uFEFFName,Text\nBär,a\n')],
  ['UTF-16', utf16('Name;Text\r\nBär;a\r\n')],
  ['UTF-16 the other way', utf16('Name;Text\r\nBär;a\r\n').swap16()],
  ['the encoding of Windows', Buffer.from('Name;Text\r\nB\xe4r;\x93a\x94\r\n', 'latin1')],
  ['a delimiter that is named', Buffer.from('sep=;\r\nName;Text\r\nBär;a\r\n')],
  ['empty lines before it', Buffer.from('\n\nName;Text\nBär;a\n')],
])('a table as text is read with %s', (_what, bytes) => {
  const { headers, rows } = csvRows(bytes)
  expect(headers).toEqual(['Name', 'Text'])
  expect(rows.map(({ cells }) => cells[0])).toEqual(['Bär'])
  expect(rows[0]?.cells).toHaveLength(2)
})

test('the delimiter is the one with which the rows have as many cells as the headers', () => {
  const table = csv('Name, first, last;Text\nBär, the;a\nWolf;b, c\n')
  expect(table.headers).toEqual(['Name, first, last', 'Text'])
})

test('cells may have several lines, quotation marks and delimiters', () => {
  const { rows } = csv('Name;Text\r\nA;"b, c\r\nd;"" e"\r\n\r\n;;\r\nF;g\r\n')
  expect(rows).toEqual([
    { number: 2, cells: ['A', 'b, c\nd;" e'] },
    { number: 5, cells: ['F', 'g'] },
  ])
})

test('headers have each name once, and a column without one has its number', () => {
  expect(csv('Name,Text,Text,,Text\nA,b,c,d,e,f\n').headers).toEqual([
    'Name',
    'Text',
    'Text 2',
    'Column 4',
    'Text 3',
    'Column 6',
  ])
})

test('the number of a column is a word of the language', () => {
  expect(csvRows(Buffer.from('Name,\nA,b\n'), 'de').headers).toEqual(['Name', 'Spalte 2'])
})

test('a cell is text whatever a spreadsheet would make of it', () => {
  const cells = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '9007199254740993', '007', '1e5']
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`)
  expect(csv(`a,b,c,d,e,f,g\n${quoted.join(',')}\n`).rows[0]?.cells).toEqual(cells)
})

test('a quotation mark that is never closed is refused, and a misplaced one is a loss', () => {
  expect(refusalOf(() => csv('Name,Text\nA,b\nC,"d\nE,f\n'))).toBe(
    'Row 3 has a quotation mark that is never closed.',
  )
  expect(inWords(csv('Name,Text\nA,"b"c",d\nE,f\n').losses)).toEqual([
    {
      place: 'row 2',
      problem: 'A quotation mark within a cell may have moved the cells of this row.',
    },
  ])
})

test('a table is refused beyond its bounds, with the row and the column', () => {
  const lines = (count: number) => `Name\n${'x\n'.repeat(count)}`
  expect(csv(lines(100_000)).rows).toHaveLength(100_000)
  expect(refusalOf(() => csv(lines(100_001)))).toBe('The table has more than 100,000 rows.')
  const wide = (count: number) =>
    `Name,b\nA,${Array.from({ length: count - 1 }, () => 'x').join()}\n`
  expect(csv(wide(200)).headers).toHaveLength(200)
  expect(refusalOf(() => csv(wide(201)))).toBe('Row 2 has more than 200 columns.')
  expect(refusalOf(() => csv(`Name,Text\nA,b\nC,${','.repeat(1_000_001)}\n`))).toBe(
    'Row 3 has more than 200 columns.',
  )
  const long = (count: number) => `Name,House rule\nA,${'x'.repeat(count)}\n`
  expect(csv(long(1_000_000)).rows).toHaveLength(1)
  expect(refusalOf(() => csv(long(1_000_001)))).toBe(
    'The cell in row 2, column “House rule”, has more than a million characters.',
  )
  expect(refusalOf(() => csv(`Name\n${`${'x'.repeat(999_999)}\n`.repeat(65)}`))).toBe(
    'The cells of the table have more than 64 million characters.',
  )
})

test('what is no table is refused', () => {
  for (const text of ['', '\n\n', 'Name,Text\n'])
    expect(refusalOf(() => csv(text))).toBe(
      'The table has no rows below its first one, which names the columns.',
    )
  expect(refusalOf(() => csvRows(Buffer.from('d0cf11e0a1b11ae10000', 'hex')))).toBe(
    'This file is no text. Save the table as CSV in UTF-8, or as XLSX.',
  )
})

test.each([
  ['key', ['ID', 'Schlüssel', 'Schluessel', 'Slug']],
  ['title', ['Name', 'TITLE', 'Überschrift', 'UEBERSCHRIFT', 'Begriff:']],
  ['kind', ['Type', 'Kategorie', 'category', 'Art']],
  ['part', ['Sub-type', 'Subcategory', 'sub_folder', 'Unterkategorie']],
  ['aliases', ['Alias', 'Also known as', 'Other Names', 'weitere Namen']],
  ['description', ['Description', 'Beschreibung', 'Text', 'Inhalt', 'ERKLÄRUNG']],
  ['summary', ['Summary', 'Kurzbeschreibung', 'Short_description']],
  ['published', ['Published at', 'Date', 'Veröffentlicht am']],
  ['starts', ['starts_at', 'Beginn', 'Event date']],
  ['ends', ['Ends', 'Ende', 'bis']],
  ['location', ['Ort', 'Venue', 'Location']],
  ['seats', ['Seats', 'Plätze']],
  ['order', ['Sort order', 'Nr.', 'Reihenfolge', 'No.']],
  ['section', ['Weapons', 'Waffen', 'Rule']],
])('the name of a column says whether it is the %s', (field, headers) => {
  for (const header of headers) {
    const columns = guessColumns(field === 'title' ? [header] : ['Title', header], TABLE_FIELDS)
    expect(columns.at(-1)).toEqual({ name: header, field })
  }
})

test('a field has one column, by the name that says most, and the others are sections', () => {
  expect(guessColumns(['Text', 'Title', 'Name', 'Description'], tableFieldsOf('glossary'))).toEqual(
    [
      { name: 'Text', field: 'section' },
      { name: 'Title', field: 'section' },
      { name: 'Name', field: 'title' },
      { name: 'Description', field: 'description' },
    ],
  )
})

test('without a column of titles the first one that is nothing else has them', () => {
  expect(guessColumns(['Type', 'Rule', 'When'], tableFieldsOf('glossary'))).toEqual([
    { name: 'Type', field: 'kind' },
    { name: 'Rule', field: 'title' },
    { name: 'When', field: 'section' },
  ])
})

test('a row is an entry, and further columns are its sections', () => {
  const text = [
    'Id;Name;Kategorie;Untertyp;Alias;Beschreibung;Ort;Zeit',
    '9007199254740993;Salz;Orte;Häfen;"Weiß, Korn; Sel";"Am **Meer**.";Norden;Winter',
    ';Sand;;;;;;Sommer',
  ].join('\n')
  expect(read(text)).toEqual({
    entries: [
      {
        id: '9007199254740993',
        place: 'row 2',
        title: 'Salz',
        kind: 'Orte',
        part: 'Häfen',
        aliases: ['Weiß', 'Korn', 'Sel'],
        description: 'Am **Meer**.',
        sections: [
          { title: 'Ort', content: 'Norden', level: 0 },
          { title: 'Zeit', content: 'Winter', level: 0 },
        ],
        fields: {},
      },
      {
        id: 'Sand',
        place: 'row 3',
        title: 'Sand',
        kind: null,
        part: null,
        aliases: [],
        description: '',
        sections: [{ title: 'Zeit', content: 'Sommer', level: 0 }],
        fields: {},
      },
    ],
    files: new Map(),
    losses: [],
  })
})

test('columns are what people say, and some are left out', () => {
  const table = csv('Name,Secret,Notes\nSalt,no,yes\n')
  const columns = [
    { name: 'Name', field: 'section' },
    { name: 'Secret', field: null },
    { name: 'Notes', field: 'title' },
  ] as const
  expect(withTexts(readTable(table, columns)).entries).toMatchObject([
    { title: 'yes', sections: [{ title: 'Name', content: 'Salt' }] },
  ])
})

test('the order is that of its column; rows without a number come last', () => {
  const { entries } = read('Name,Order\nA,10\nB,\nC,2\nD,x\nE,1.5\n')
  expect(entries.map(({ title }) => title).join('')).toBe('ECABD')
})

test('every row has an id of its own, and a key that appears twice is a loss', () => {
  const { entries } = read('Name,Text\nSalt,a\nSalt,b\nSalt,c\n')
  expect(entries.map(({ id }) => id)).toEqual(['Salt', 'Salt (2)', 'Salt (3)'])
  const keyed = read('Key,Name\nx,Salt\nx,Sand\n,\n')
  expect(keyed.entries.map(({ id }) => id)).toEqual(['x', 'x (2)'])
  expect(keyed.losses).toEqual([{ place: 'row 3', problem: 'The key “x” appears twice.' }])
})

test('a row without a title is left out and named', () => {
  const { entries, losses } = read('Name,Text\nSalt,a\n,b\n')
  expect(entries).toHaveLength(1)
  expect(losses).toEqual([{ place: 'row 3', problem: 'The row has no title and is left out.' }])
})

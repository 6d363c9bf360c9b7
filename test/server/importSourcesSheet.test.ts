import Papa from 'papaparse'
import { dateIn } from '#server/modules/content/foreign.ts'
import { csvText } from '#server/text/csv.ts'
import { UnreadableSource } from '#server/transfer/sources/source.ts'
import { cellText } from '#server/transfer/sources/table/read.ts'
import { csvRows } from '#server/transfer/sources/table/rows.ts'
import { sheetRows } from '#server/transfer/sources/table/sheet.ts'
import { forged, zipOf } from '#test/helpers/fixtures/archives.ts'
import { spreadsheet } from '#test/helpers/fixtures/spreadsheets.ts'
import { inWords } from '#test/helpers/server/inWords.ts'

const HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'

/** A sheet with these cells below a header. */
const cells = (xml: string, shared?: readonly string[]) =>
  spreadsheet([{ name: 'Rules', rows: `${HEAD}<row r="2">${xml}</row>` }], shared)

const refusalOf = (read: Promise<unknown>): Promise<unknown> =>
  read.then(
    () => 'read',
    (error: unknown) => (error instanceof UnreadableSource ? error.message : error),
  )

const UNREADABLE = 'This spreadsheet cannot be read. Open it, and save it as XLSX again or as CSV.'

test('the first sheet of a spreadsheet is a table, and the others are losses', async () => {
  const file = await spreadsheet([
    {
      name: 'Rules',
      rows: [['Name', 'Text', 'Text'], ['Salt', '  =1+1 <b>&amp;\nx ', ''], [], ['Sand', '', 'y']],
    },
    { name: 'Prices', rows: [['Salt']] },
  ])
  expect(inWords(await sheetRows(file))).toEqual({
    headers: ['Name', 'Text', 'Text 2'],
    rows: [
      { number: 2, cells: ['Salt', '=1+1 <b>&amp;\nx'] },
      { number: 4, cells: ['Sand', '', 'y'] },
    ],
    losses: [{ place: 'sheet “Prices”', problem: 'Only the first sheet is imported.' }],
  })
})

test.each([
  ['a shared text', '<c r="A2" t="s"><v>1</v></c>', 'Salt &amp; sand'],
  ['a day', '<c r="A2" s="1"><v>46380</v></c>', '2026-12-24'],
  ['a day with a time', '<c r="A2" s="2"><v>46380.770833333336</v></c>', '2026-12-24T18:30:00'],
  ['a time', '<c r="A2" s="3"><v>0.75</v></c>', '18:00:00'],
  ['a number', '<c r="A2"><v>0.30000000000000004</v></c>', '0.3'],
  ['a large number', '<c r="A2"><v>1.5E+3</v></c>', '1500'],
  ['an id beyond what numbers hold', '<c r="A2"><v>9007199254740993</v></c>', '9007199254740993'],
  ['yes or no', '<c r="A2" t="b"><v>1</v></c>', 'true'],
  ['a number that was calculated', '<c r="A2"><f>1+1</f><v>2</v></c>', '2'],
  ['a text that was calculated', '<c r="A2" t="str"><f>B1</f><v>=1 &lt; 2</v></c>', '=1 < 2'],
])('a cell may be %s', async (_what, xml, text) => {
  const { rows, losses } = await sheetRows(await cells(xml, ['none', 'Salt &amp;amp; sand']))
  expect(rows[0]?.cells).toEqual([text])
  expect(losses).toEqual([])
})

test('of very many cells without a value the first are named, and the others counted', async () => {
  const row = (_: unknown, at: number) =>
    `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c><c r="B${at + 2}"><f>1+1</f></c></row>`
  const rows = `${HEAD}${Array.from({ length: 10_002 }, row).join('')}`
  const { losses } = await sheetRows(await spreadsheet([{ name: 'Rules', rows }]))
  expect(losses).toHaveLength(10_001)
  expect(inWords(losses.at(-1))).toEqual({ place: 'sheet', problem: '2 more cells have no value.' })
})

test('formulas without a result, and what is beside the cells, are losses', async () => {
  const rows = `${HEAD}<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f>1+1</f></c><c r="C2" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`
  const further = { 'xl/media/map.png': '', 'xl/comments1.xml': '', 'xl/vbaProject.bin': '' }
  const file = await spreadsheet([{ name: 'Rules', rows }], [], further)
  expect(inWords(await sheetRows(file)).losses).toEqual([
    { place: 'spreadsheet', problem: 'Pictures in the spreadsheet are not imported.' },
    { place: 'spreadsheet', problem: 'Comments in the spreadsheet are not imported.' },
    { place: 'spreadsheet', problem: 'Macros of the spreadsheet are not imported.' },
    {
      place: 'cell B2',
      problem:
        'The result of the formula is not in the file. Open and save it in a spreadsheet program.',
    },
    { place: 'cell C2', problem: 'The formula has an error instead of a result.' },
  ])
})

test('empty cells far away are nothing, and cells far away with a text are refused', async () => {
  const far = '<c r="A2"><v>1</v></c><c r="XFD2" s="1"/></row><row r="1048576"><c r="XFD1048576"/>'
  expect((await sheetRows(await cells(far))).rows).toEqual([{ number: 2, cells: ['1'] }])
  expect(await refusalOf(sheetRows(await cells('<c r="XFD2"><v>1</v></c>')))).toBe(
    'Row 2 has more than 200 columns.',
  )
  for (const row of [
    '</row><row r="100002"><c r="A100002"><v>1</v></c>',
    '</row><row r="9999999">',
    '</row><row><c r="A9999999"/>',
  ])
    expect(await refusalOf(sheetRows(await cells(row)))).toBe(
      'The table has more than 100,000 rows.',
    )
  const sparse = '<c r="GR2"><v>1</v></c></row><row r="100001"><c r="A100001"><v>1</v></c>'
  expect(await refusalOf(sheetRows(await cells(sparse)))).toBe(
    'The sheet has too many cells. Divide it, or save it as CSV.',
  )
})

test('a spreadsheet that is larger than it says, or than can be held, is refused', async () => {
  const large = { 'xl/sharedStrings.xml': Buffer.alloc(49 * 1024 * 1024, ' ') }
  const file = await spreadsheet([{ name: 'Rules', rows: [['Name'], ['Salt']] }], [], large)
  expect(await refusalOf(sheetRows(file))).toBe(
    'This spreadsheet is too large. Divide it, or save it as CSV.',
  )
  expect(await refusalOf(sheetRows(forged(file, 'size', 100)))).toMatch(
    /^The file “xl\/_rels\/workbook\.xml\.rels” is damaged in the archive\.$/,
  )
})

test.each([
  ['another archive', zipOf({ 'a.md': 'A' })],
  ['no sheet', spreadsheet([])],
  ['broken XML', cells('<c r="A2"><v>1</c>')],
  ['an address that is none', cells('<c r="A1e9"><v>1</v></c>')],
  ['a row with a number that is none', cells('</row><row r="1e9">')],
  ['a shared text that is not there', cells('<c r="A2" t="s"><v>7</v></c>')],
  [
    'entities of its own',
    spreadsheet([{ name: 'Rules', rows: '' }], [], {
      'xl/workbook.xml': '<!DOCTYPE x [<!ENTITY a "aa">]><workbook><sheet name="&a;"/></workbook>',
    }),
  ],
])('what is no sheet is refused: %s', async (_what, file) => {
  expect(await refusalOf(sheetRows(await file))).toBe(UNREADABLE)
})

test('what is no XLSX file is refused', async () => {
  expect(await refusalOf(sheetRows(Buffer.from('Name,Text')))).toBe(
    'This file is not a ZIP archive, or it is damaged.',
  )
  expect(await refusalOf(sheetRows(Buffer.from('d0cf11e0a1b11ae1', 'hex')))).toBe(
    'This spreadsheet has an old format or a password. Save it as XLSX without a password.',
  )
})

test.each([
  '2026-12-24',
  '2026-12-24 ',
  '24.12.2026',
  '24. 12. 2026',
  '12/24/2026',
  '24/12/2026',
  '24-12-2026',
  '24 Dec 2026',
  '24-Dec-2026',
  '24th of December 2026',
  '24. Dezember 2026',
  '24. Dez. 2026',
  'December 24, 2026',
  'Dec 24 2026',
  '46380',
  '24.12.26',
  '12/24/26',
  'Do, 24.12.2026',
  'Donnerstag, 24. Dezember 2026',
  'am 24.12.2026',
  'Thu 24 Dec 2026',
  'Thursday, December 24th, 2026',
])('a day is read as it is written: %s', (text) => {
  expect(dateIn(text)).toEqual({ iso: '2026-12-24', isAmbiguous: false })
})

test.each([
  ['2026-12-24T18:30', '2026-12-24T18:30:00'],
  ['2026-12-24 18:30:15', '2026-12-24T18:30:15'],
  ['24.12.2026, 18:30 Uhr', '2026-12-24T18:30:00'],
  ['24. Dezember 2026 um 8:05 Uhr', '2026-12-24T08:05:00'],
  ['12/24/2026 6:30 PM', '2026-12-24T18:30:00'],
  ['12/24/2026 12:05 a.m.', '2026-12-24T00:05:00'],
  ['46380.75', '2026-12-24T18:00:00'],
  ['24.12.26 18:30', '2026-12-24T18:30:00'],
  ['24.12.2026 18.30', '2026-12-24T18:30:00'],
  ['24.12.2026, 18.30 Uhr', '2026-12-24T18:30:00'],
  ['Do., 24.12.2026 ab 19 Uhr', '2026-12-24T19:00:00'],
  ['Dec 24th, 2026 at 7 pm', '2026-12-24T19:00:00'],
  ['2026-12-24T18:30:15.123Z', '2026-12-24T18:30:15.123Z'],
  ['2026-12-24T18:30:00+02:00', '2026-12-24T16:30:00Z'],
])('a time may follow the day: %s', (text, iso) => {
  expect(dateIn(text)).toEqual({ iso, isAmbiguous: false })
})

test.each([
  ['1. März 2026', '2026-03-01'],
  ['1 Mar 2026', '2026-03-01'],
  ['1. Mai 2026', '2026-05-01'],
  ['3 Sept 2026', '2026-09-03'],
  ['31. Oktober 2026', '2026-10-31'],
  ['13. Jänner 2027', '2027-01-13'],
  ['13. Feber 2027', '2027-02-13'],
])('months have their names in English and German: %s', (text, iso) => {
  expect(dateIn(text)?.iso).toBe(iso)
})

test('a day that could be the month comes first, and that is said', () => {
  expect(dateIn('05/06/2026')).toEqual({ iso: '2026-06-05', isAmbiguous: true })
  expect(dateIn('05.06.2026')).toEqual({ iso: '2026-06-05', isAmbiguous: false })
  expect(dateIn('06/06/2026')).toEqual({ iso: '2026-06-06', isAmbiguous: false })
})

test.each([
  '',
  'in winter',
  '2026',
  '1234',
  '30.2.2026',
  '2026-13-01',
  '13/13/2026',
  '24 Decoration 2026',
  '24.12.2026 25:00',
  '12/24/2026 13:00 PM',
  '3 days in 2026',
  '9007199254740993',
  `24.12.2026${' '.repeat(100)}x`,
])('any other text is no date: %s', (text) => {
  expect(dateIn(text)).toBeNull()
})

const SIGNS = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']

const BEFORE = ['', '"', '""', ' ', 'x;', 'x,', 'x, "', 'x\t', 'x\n', 'x\r\n', 'x;\t', 'x,""']

const CELLS = [
  ...SIGNS.flatMap((sign) => BEFORE.map((before) => `${before}${sign}1+1`)),
  ...["'=1", "''=1", "x;'=1", '\t=1', "'\t=1", '\rx', '\tx', 'it’s', "'", 'a;b,c\td|e', '- a\n- b'],
]

const LIVE = /^["\s']*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

const SEPARATORS = [',', ';', '\t']

test.each(SEPARATORS)('no cell is a formula where a program separates by %j', (delimiter) => {
  for (const language of ['en', 'de'])
    for (const cell of CELLS) {
      const file = csvText([['key', cell, 'last']], language).slice(1)
      const read = [
        ...Papa.parse<string[]>(file, { delimiter }).data.flat(),
        ...file.split(/\r?\n/).flatMap((line) => line.split(delimiter)),
      ]
      const live = read.filter((one) => LIVE.test(one) && !/^["\s]*'/.test(one))
      expect([cell, live.concat(read.filter((one) => /^[\t\r]/.test(one) && !one.trim()))]).toEqual(
        [cell, []],
      )
    }
})

test.each(['en', 'de'])('a file in the separators of %s comes back as it was', (language) => {
  for (const cell of CELLS) {
    const bytes = Buffer.from(
      csvText(
        [
          ['key', 'text'],
          ['a', `x${cell}`],
          ['b', cell],
        ],
        language,
      ),
    )
    const { headers, rows } = csvRows(bytes)
    const [, one] = rows[0]?.cells ?? []
    const [, other = ''] = rows[1]?.cells ?? []
    const asRead = (text: string) => text.replace(/\r\n?/g, '\n').trim()
    expect(cellText(one, headers)).toBe(asRead(`x${cell}`))
    expect(cellText(other, headers).trim()).toBe(asRead(cell))
  }
})

test('German spreadsheets get semicolons', () => {
  const rows = [
    ['Name', 'Zahl'],
    ['Ann', '1,5; 2'],
  ]
  expect(csvText(rows, 'de')).toBe('\uFEFFName;Zahl\r\nAnn;"1,5; 2"\r\n')
  expect(csvText(rows, 'en')).toBe('\uFEFFName,Zahl\r\nAnn,"1,5; 2"\r\n')
})

test('a table of another program keeps the marks within its cells', () => {
  expect(cellText("1, '-2'", ['title'])).toBe("1, '-2'")
  expect(cellText("'=1", ['title'])).toBe('=1')
})

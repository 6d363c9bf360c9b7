import Papa from 'papaparse'
import { csvText } from '#server/text/csv.ts'
import { cellText } from '#server/transfer/sources/table/read.ts'
import { csvRows } from '#server/transfer/sources/table/rows.ts'

const SIGNS = ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20']
const BEFORE = ['', '"', '""', ' ', 'x;', 'x,', 'x, "', 'x\t', 'x\n', 'x\r\n', 'x;\t', 'x,""']
const CELLS = [
  ...SIGNS.flatMap((sign) => BEFORE.map((before) => `${before}${sign}1+1`)),
  ...["'=1", "''=1", "x;'=1", '\t=1', "'\t=1", '\rx', '\tx', "it's", "'", 'a;b,c\td|e', '- a\n- b'],
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

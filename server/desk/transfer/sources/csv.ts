import Papa from 'papaparse'
import { ENGLISH } from '../../../config/locales.ts'
import { said } from '../../../text/sentence.ts'
import { decoded } from './decoding.ts'
import { type Loss, UnreadableSource } from './source.ts'
import { RowCollector, type Table, tooManyColumns } from './tableRows.ts'

const DELIMITERS = [',', ';', '\t', '|']
/** Excel reads and writes it: `sep=;`. */
const NAMED_DELIMITER = /^sep=(.)\r?\n/

/**
 * A table as text. Its delimiter is found; every cell is text, also one that a spreadsheet would calculate.
 * @throws UnreadableSource
 */
export function csvRows(bytes: Uint8Array, language = ENGLISH): Table {
  const losses: Loss[] = []
  const place = said('transfer.place.file')
  const text = decoded(bytes, (problem) => losses.push({ place, problem }))
  if (text.includes('\0')) throw new UnreadableSource(said('transfer.no_text_table'))
  assertNoEndlessLine(text)
  const [line = '', delimiter = delimiterOf(text)] = NAMED_DELIMITER.exec(text) ?? []
  const rows = new RowCollector()
  let number = 0
  Papa.parse<string[]>(text.slice(line.length), {
    delimiter,
    step: ({ data, errors }) => {
      number++
      const codes = errors.map(({ code }) => code)
      if (codes.includes('MissingQuotes'))
        throw new UnreadableSource(said('transfer.open_quote', { row: number }))
      if (codes.includes('InvalidQuotes'))
        losses.push({
          place: said('transfer.place.row', { number }),
          problem: said('transfer.quote_in_cell'),
        })
      rows.add(number, data)
    },
  })
  return rows.table(losses, language)
}

/** Rows by which the delimiter is found. */
const FIRST_ROWS = 20

/** The delimiter with which the first rows have as many cells as the headers, and of several the one with most. */
function delimiterOf(text: string): string {
  const body = text.replace(/^[\r\n]+/, '')
  const found = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(body, { delimiter, preview: FIRST_ROWS })
    const [head = [], ...rows] = data.filter((cells) => cells.length > 1 || cells[0] !== '')
    const even = rows.filter(({ length }) => length === head.length).length
    return { delimiter, cells: head.length, share: rows.length === 0 ? 1 : even / rows.length }
  })
  const [best] = found
    .filter(({ cells }) => cells > 1)
    .toSorted((a, b) => b.share - a.share || b.cells - a.cells)
  return best?.delimiter ?? ','
}

/** Delimiters of one line: so many are no texts in cells, and the parser would hold them all. */
const DELIMITERS_MAX = 1_000_000

function assertNoEndlessLine(text: string): void {
  let line = 1
  let count = 0
  for (const { 0: found } of text.matchAll(/[\n,;\t|]/g)) {
    if (found !== '\n') count++
    else {
      line++
      count = 0
    }
    if (count > DELIMITERS_MAX) throw tooManyColumns(line)
  }
}

import Papa from 'papaparse'
import { cutText } from '#shared/cutText.ts'
import { ENGLISH } from '../../../config/locales.ts'
import { said, sentenceIn } from '../../../text/sentence.ts'
import { fieldNamed } from '../fields.ts'
import { decoded, type Loss, UnreadableSource } from '../source.ts'

export type TableRow = {
  /** Counted in the file, from 1, with empty rows and that of the headers. */
  readonly number: number
  /** Never more than headers. */
  readonly cells: readonly string[]
}
export type Table = {
  /** Each once. */
  readonly headers: readonly string[]
  readonly rows: readonly TableRow[]
  readonly losses: readonly Loss[]
}

/** The row of the headers is not counted. */
export const ROWS_MAX = 100_000
const COLUMNS_MAX = 200
/** Characters of a cell. */
const CELL_MAX = 1_000_000
/** Characters of all cells together. */
const TABLE_MAX = 64_000_000
const HEADER_MAX = 200

export const tooManyRows = () =>
  new UnreadableSource(said('transfer.too_many_rows', { limit: ROWS_MAX }))
const tooManyColumns = (row: number) =>
  new UnreadableSource(said('transfer.too_many_columns', { row, limit: COLUMNS_MAX }))

/** Collects the rows of a table within bounds. The first row that is not empty has the headers. */
export class RowCollector {
  readonly #rows: TableRow[] = []
  #width = 0
  #size = 0

  /** @throws UnreadableSource */
  add(number: number, typed: readonly string[]): void {
    const filled = typed.findLastIndex((cell) => cell.trim() !== '') + 1
    if (filled === 0) return
    if (filled > COLUMNS_MAX) throw tooManyColumns(number)
    if (this.#rows.length > ROWS_MAX) throw tooManyRows()
    const cells = typed.slice(0, filled).map((cell) => cell.replace(/\r\n?/g, '\n').trim())
    for (const [index, { length }] of cells.entries()) {
      if (length > CELL_MAX) throw this.#tooLong(number, index)
      this.#size += length
    }
    if (this.#size > TABLE_MAX) throw new UnreadableSource(said('transfer.too_many_characters'))
    this.#width = Math.max(this.#width, filled)
    this.#rows.push({ number, cells })
  }

  #tooLong(row: number, index: number) {
    const header = this.#rows[0]?.cells[index] || String(index + 1)
    return new UnreadableSource(
      said('transfer.long_cell', { row, column: cutText(header, HEADER_MAX) }),
    )
  }

  /**
   * @param language of the names of columns without one
   * @throws UnreadableSource for a table without rows
   */
  table(losses: readonly Loss[], language: string): Table {
    const start = headIn(this.#rows)
    const [head, ...rows] = this.#rows.slice(start)
    if (head === undefined || rows.length === 0)
      throw new UnreadableSource(said('transfer.no_rows'))
    const above = this.#rows.slice(0, start).map(({ number, cells }) => ({
      place: said('transfer.place.row', { number }),
      problem: said('transfer.above_heads', { words: wordsOf(cells) }),
    }))
    const headers = headersOf(head.cells, this.#width, language)
    return { headers, rows, losses: [...above, ...losses] }
  }
}

/** Rows among which that of the heads is looked for. */
const HEAD_WITHIN = 10
const wordsOf = (cells: readonly string[]): string[] =>
  cells.filter((cell) => cell !== '').map((cell) => cutText(cell, 60))

/** The index of the row with the heads: a title may stand above it, alone in its row. */
function headIn(rows: readonly TableRow[]): number {
  const start = rows.findIndex(({ cells }) => wordsOf(cells).length > 1)
  const isTitle = !rows[0]?.cells.some((cell) => fieldNamed(cell))
  return isTitle && start > 0 && start <= HEAD_WITHIN && start + 1 < rows.length ? start : 0
}

/** A name that is there already gets a number. */
function headersOf(cells: readonly string[], width: number, language: string): string[] {
  const headers = new Set<string>()
  for (let index = 0; index < width; index++) {
    const name = cutText((cells[index] ?? '').replace(/\s+/g, ' '), HEADER_MAX).toWellFormed()
    const stem = name || sentenceIn(language, said('imported.column', { number: index + 1 }))
    let header = stem
    for (let more = 2; headers.has(header); more++) header = `${stem} ${more}`
    headers.add(header)
  }
  return [...headers]
}

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

import { Readable } from 'node:stream'
import { readSheet } from 'read-excel-file/node'
import { ZipFile } from 'yazl'
import { ENGLISH } from '../../../config/locales.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import { openArchive } from '../files.ts'
import { type Files, type Loss, UnreadableSource } from '../source.ts'
import { RowCollector, type Table } from './rows.ts'
import { damagedSheet, type Hidden, scanSheet, sheetsOf } from './scan.ts'

/** Bytes of the parts of a spreadsheet that are read, all of which are in memory at once. */
const PARTS_MAX = 48 * 1024 * 1024
const STORED = { compress: false }
/** Begins files of older programs, and those with a password. */
const OLD_FORMAT = Buffer.from('d0cf11e0', 'hex')

/**
 * The first sheet that people see of an XLSX file. Formulas have the results that were stored; nothing is calculated.
 * @throws UnreadableSource
 */
export async function sheetRows(bytes: Buffer, language = ENGLISH): Promise<Table> {
  if (bytes.subarray(0, 4).equals(OLD_FORMAT))
    throw new UnreadableSource(said('transfer.old_sheet'))
  const { archive, number, losses, hidden } = await checked(bytes)
  const rows = new RowCollector()
  const cells = await cellsOf(archive, number)
  const left = { rows: 0, columns: new Set<number>() }
  for (const [index, row] of cells.entries()) {
    const texts = row.map(textOfCell)
    for (const [column, text] of texts.entries())
      if (text !== '' && hidden.hasColumn(column)) left.columns.add(column)
    const seen = texts.filter((_, column) => !hidden.hasColumn(column))
    if (!hidden.rows.has(index)) rows.add(index + 1, seen)
    else if (seen.some((text) => text !== '')) left.rows++
    cells[index] = []
  }
  const count = left.rows + left.columns.size
  const place = said('transfer.place.sheet')
  if (count > 0)
    losses.push({
      place,
      problem: said('transfer.sheet_hidden', { rows: left.rows, columns: left.columns.size }),
    })
  return rows.table(losses, language)
}

type Checked = { archive: Readable; number: number; losses: Loss[]; hidden: Hidden }

/** The library gets an archive of the parts that have been checked, and no more: here they are no longer needed. */
async function checked(bytes: Buffer): Promise<Checked> {
  const files = await openArchive(bytes)
  const workbook = await sheetsOf((name) => partOf(files, name))
  const number = Math.max(1, workbook.sheets.findIndex(({ isHidden }) => !isHidden) + 1)
  const first = workbook.sheets[number - 1]
  if (first === undefined) throw damagedSheet()
  const names = [...workbook.parts, first.path]
  const size = names.reduce((sum, name) => sum + (files.get(name)?.size ?? 0), 0)
  if (size > PARTS_MAX) throw new UnreadableSource(said('transfer.large_sheet'))
  const zip = new ZipFile()
  let styles = ''
  for (const name of workbook.parts) {
    const part = await partOf(files, name)
    if (/styles[^/]*$/.test(name)) styles = part.toString()
    zip.addBuffer(part, name, STORED)
  }
  const sheet = await partOf(files, first.path)
  zip.addBuffer(withTexts(sheet, styles), first.path, STORED)
  zip.end()
  const { losses: ofCells, hidden } = scanSheet(sheet)
  const losses = [
    ...workbook.sheets
      .filter((one) => one !== first)
      .map(({ name, isHidden }) => ({
        place: said('transfer.place.named_sheet', { name }),
        problem: said(isHidden ? 'transfer.hidden_sheet' : 'transfer.first_sheet_only'),
      })),
    ...leftOut(files),
    ...ofCells,
  ]
  // The library reads a stream without a copy of the archive.
  const archive = Readable.from(zip.outputStream, { objectMode: false })
  return { archive, number, losses, hidden }
}

async function partOf(files: Files, name: string): Promise<Buffer> {
  const file = files.get(name)
  if (file === undefined) throw damagedSheet()
  return file.bytes()
}

const LEFT_OUT: readonly (readonly [RegExp, Sentence])[] = [
  [/^xl\/media\//, said('transfer.sheet_pictures')],
  [/^xl\/(?:threadedComments\/|comments)/, said('transfer.sheet_comments')],
  [/\/vbaProject\.bin$/, said('transfer.sheet_macros')],
]

const leftOut = (files: Files): Loss[] =>
  LEFT_OUT.filter(([pattern]) => [...files.keys()].some((name) => pattern.test(name))).map(
    ([, problem]) => ({ place: said('transfer.place.spreadsheet'), problem }),
  )

async function cellsOf(archive: Readable, sheet: number): Promise<(readonly unknown[])[]> {
  try {
    return await readSheet<string>(archive, sheet, { parseNumber: numberText, trim: false })
  } catch (error) {
    throw damagedSheet(error)
  }
}

/** Spreadsheets calculate with 15 digits and show no more; longer whole numbers are ids, as they are written. */
function numberText(written: string): string {
  const value = Number(written)
  return /^-?\d+$/.test(written) || Number.isNaN(value)
    ? written
    : String(Number(value.toPrecision(15)))
}

function textOfCell(cell: unknown): string {
  if (cell instanceof Date) return dateText(cell)
  return typeof cell === 'string' || typeof cell === 'boolean' ? String(cell) : ''
}

/** A day, a day with a time, or a time alone, which spreadsheets count from the end of 1899. */
function dateText(date: Date): string {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000)
    .toISOString()
    .slice(0, 19)
    .split('T')
  // The first day of the calendar that old Macs have is no day, either.
  if (day < '1900-01-01' || day === '1904-01-01') return time
  return time === '00:00:00' ? day : `${day}T${time}`
}

/*
 * Cells whose format says more than their number, such as 25 %, 5.00 €, 007 or 30:00:00, and dates that are texts, of which
 * the library makes moments: they become texts.
 */

/** Formats without a text in the file, by their numbers. */
const BUILT_IN: Readonly<Record<string, string>> = {
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  46: '[h]:mm:ss',
}
const attributeOf = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ''
const decoded = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')

function formatsIn(styles: string): string[] {
  const own = new Map(
    Array.from(styles.matchAll(/<numFmt\s[^<>]*>/g), ([tag]) => [
      attributeOf(tag, 'numFmtId'),
      decoded(attributeOf(tag, 'formatCode')),
    ]),
  )
  const [, cells = ''] = styles.split(/<\/?cellXfs\b/, 2)
  return Array.from(cells.matchAll(/<xf\b[^<>]*>/g), ([tag]) => {
    const id = attributeOf(tag, 'numFmtId')
    return own.get(id) ?? BUILT_IN[id] ?? ''
  })
}

const NUMBER = /[#0?][#0?,.]*/

/** The text of a number; null where the number alone says it, and for dates. */
function shownIn(format: string, value: number): string | null {
  const [first = ''] = format.split(';')
  if (/^\[(?:h+|m+|s+)\]/i.test(first)) return durationOf(value, /s/i.test(first))
  const bare = first.replace(/"[^"]*"|\[[^\]]*\]|\\.|[_*]./g, '')
  const [digits] = NUMBER.exec(bare) ?? []
  // What is left of dates has letters.
  if (digits === undefined || /[a-z@]/i.test(bare)) return null
  const [, below = ''] = /[?#0]\/(\d{1,3}|[?#0]{1,3})/.exec(bare) ?? []
  if (below !== '') return fractionOf(value, below, /[#0]\s+[?#0]+\//.test(bare))
  const shown = first
    .replace(/\[\$([^\]-]*)[^\]]*\]/g, '$1')
    .replace(/\[[^\]]*\]|[_*]./g, '')
    .replace(/"([^"]*)"|\\(.)/g, (_all, words: string | undefined, sign: string) => words ?? sign)
  const exact = String(Number((bare.includes('%') ? value * 100 : value).toPrecision(15)))
  const decimals = /\.(0*)/.exec(digits)?.[1]?.length ?? 0
  const long = (exact.split('.')[1] ?? '').length < decimals ? value.toFixed(decimals) : exact
  const isFilled = /^0{2,}$/.test(digits)
  if (shown === digits && !isFilled) return null
  return shown.replace(digits, () => (isFilled ? long.padStart(digits.length, '0') : long)).trim()
}

/** Null for a number that is none of such fractions. @param below the number below the line, or signs for its digits */
function fractionOf(value: number, below: string, hasWhole: boolean): string | null {
  const size = Math.abs(value)
  const whole = hasWhole ? Math.floor(size) : 0
  const fixed = Number(below)
  const unders =
    fixed > 0 ? [fixed] : Array.from({ length: 10 ** below.length - 1 }, (_, at) => at + 1)
  const under = unders.find((one) => Math.abs(size * one - Math.round(size * one)) < 1e-6)
  if (under === undefined) return null
  const over = Math.round((size - whole) * under)
  const fraction = over % under === 0 ? [whole + over / under] : [whole || '', `${over}/${under}`]
  return `${value < 0 ? '-' : ''}${fraction.join(' ').trim()}`
}

function durationOf(days: number, hasSeconds: boolean): string {
  const seconds = Math.round(days * 86_400)
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  const end = hasSeconds ? `:${two(seconds % 60)}` : ''
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}${end}`
}

const CELL = /(<c\b)([^>]*)(>(?:<f\b[^>]*>[^<]*<\/f>|<f\b[^>]*\/>)?<v>)([^<]*)(?=<\/v>)/g

/** The sheet with texts in the place of such cells. */
function withTexts(sheet: Buffer, styles: string): Buffer {
  const formats = formatsIn(styles)
  if (!formats.some((format) => format !== '') && !sheet.includes(' t="d"')) return sheet
  // Bytes stay as they are: only numbers and dates are read.
  const written = (all: string, open: string, attributes: string, from: string, value: string) => {
    const type = attributeOf(attributes, 't') || 'n'
    const format = formats[Number(attributeOf(attributes, 's') || Number.NaN)] ?? ''
    const number = type === 'n' ? shownIn(format, Number(value)) : null
    const shown = type === 'd' ? dayIn(value) : number
    if (shown === null) return all
    const bytes = Buffer.from(shown.replace(/[<&]/g, '')).toString('latin1')
    return `${open}${attributes.replace(/\st="[^"]*"/, '')} t="str"${from}${bytes}`
  }
  return Buffer.from(sheet.toString('latin1').replace(CELL, written), 'latin1')
}

/** A moment of a spreadsheet is the time on its clock, wherever that is. */
const dayIn = (typed: string): string =>
  typed
    .replace(/Z$/, '')
    .replace(/\.\d+$/, '')
    .replace(/T00:00(?::00)?$/, '')

import { posix } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { said } from '../../../text/sentence.ts'
import { type Loss, UnreadableSource } from '../source.ts'
import { ROWS_MAX, tooManyRows } from './rows.ts'

/* Parts of an XLSX file, read for what the library that reads its cells does not say or bound. */

type Workbook = {
  readonly sheets: readonly {
    readonly name: string
    readonly path: string
    readonly isHidden: boolean
  }[]
  /** Paths of what is read beside a sheet. */
  readonly parts: readonly string[]
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

/** The name of an element or attribute without the prefix of its namespace. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf({ attributes }: SaxesTagPlain): ReadonlyMap<string, string> {
  return new Map(Object.entries(attributes).map(([name, value]) => [local(name), value]))
}

export const damagedSheet = (cause?: unknown) =>
  new UnreadableSource(said('transfer.damaged_sheet'), { cause })

/** Bytes that are decoded at once: a sheet as one text takes as much memory again. */
const CHUNK = 64 * 1024

/** @throws UnreadableSource */
function parse(xml: Buffer, parser: SaxesParser): void {
  try {
    const decoder = new StringDecoder('utf8')
    for (let from = 0; from < xml.length; from += CHUNK)
      parser.write(decoder.write(xml.subarray(from, from + CHUNK)))
    parser.write(decoder.end()).close()
  } catch (error) {
    if (error instanceof UnreadableSource) throw error
    throw damagedSheet(error)
  }
}

function eachElement(xml: Buffer, open: (name: string, tag: SaxesTagPlain) => void): void {
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => open(local(tag.name), tag))
  parse(xml, parser)
}

/** The sheets in their order. @throws UnreadableSource */
export async function sheetsOf(part: (name: string) => Promise<Buffer>): Promise<Workbook> {
  const targets = new Map<string, string>()
  const parts = [WORKBOOK, RELATIONS]
  eachElement(await part(RELATIONS), (name, tag) => {
    if (name !== 'Relationship') return
    const attributes = attributesOf(tag)
    const target = attributes.get('Target') ?? ''
    const path = target.startsWith('/') ? target.slice(1) : posix.join('xl', target)
    targets.set(attributes.get('Id') ?? '', path)
    if (/\/(?:styles|sharedStrings)$/.test(attributes.get('Type') ?? '')) parts.push(path)
  })
  const sheets: Workbook['sheets'][number][] = []
  eachElement(await part(WORKBOOK), (name, tag) => {
    if (name !== 'sheet') return
    const attributes = attributesOf(tag)
    const path = targets.get(attributes.get('id') ?? '') ?? ''
    const isHidden = /hidden/i.test(attributes.get('state') ?? '')
    sheets.push({ name: attributes.get('name') ?? '', path, isHidden })
  })
  return { sheets, parts }
}

/** Rows of the largest sheet that programs write. */
const SHEET_ROWS_MAX = 1_048_576
/** Cells, the empty ones between others included. */
const CELLS_MAX = 5_000_000

/** Cells that are named; of the others the number is. */
const NAMED_MAX = 10_000

type Cell = { readonly at: string; readonly type: string; hasFormula: boolean; hasValue: boolean }

/** Rows and columns that people don't see, from 0. */
export class Hidden {
  readonly rows = new Set<number>()
  readonly #columns: (readonly [from: number, to: number])[] = []

  add(name: string, attributes: ReadonlyMap<string, string>, row: number): void {
    if (!/^(?:1|true)$/.test(attributes.get('hidden') ?? '')) return
    if (name === 'row') this.rows.add(row - 1)
    else this.#columns.push([Number(attributes.get('min')) - 1, Number(attributes.get('max')) - 1])
  }

  hasColumn = (at: number): boolean => this.#columns.some(([from, to]) => at >= from && at <= to)
}

/**
 * Cells whose values are missing: the library takes them for empty ones.
 * @throws UnreadableSource for a sheet of which the library would make too much: one cell far away is a large table
 */
export function scanSheet(xml: Buffer): { losses: Loss[]; hidden: Hidden } {
  const losses: Loss[] = []
  let further = 0
  const bounds = new Bounds()
  const hidden = new Hidden()
  let row = 0
  let cell: Cell | null = null
  const parser = new SaxesParser()
  parser.on('opentag', (tag) => {
    const name = local(tag.name)
    const attributes = attributesOf(tag)
    const at = attributes.get('r') ?? ''
    if (name === 'row' || name === 'c') assertInSheet(at)
    if (name === 'row') row = Number(at) || row + 1
    if (name === 'row' || name === 'col') hidden.add(name, attributes, row)
    if (name === 'c')
      cell = {
        at,
        type: attributes.get('t') ?? '',
        hasFormula: false,
        hasValue: false,
      }
    if (name === 'f' && cell) cell.hasFormula = true
    if ((name === 'v' || name === 'is') && cell) cell.hasValue = true
  })
  parser.on('closetag', (tag) => {
    if (local(tag.name) !== 'c' || cell === null) return
    if (cell.hasValue) bounds.add(cell.at)
    const isWithout = cell.hasFormula && !cell.hasValue
    const isLost = isWithout || cell.type === 'e'
    if (isLost && losses.length >= NAMED_MAX) further++
    else if (isLost)
      losses.push({
        place: said('transfer.place.cell', { cell: cell.at }),
        problem: isWithout ? said('transfer.no_result') : said('transfer.formula_error'),
      })
    cell = null
  })
  parse(xml, parser)
  if (further > 0)
    losses.push({
      place: said('transfer.place.sheet'),
      problem: said('transfer.more_cells', { count: further }),
    })
  return { losses, hidden }
}

/** @param at a row, or a cell such as `AB12`; empty for the next one */
function assertInSheet(at: string): void {
  if (at !== '' && !/^[A-Z]{0,3}\d{1,7}$/i.test(at)) throw damagedSheet()
  if (Number(at.replace(/^\D+/, '')) > SHEET_ROWS_MAX) throw tooManyRows()
}

class Bounds {
  #rows = 0
  #columns = 0

  /** @param at such as `AB12` */
  add(at: string): void {
    const [, letters = '', digits = ''] = /^(\D*)(\d+)$/.exec(at) ?? []
    const row = Number(digits)
    const column = [...letters.toUpperCase()].reduce(
      (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
      0,
    )
    if (row > ROWS_MAX + 1) throw tooManyRows()
    this.#rows = Math.max(this.#rows, row)
    this.#columns = Math.max(this.#columns, column)
    if (this.#rows * this.#columns > CELLS_MAX)
      throw new UnreadableSource(said('transfer.too_many_cells'))
  }
}

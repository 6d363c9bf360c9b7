import { CONTENT_FIELDS, type TableField } from '#contract/transfer.ts'
import { cutText } from '#shared/cutText.ts'
import { unescapedCell } from '../../../text/csv.ts'
import { said } from '../../../text/sentence.ts'
import { type Column, fieldNamed, guessColumns, holding, isSwitch } from '../fields.ts'
import { below, paragraphs } from '../light.ts'
import {
  hasName,
  type Loss,
  onlyOf,
  type Place,
  type Source,
  type SourceEntry,
  type SourceReader,
  whole,
} from '../source.ts'
import { isValid, leftOut, namesIn } from '../values.ts'
import { csvRows, type Table, type TableRow } from './rows.ts'
import { sheetRows } from './sheet.ts'

/** Each row as an entry. A column without a field is left out. */
export function readTable(table: Table, columns: readonly Column[]): Source {
  const losses: Loss[] = [...table.losses]
  const ids = new Set<string>()
  const counts = new Map<string, number>()
  const found: { entry: SourceEntry; order: number }[] = []
  for (const row of table.rows) {
    const place = said('transfer.place.row', { number: row.number })
    const cells = cellsBy(columns, table, row)
    const entry = entryOf(cells, place)
    if (entry === null) {
      losses.push({ place, problem: said('transfer.row_untitled') })
      continue
    }
    if (ids.has(entry.id) && cells.one('key') !== '')
      losses.push({ place, problem: said('transfer.key_twice', { key: cutText(entry.id, 120) }) })
    const id = unique(entry.id, ids, counts)
    found.push({ entry: { ...entry, id }, order: orderIn(cells.one('order')) })
  }
  for (const [index, { name, field }] of columns.entries()) {
    const count = table.rows.filter(({ cells }) => cells[index]).length
    if (field === null && count > 0) losses.push(leftOut(name, count))
  }
  const entries = found.toSorted((a, b) => a.order - b.order).map(({ entry }) => entry)
  return { entries, files: new Map(), losses }
}

const FURTHER: readonly TableField[] = ['state', 'format', 'language', ...CONTENT_FIELDS]

type Cell = { readonly name: string; readonly text: string }
type Cells = {
  readonly of: (field: TableField) => Cell[]
  readonly one: (field: TableField) => string
  /** Values that no other field has. */
  readonly list: readonly (readonly [string, string])[]
  readonly held: SourceEntry['held']
}

/** Other programs escape the start of a cell alone. */
const ESCAPED_FORMULA = /^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/** The text of a cell as it was before it was exported. @param headers an export of ours begins with the key */
export const cellText = (cell = '', [first]: readonly string[] = []): string =>
  first === 'key' ? unescapedCell(cell) : cell.replace(ESCAPED_FORMULA, '')

function cellsBy(columns: readonly Column[], { headers }: Table, { cells }: TableRow): Cells {
  const fields = new Map(columns.map(({ name, field }) => [name, field]))
  const filled = headers.flatMap((name, index) => {
    const text = cellText(cells[index], headers)
    return text === '' ? [] : [{ name, text, field: fields.get(name) ?? null }]
  })
  const good = filled.filter(({ text, field }) => field !== null && isValid(field, text))
  const of = (field: TableField) => good.filter((cell) => cell.field === field)
  const list = filled.filter(
    (cell) =>
      cell.field !== null &&
      !MANY.has(cell.field) &&
      !isSwitch(cell.name, cell.text, cell.field) &&
      (UNREAD.has(cell.field) || cell !== of(cell.field)[0]),
  )
  const [held] = filled.flatMap(({ name, text, field }) => holding(name, text, field) ?? [])
  return {
    of,
    one: (field) => of(field)[0]?.text ?? '',
    list: list.map(({ name, text }) => [name, text]),
    held,
  }
}

const UNREAD = new Set<TableField>(['list', 'held'])
/** Fields that take several columns. */
const MANY = new Set<TableField>(['aliases', 'description', 'section'])

/** Null without a title and a key. */
function entryOf({ of, one, list, held }: Cells, place: Place): SourceEntry | null {
  const line = (field: TableField) => one(field).replace(/\s+/g, ' ')
  const title = line('title') || line('key')
  if (title === '') return null
  const text = of('description')
    .map((cell) => cell.text)
    .join('\n\n')
  return {
    id: line('key') || title,
    place,
    title,
    kind: line('kind') || null,
    part: line('part') || null,
    aliases: of('aliases').flatMap(({ text }) => namesIn(text)),
    body: paragraphs(
      text,
      ...of('section').map(({ name, text: content }) => below(1, name, content)),
    ),
    ...(of('section').length === 0 && { whole: text }),
    ...(list.length > 0 && { list }),
    ...(held && { held }),
    fields: Object.fromEntries(
      FURTHER.flatMap((field) => (one(field) === '' ? [] : [[field, one(field)]])),
    ),
  }
}

/** Rows without a number come last, in their order. */
function orderIn(text: string): number {
  const order = Number(text.replace(',', '.'))
  return text === '' || Number.isNaN(order) ? Number.MAX_VALUE : order
}

/** @param counts of each id that was asked for */
function unique(id: string, ids: Set<string>, counts: Map<string, number>): string {
  let own = id
  let count = counts.get(id) ?? 1
  for (; ids.has(own); own = `${id} (${count})`) count++
  counts.set(id, count)
  ids.add(own)
  return own
}

const TEXT = /\.(?:csv|tsv)$/i

export const reader: SourceReader = {
  recognises: (given) =>
    given.parts?.has('xl/workbook.xml') ??
    (given.only !== null && hasName(given, /\.(?:csv|tsv|xlsx?)$/i)),
  async read(given, { fields, language, decided }) {
    const file = onlyOf(given)
    const isText = given.parts === null && TEXT.test(file.name)
    const found = await (isText ? csvRows : sheetRows)(await whole(file), language)
    const own = new Map(Object.entries(decided))
    const columns = guessColumns(found.headers, fields).map((column) => {
      const field = own.get(column.name)
      return field === undefined ? column : { ...column, field }
    })
    const source = readTable(found, columns)
    const place = said('transfer.place.file')
    const problem = said('transfer.guessed_heads', { words: found.headers.slice(0, 5) })
    const isGuess = own.size === 0 && !found.headers.some((head) => fieldNamed(head))
    return {
      ...source,
      columns,
      losses: [...(isGuess ? [{ place, problem }] : []), ...source.losses],
    }
  },
}

import { CONTENT_FIELDS, type TableField } from '#contract/transfer.ts'
import { pictureAt } from '../../../files/pictureNames.ts'
import { unescapedCell } from '../../../text/csv.ts'
import { type Sentence, said } from '../../../text/sentence.ts'
import type { Column } from './columns.ts'
import { decodedName } from './lightWords.ts'
import type { Target } from './markdownTargets.ts'
import { markdownText } from './markdownText.ts'
import type { Loss, Place, Source, SourceEntry } from './source.ts'
import type { Table, TableRow } from './tableRows.ts'

/** Each row as an entry. A column without a field is left out. */
export function readTable(table: Table, columns: readonly Column[]): Source {
  const losses: Loss[] = [...table.losses]
  const ids = new Set<string>()
  const counts = new Map<string, number>()
  const found: { entry: SourceEntry; order: number }[] = []
  for (const row of table.rows) {
    const place = said('transfer.place.row', { number: row.number })
    const cells = cellsBy(columns, table, row)
    const entry = entryOf(cells, place, losses)
    if (entry === null) {
      losses.push({ place, problem: said('transfer.row_untitled') })
      continue
    }
    if (ids.has(entry.id) && cells.one('key') !== '')
      losses.push({ place, problem: said('transfer.key_twice', { key: entry.id.slice(0, 120) }) })
    const id = unique(entry.id, ids, counts)
    found.push({ entry: { ...entry, id }, order: orderIn(cells.one('order')) })
  }
  const entries = found.toSorted((a, b) => a.order - b.order).map(({ entry }) => entry)
  return { entries, files: new Map(), losses }
}

const FURTHER: readonly TableField[] = ['state', 'format', 'language', ...CONTENT_FIELDS]

type Cell = { readonly name: string; readonly text: string }
type Cells = {
  readonly of: (field: TableField) => Cell[]
  readonly one: (field: TableField) => string
}

/** Other programs escape the start of a cell alone. */
const ESCAPED_FORMULA = /^'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/** The text of a cell as it was before it was exported. @param headers an export of ours begins with the key */
export const cellText = (cell = '', [first]: readonly string[] = []): string =>
  first === 'key' ? unescapedCell(cell) : cell.replace(ESCAPED_FORMULA, '')

/** The cells of a row that have a text. */
function cellsBy(columns: readonly Column[], { headers }: Table, { cells }: TableRow): Cells {
  const fields = new Map(columns.map(({ name, field }) => [name, field]))
  const filled = headers.flatMap((name, index) => {
    const text = cellText(cells[index], headers)
    return text === '' ? [] : [{ name, text, field: fields.get(name) ?? null }]
  })
  const of = (field: TableField) => filled.filter((cell) => cell.field === field)
  return { of, one: (field) => of(field)[0]?.text ?? '' }
}

/** Null without a title and a key. */
function entryOf({ of, one }: Cells, place: Place, losses: Loss[]): SourceEntry | null {
  const line = (field: TableField) => one(field).replace(/\s+/g, ' ')
  const title = line('title') || line('key')
  if (title === '') return null
  const text = partsOf(
    of('description')
      .map(({ text: typed }) => typed)
      .join('\n\n'),
    (problem) => losses.push({ place, problem }),
  )
  return {
    id: line('key') || title,
    place,
    title,
    kind: line('kind') || null,
    part: line('part') || null,
    aliases: of('aliases').flatMap(({ text }) => namesIn(text)),
    description: text.description,
    sections: [
      ...text.sections,
      ...of('section').map(({ name, text: content }) => ({ title: name, content, level: 0 })),
    ],
    ...(of('section').length === 0 && {
      whole: of('description')
        .map(({ text }) => text)
        .join('\n\n'),
    }),
    fields: Object.fromEntries(
      FURTHER.flatMap((field) => (one(field) === '' ? [] : [[field, one(field)]])),
    ),
  }
}

const HEADING = /^#{1,6} /m

/** A text with headings has sections, as in an export of ours. */
function partsOf(description: string, lose: (problem: Sentence) => void) {
  if (!HEADING.test(description)) return { description, sections: [] }
  const find = (href: string): Target =>
    href.startsWith('entry:')
      ? { type: 'entry', id: decodedName(href.slice('entry:'.length)) }
      : pictureAt(href) === null
        ? { type: 'outside' }
        : { type: 'picture', file: { name: href, size: 0, bytes: async () => Buffer.alloc(0) } }
  return markdownText(description, { find, lose, use: () => undefined }, () => false)
}

const namesIn = (text: string): string[] =>
  text
    .split(/[,;|\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Rows without a number come last, in their order. */
export function orderIn(text: string): number {
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

/* Edits of a text with light formatting, for the toolbars of site and desk. Offsets are UTF-16 units. */

/** A text and what is selected in it. */
export type Written = { readonly text: string; readonly from: number; readonly to: number }
/** Replaces the text from `from` to `to`; then `select` is selected, counted in the new text. */
export type Edit = {
  readonly from: number
  readonly to: number
  readonly insert: string
  readonly select: readonly [from: number, to: number]
}

export const TEXT_COMMANDS = [
  'strong',
  'em',
  'heading',
  'list',
  'numbers',
  'quote',
  'callout',
  'link',
  'table',
  'row',
  'column',
] as const
export type TextCommand = (typeof TEXT_COMMANDS)[number]

/** Commands that mean something within a table alone. */
export const TABLE_COMMANDS: readonly TextCommand[] = ['row', 'column']

/** Words of the interface for what has none yet. */
export type Placeholders = {
  readonly column: string
  readonly callout: string
  readonly link: string
}

/** @returns null where the command has no meaning, such as another row outside of a table */
export function editOf(command: TextCommand, written: Written, words: Placeholders): Edit | null {
  switch (command) {
    case 'strong':
      return marked(written, '**')
    case 'em':
      return marked(written, '*')
    case 'heading':
      return prefixed(written, () => '## ')
    case 'list':
      return prefixed(written, () => '- ')
    case 'numbers':
      return prefixed(written, (index) => `${index + 1}. `)
    case 'quote':
      return prefixed(written, () => '> ')
    case 'callout':
      return callout(written, words.callout)
    case 'link':
      return link(written, words.link)
    case 'table':
      return newTable(written, words.column)
    case 'row':
      return withRow(written)
    case 'column':
      return withColumn(written)
  }
}

/** A text in the place of what is selected, as a block of its own if it is one. */
export function inserted(written: Written, block: string): Edit {
  const { text, from, to } = written
  const before = text.slice(0, from).trimEnd()
  const after = text.slice(to).trimStart()
  const insert = `${before === '' ? '' : '\n\n'}${block}${after === '' ? '\n' : '\n\n'}`
  const end = before.length + insert.length
  return { from: before.length, to: text.length - after.length, insert, select: [end, end] }
}

/** What is selected, without the blanks at its ends. */
function trimmed({ text, from, to }: Written) {
  const selected = text.slice(from, to)
  const start = from + (selected.length - selected.trimStart().length)
  const end = Math.max(start, to - (selected.length - selected.trimEnd().length))
  return { start, end, inner: text.slice(start, end) }
}

/** Marks what is selected, or takes the marks away. Blanks at its ends stay outside: marks beside them are text. */
function marked(written: Written, mark: string): Edit {
  const { text } = written
  const { start, end, inner } = trimmed(written)
  const size = mark.length
  if (isWrapped(inner, mark)) {
    const bare = inner.slice(size, -size)
    return { from: start, to: end, insert: bare, select: [start, start + bare.length] }
  }
  const isAround =
    text.slice(start - size, start) === mark &&
    text.slice(end, end + size) === mark &&
    // A single mark is no half of a double one.
    (size > 1 || text.slice(start - 2, start) !== '**' || text.slice(start - 3, start) === '***')
  if (isAround)
    return { from: start - size, to: end + size, insert: inner, select: [start - size, end - size] }
  const insert = `${mark}${inner}${mark}`
  return { from: start, to: end, insert, select: [start + size, end + size] }
}

/** Whether the marks are selected, too, around all of it. */
function isWrapped(inner: string, mark: string): boolean {
  const [, before, after] = /^(\*{1,3})[^*]+(\*{1,3})$/.exec(inner) ?? []
  return before === after && (before === mark || before === '***')
}

/** The lines that are selected, at least one. */
function linesAt({ text, from, to }: Written) {
  const start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1
  const end = text.indexOf('\n', Math.max(from, to - 1))
  return { start, end: end === -1 ? text.length : end }
}

const PREFIX = /^(?:#{1,6} |[-*+] |\d+[.)] |> ?)/

/** Begins each line with a prefix; a prefix of another kind gives way, and the same one is taken away. */
function prefixed(written: Written, prefixOf: (index: number) => string): Edit {
  const { start, end } = linesAt(written)
  const lines = written.text.slice(start, end).split('\n')
  const filled = lines.filter((line) => line !== '')
  const isOn = filled.length > 0 && filled.every((line, index) => line.startsWith(prefixOf(index)))
  let count = 0
  const changed = lines.map((line) => {
    if (line === '' && lines.length > 1) return line
    const bare = line.replace(PREFIX, '')
    return isOn ? bare : `${prefixOf(count++)}${bare}`
  })
  const insert = changed.join('\n')
  const last = start + insert.length
  return { from: start, to: end, insert, select: lines.length > 1 ? [start, last] : [last, last] }
}

function callout(written: Written, title: string): Edit {
  const { text, from, to } = written
  const body = text.slice(from, to).trim()
  const lines = [`[!NOTE] ${title}`, ...(body === '' ? [] : body.split('\n'))]
  const edit = inserted(written, lines.map((line) => `> ${line}`.trimEnd()).join('\n'))
  const at = edit.from + edit.insert.indexOf(title)
  return { ...edit, select: [at, at + title.length] }
}

function link(written: Written, words: string): Edit {
  const { start, end, inner } = trimmed(written)
  const insert = `[${inner || words}](https://)`
  const at = start + insert.length - 1
  return { from: start, to: end, insert, select: [at, at] }
}

function newTable(written: Written, column: string): Edit {
  const block = tableOf([
    [`${column} 1`, `${column} 2`],
    ['', ''],
    ['', ''],
  ])
  const edit = inserted({ ...written, from: written.to }, block)
  const at = edit.from + edit.insert.indexOf(column)
  return { ...edit, select: [at, at + column.length + 2] }
}

const NUMBER = /^[+\-−]?[\d.,\s]*\d\s*%?$/

/** Rows of cells as a table; the first one is its head. Columns of numbers are aligned at their ends. */
export function tableOf(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const cells = rows.map((row) =>
    Array.from({ length: width }, (_, index) => cellOf(row[index] ?? '')),
  )
  const [head = [], ...body] = cells
  const isNumeric = (index: number) => {
    const filled = body.flatMap((row) => row[index] || [])
    return filled.length > 0 && filled.every((cell) => NUMBER.test(cell))
  }
  const rule = head.map((_, index) => (isNumeric(index) ? '--:' : '---'))
  return [head, rule, ...body].map(lineOf).join('\n')
}

const cellOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<!\\)\|/g, String.raw`\|`)

const lineOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** The cells of a line of a table. */
const cellsIn = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const DELIMITER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

type TableAt = { readonly start: number; readonly lines: readonly string[]; readonly at: number }

/** The table in which the selection begins. @returns null outside of one */
function tableAt({ text, from }: Written): TableAt | null {
  const lines = text.split('\n')
  const current = text.slice(0, from).split('\n').length - 1
  const isRow = (index: number) => lines[index]?.includes('|') === true
  if (!isRow(current)) return null
  let first = current
  while (isRow(first - 1)) first--
  let last = current
  while (isRow(last + 1)) last++
  if (!DELIMITER.test(lines[first + 1] ?? '')) return null
  const start = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0)
  return { start, lines: lines.slice(first, last + 1), at: current - first }
}

export const isInTable = (written: Written): boolean => tableAt(written) !== null

/** Another row below the selection. */
function withRow(written: Written): Edit | null {
  const table = tableAt(written)
  if (table === null) return null
  const after = Math.max(1, table.at)
  const end =
    table.start + table.lines.slice(0, after + 1).reduce((sum, line) => sum + line.length + 1, -1)
  const insert = `\n${lineOf(cellsIn(table.lines[0] ?? '').map(() => ''))}`
  const at = end + '\n| '.length
  return { from: end, to: end, insert, select: [at, at] }
}

/** Another column after that of the selection. */
function withColumn(written: Written): Edit | null {
  const table = tableAt(written)
  if (table === null) return null
  const { start, lines, at } = table
  const before = lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, start)
  const inLine = written.text.slice(before, written.from)
  const column = Math.min(cellsIn(`${inLine} |`).length, cellsIn(lines[0] ?? '').length)
  const changed = lines.map((line, index) => {
    const cells = cellsIn(line)
    cells.splice(Math.min(column, cells.length), 0, index === 1 ? '---' : '')
    return lineOf(cells)
  })
  const insert = changed.join('\n')
  const head = lineOf(cellsIn(changed[0] ?? '').slice(0, column))
  const caret = start + head.length + 1
  const to = start + lines.join('\n').length
  return { from: start, to, insert, select: [caret, caret] }
}

/** Rows and cells of a text that was copied from a table. @returns null for any other text */
export function rowsIn(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const rows = lines.map((line) => line.split('\t'))
  const width = rows[0]?.length ?? 0
  return width > 1 && rows.length > 1 && rows.every((row) => row.length === width) ? rows : null
}

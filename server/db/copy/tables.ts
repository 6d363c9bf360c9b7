/** Reason why a database cannot be copied; the message names the table. */
export class CopyError extends Error {}

/** A row as JSON: an array of texts and nulls. Integers are texts too, so that none is rounded. */
export type Line = string

export type Column = {
  readonly name: string
  readonly isText: boolean
  readonly isNullable: boolean
}

export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  /** The highest id that was ever given; null in tables without such ids, and before the first one. */
  readonly lastId: string | null
}

/** Rows to be copied. */
export type Source = {
  readonly migrations: readonly string[]
  readonly tables: readonly Table[]
  /** Rows ordered by all columns, texts by code point: the same on both engines. */
  readonly lines: (table: Table) => AsyncIterable<Line>
}

/** Tables within a transaction. */
export type Target = Source & {
  readonly add: (table: Table, lines: readonly Line[]) => Promise<void>
  /** The next id is above it. */
  readonly setLastId: (table: Table, lastId: string) => Promise<void>
}

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const cellsOf = (line: Line): (string | null)[] => JSON.parse(line) as (string | null)[]

/** Kinds of columns that are the same in both engines; `scripts/tableTypes.ts` allows no others. */
const KINDS: Readonly<Record<string, { readonly isText: boolean }>> = {
  integer: { isText: false },
  bigint: { isText: false },
  text: { isText: true },
}

type Described = {
  readonly table: string
  readonly column: string
  readonly type: string
  readonly isNullable: boolean
}

/**
 * Groups columns by table, in the given order.
 * @throws CopyError for a column that the two engines would store differently
 */
export function columnsByTable(described: readonly Described[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>()
  for (const { table, column, type, isNullable } of described) {
    const kind = KINDS[type.toLowerCase()]
    if (kind === undefined)
      throw new CopyError(`${table}.${column} has the type ${type}, which cannot be copied.`)
    const columns = tables.get(table) ?? []
    columns.push({ name: column, isNullable, ...kind })
    tables.set(table, columns)
  }
  return tables
}

/** Reads all rows of a table as texts, in the order of `Source.lines`. */
export function selectCells({ name, columns }: Table, textOrder: string): string {
  const table = quotedName(name)
  const places = columns.map((column) => `${table}.${quotedName(column.name)}`)
  const order = columns.map(({ isText, isNullable }, i) =>
    [places[i], isText && textOrder, isNullable && 'nulls first'].filter(Boolean).join(' '),
  )
  const cells = places.map((place) => `cast(${place} as text)`)
  return `select ${cells.join(', ')} from ${table} order by ${order.join(', ')}`
}

/** Table that exists while a restore or a move into the database is not finished; see `unfinished.ts`. */
export const UNFINISHED = 'unfinished_restore'

/** Lines that are written together. */
const BATCH = 500

export type Loaded = { readonly table: string; readonly rows: number }

/**
 * Copies all rows into empty tables and compares them one by one. Call it within the target's transaction.
 * @throws CopyError when a table is not empty, is unknown, or holds another row than was sent
 */
export async function load(
  source: Source,
  target: Target,
  report: (loaded: Loaded) => void = () => undefined,
): Promise<void> {
  const pairs = pairsOf(source.tables, target.tables)
  for (const { from, to } of pairs) {
    for await (const lines of batched(source.lines(from))) await target.add(to, lines)
    if (from.lastId !== null) await target.setLastId(to, from.lastId)
  }
  for (const { from, to } of pairs) {
    const rows = await compare(to.name, source.lines(from), target.lines(to))
    report({ table: to.name, rows })
  }
}

/** Pairs in the order of the target's tables, with columns in the source's order. */
function pairsOf(from: readonly Table[], to: readonly Table[]) {
  const sources = new Map(from.map((table) => [table.name, table]))
  const pairs = to.map((table) => {
    const source = sources.get(table.name)
    sources.delete(table.name)
    if (source === undefined) throw new CopyError(`The copy has no table ${table.name}.`)
    const columns = new Map(table.columns.map((column) => [column.name, column]))
    const common = source.columns.flatMap(({ name }) => columns.get(name) ?? [])
    if (common.length !== source.columns.length || common.length !== table.columns.length)
      throw new CopyError(`The table ${table.name} has other columns here than in the copy.`)
    return { from: source, to: { ...table, columns: common } }
  })
  const [unknown] = sources.keys()
  if (unknown !== undefined) throw new CopyError(`There is no table ${unknown} here.`)
  return pairs
}

async function* batched(lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let batch: Line[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** @returns the number of rows */
async function compare(table: string, sent: AsyncIterable<Line>, found: AsyncIterable<Line>) {
  const arrived = found[Symbol.asyncIterator]()
  let rows = 0
  for await (const line of sent) {
    rows++
    const next: IteratorResult<Line, unknown> = await arrived.next()
    if (next.done || next.value !== line)
      throw new CopyError(`${table}: row ${rows} was damaged on the way. Run the command again.`)
  }
  if (!(await arrived.next()).done)
    throw new CopyError(`${table}: more rows arrived than were sent. Run the command again.`)
  return rows
}

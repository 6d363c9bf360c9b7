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
  /** Names of the migrations that made the tables. */
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

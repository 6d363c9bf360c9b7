import { CopyError, type Line, type Source, type Table, type Target } from './tables.ts'

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

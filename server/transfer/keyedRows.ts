import { sql } from 'kysely'
import type { TransferArea } from '#contract/sets.ts'
import type { EntryFate, FieldChange } from '#contract/transfer.ts'
import {
  type ColumnOf,
  chunksOf,
  type DB,
  type Db,
  type HasDb,
  type Read,
  type RowChange,
  type RowOf,
  updateRow,
} from '../db/rows.ts'
import { slug } from '../text/keys.ts'
import type { Reader } from './reading.ts'

/* Rows that files name by `transfer_key`. */

export type KeyedTable = DB['import_rows']['table_name']

/** Tables whose lock keeps imports, exports and undoing of an area apart. */
export const AREA_LOCKS = {
  rules: 'rule_categories',
  glossary: 'glossary_types',
  contents: 'contents',
} as const satisfies Record<TransferArea, KeyedTable>

export const NAME_COLUMNS = {
  rule_categories: 'name',
  rule_subcategories: 'name',
  quick_subcategories: 'name',
  rule_entries: 'title',
  glossary_types: 'name',
  glossary_subtypes: 'name',
  glossary_entries: 'title',
  contents: 'title',
  event_kinds: 'name',
} as const satisfies Record<KeyedTable, string>

export type EntryTable = 'rule_entries' | 'glossary_entries' | 'contents'
type NamedTable = Exclude<KeyedTable, EntryTable>

export type Keyed<T extends KeyedTable> = {
  readonly key: string
  readonly columns: RowChange<T>
  readonly whenNew?: RowChange<T>
}
export type Counts = { added: number; changed: number; unchanged: number }
type Progress = (done: number, total: number) => void
/** An entry of an import, with its texts when they are asked for. */
export type NotedEntry = {
  readonly title: string
  readonly fate: EntryFate
  /** What differs from the entry that is here. */
  readonly changes: () => FieldChange[]
  readonly text: () => string
}
export type Writing = Read & {
  /** Collects the problems of the file. */
  readonly reader: Reader
  readonly counts: Counts
  readonly progress?: Progress | undefined
  /** Rows of a file that knows nothing of those that are here: named rows stay, and new ones come after them. */
  readonly isForeign?: boolean
  /** Pictures of entries; JSON of `StoredPicture` by key. A picture that is taken belongs to a row then. */
  readonly ownPictures?: { readonly take: (key: string) => string | null } | undefined
  readonly noteEntry?: ((entry: NotedEntry) => void) | undefined
  /** Called with each row before it changes; `before` is null for a row that is added. */
  readonly noteChange?: ((table: KeyedTable, id: number, before: object | null) => void) | undefined
}

/** Rows of one statement: far below the parameters that a statement may have. */
export const CHUNK = 200

/** Columns that change with every update and do not count as a change by themselves. */
export const VOLATILE: ReadonlySet<string> = new Set(['updated_at', 'sequence'])

export async function listRows<T extends KeyedTable>(
  db: Db,
  table: T,
  ...order: ColumnOf<T>[]
): Promise<RowOf<T>[]> {
  const by = [...order, 'id'].map((column) => sql.ref(column))
  const found = sql<RowOf<T>>`select * from ${sql.table(table)} order by ${sql.join(by)}`
  return (await found.execute(db)).rows
}

export async function keyedRows<T extends KeyedTable>(
  w: HasDb,
  table: T,
): Promise<ReadonlyMap<string | null, RowOf<T>>> {
  const found = sql<RowOf<T> & { readonly transfer_key: string | null }>`
    select * from ${sql.table(table)} where transfer_key is not null`
  return new Map((await found.execute(w.db)).rows.map((row) => [row.transfer_key, row]))
}

/** @param filled columns of which one has a value */
export async function keysHere<T extends KeyedTable>(
  w: HasDb,
  table: T,
  filled: readonly ColumnOf<T>[] = [],
): Promise<ReadonlySet<string>> {
  const is = filled.map((column) => sql`${sql.ref(column)} is not null`)
  const isFilled = is.length > 0 ? sql`(${sql.join(is, sql` or `)})` : sql`true`
  const found = sql<{ transfer_key: string }>`
    select transfer_key from ${sql.table(table)} where transfer_key is not null and ${isFilled}`
  return new Set((await found.execute(w.db)).rows.map(({ transfer_key }) => transfer_key))
}

/** Ids by key, of the rows that were here and of those that have been added. */
export type Ids = ReadonlyMap<string, number>

type Rows<Row, T extends KeyedTable> = {
  readonly rows: readonly Row[]
  readonly progress?: Progress | undefined
  /** The columns, where ids of other rows of the file matter; else those of the row itself. */
  readonly columnsOf?: (row: Row, ids: Ids) => RowChange<T>
}

/** Adds rows with new keys and changes those that differ. */
export async function upsertRows<T extends KeyedTable, Row extends Keyed<T>>(
  w: Writing,
  table: T,
  { rows, progress, columnsOf = ({ columns }) => columns }: Rows<Row, T>,
): Promise<Ids> {
  const before = await keyedRows(w, table)
  const ids = new Map<string, number>()
  for (const { key } of rows) {
    const id = before.get(key)?.id
    if (id !== undefined) ids.set(key, id)
  }
  const fresh = rows.filter(({ key }) => !before.has(key))
  for (const chunk of chunksOf(fresh, CHUNK)) {
    for (const { id, transfer_key } of await insertRows(w, table, chunk)) {
      ids.set(transfer_key, id)
      w.noteChange?.(table, id, null)
    }
    w.counts.added += chunk.length
  }
  for (const [index, one] of rows.entries()) {
    // Adding rows takes no time beside what is done with each of them.
    progress?.(index + 1, rows.length)
    const id = ids.get(one.key)
    const row = before.get(one.key)
    const columns = columnsOf(one, ids)
    if (id === undefined) continue
    if (row === undefined) {
      if (columns !== one.columns) await updateRow(w.db, table, id, columns)
      continue
    }
    if (differs(row, columns)) {
      w.noteChange?.(table, id, row)
      await updateRow(w.db, table, id, columns)
      w.counts.changed++
    } else w.counts.unchanged++
  }
  return ids
}

/** Adds and changes rows of names, such as categories; a foreign file changes none. */
export async function upsertNamed<T extends KeyedTable>(
  w: Writing,
  table: T,
  rows: readonly (Keyed<T> & { readonly columns: { readonly position: number } })[],
): Promise<void> {
  if (!w.isForeign) {
    await upsertRows(w, table, { rows })
    return
  }
  await addMissingKeys(w, table)
  const known = await keyedRows(w, table)
  const end = await endOf(w, table)
  const fresh = rows
    .filter(({ key }) => !known.has(key))
    .map((row, index) => ({ ...row, columns: { ...row.columns, position: end + index } }))
  await upsertRows(w, table, { rows: fresh })
}

/** Rows with their keys, which they get if they have none. */
export async function keyedNames<T extends NamedTable>(
  w: HasDb,
  table: T,
): Promise<(RowOf<T> & { readonly key: string })[]> {
  await addMissingKeys(w, table)
  const rows = await listRows(w.db, table)
  return rows.map((row) => ({
    ...row,
    key: String((row as { transfer_key?: string }).transfer_key),
  }))
}

/** The position after the last one. */
async function endOf(w: HasDb, table: KeyedTable): Promise<number> {
  const found = sql<{
    end: number | null
  }>`select max(position) + 1 as end from ${sql.table(table)}`
  return Number((await found.execute(w.db)).rows[0]?.end ?? 0)
}

export function differs(row: object, columns: object): boolean {
  const present = new Map<string, unknown>(Object.entries(row))
  return Object.entries(columns).some(
    ([name, value]) => !VOLATILE.has(name) && present.get(name) !== value,
  )
}

async function insertRows<T extends KeyedTable>(w: HasDb, table: T, rows: readonly Keyed<T>[]) {
  const all = rows.map(({ key, columns, whenNew }) => {
    const row = { ...columns, ...whenNew, transfer_key: key }
    return new Map<string, unknown>(Object.entries(row))
  })
  const names = [...(all[0]?.keys() ?? [])]
  const values = all.map((row) => sql`(${sql.join(names.map((name) => row.get(name) ?? null))})`)
  const added = sql<{ id: number; transfer_key: string }>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(values)} returning id, transfer_key`
  return (await added.execute(w.db)).rows
}

/** Gives every row without a key one that is made of its name or title. */
export async function addMissingKeys(w: HasDb, table: KeyedTable): Promise<void> {
  const name = sql.ref(NAME_COLUMNS[table])
  const found = sql<{ id: number; name: string; transfer_key: string | null }>`
    select id, ${name} as name, transfer_key from ${sql.table(table)} order by id`
  const { rows } = await found.execute(w.db)
  const taken = new Set(rows.map(({ transfer_key }) => transfer_key))
  for (const row of rows) {
    if (row.transfer_key !== null) continue
    const stem = slug(row.name)
    let key = stem
    for (let more = 2; taken.has(key); more++) key = `${stem}-${more}`
    taken.add(key)
    await sql`update ${sql.table(table)} set transfer_key = ${key} where id = ${row.id}`.execute(
      w.db,
    )
  }
}

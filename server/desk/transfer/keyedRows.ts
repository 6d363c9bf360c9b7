import { sql } from 'kysely'
import { type ColumnOf, type RowChange, type RowOf, updateRow } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'

/* Rows that files name by `transfer_key`. */

export type KeyedTable =
  | 'rule_categories'
  | 'rule_subcategories'
  | 'quick_subcategories'
  | 'rule_entries'
  | 'glossary_types'
  | 'glossary_subtypes'
  | 'glossary_entries'

export type Keyed<T extends KeyedTable> = {
  readonly key: string
  readonly columns: RowChange<T>
  /** Further columns of a new row. */
  readonly whenNew?: RowChange<T>
}
export type Counts = { added: number; changed: number; unchanged: number }
export type Progress = (done: number, total: number) => void

/** Rows of one statement: far below the parameters that a statement may have. */
const CHUNK = 200

/** Changes with every update and does not count as a change by itself. */
const VOLATILE = 'updated_at'

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
  db: Db,
  table: T,
): Promise<ReadonlyMap<string | null, RowOf<T>>> {
  const found = sql<RowOf<T> & { readonly transfer_key: string | null }>`
    select * from ${sql.table(table)} where transfer_key is not null`
  return new Map((await found.execute(db)).rows.map((row) => [row.transfer_key, row]))
}

/** Adds rows with new keys and changes those that differ. @returns ids by key */
export async function upsertRows<T extends KeyedTable>(
  tx: Db,
  table: T,
  rows: readonly Keyed<T>[],
  counts: Counts,
  progress?: Progress,
): Promise<ReadonlyMap<string, number>> {
  const before = await keyedRows(tx, table)
  const ids = new Map<string, number>()
  const fresh = rows.filter(({ key }) => !before.has(key))
  let done = 0
  for (const { key, columns } of rows) {
    const row = before.get(key)
    if (row === undefined) continue
    ids.set(key, row.id)
    if (differs(row, columns)) {
      await updateRow(tx, table, row.id, columns)
      counts.changed++
    } else counts.unchanged++
    progress?.(++done, rows.length)
  }
  for (let from = 0; from < fresh.length; from += CHUNK) {
    const chunk = fresh.slice(from, from + CHUNK)
    for (const { id, transfer_key } of await insertRows(tx, table, chunk)) ids.set(transfer_key, id)
    counts.added += chunk.length
    done += chunk.length
    progress?.(done, rows.length)
  }
  return ids
}

function differs(row: object, columns: object): boolean {
  const present = new Map<string, unknown>(Object.entries(row))
  return Object.entries(columns).some(
    ([name, value]) => name !== VOLATILE && present.get(name) !== value,
  )
}

async function insertRows<T extends KeyedTable>(tx: Db, table: T, rows: readonly Keyed<T>[]) {
  const all = rows.map(({ key, columns, whenNew }) => {
    const row = { ...columns, ...whenNew, transfer_key: key }
    return new Map<string, unknown>(Object.entries(row))
  })
  const names = [...(all[0]?.keys() ?? [])]
  const values = all.map((row) => sql`(${sql.join(names.map((name) => row.get(name) ?? null))})`)
  const added = sql<{ id: number; transfer_key: string }>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    values ${sql.join(values)} returning id, transfer_key`
  return (await added.execute(tx)).rows
}

/** Gives every row without a key one that is made of its name or title. */
export async function addMissingKeys(tx: Db, table: KeyedTable): Promise<void> {
  const name = sql.ref(table.endsWith('_entries') ? 'title' : 'name')
  const found = sql<{ id: number; name: string; transfer_key: string | null }>`
    select id, ${name} as name, transfer_key from ${sql.table(table)} order by id`
  const { rows } = await found.execute(tx)
  const taken = new Set(rows.map(({ transfer_key }) => transfer_key))
  for (const row of rows) {
    if (row.transfer_key !== null) continue
    const stem = slug(row.name)
    let key = stem
    for (let more = 2; taken.has(key); more++) key = `${stem}-${more}`
    taken.add(key)
    await sql`update ${sql.table(table)} set transfer_key = ${key} where id = ${row.id}`.execute(tx)
  }
}

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'row'

import { type Kysely, sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import type { DB } from '#server/db/rows.ts'
import { namesOfTables } from './emptyDatabase.ts'

type Row = Readonly<Record<string, unknown>>
export type Rows = Readonly<Record<string, readonly Row[]>>

/** Every row of every table, by table; comparing two results shows what a request has changed. */
export async function rowsOf({ db, engine }: { db: Kysely<DB>; engine: Engine }): Promise<Rows> {
  const tables = (await namesOfTables(db, engine)).toSorted()
  if (engine === 'sqlite') {
    const rows: Record<string, readonly Row[]> = {}
    for (const table of tables)
      rows[table] = (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows
    return rows
  }
  // One statement, because a round trip for each table would take most of the time of a test.
  const parts = tables.map(
    (table) =>
      sql<{ name: string; rows: Row[] | null }>`select ${sql.lit(table)} as name,
        (select json_agg(row_to_json(t)) from ${sql.table(table)} t) as rows`,
  )
  const { rows } = await sql<{ name: string; rows: Row[] | null }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, rows: found }) => [name, found ?? []]))
}

/** Rows that only one of the two has, by table. */
export function changesOf(before: Rows, after: Rows): Record<string, Row[]> {
  const tables = Object.keys(after).map((table) => {
    const known = new Set((before[table] ?? []).map((row) => JSON.stringify(row)))
    const now = new Set((after[table] ?? []).map((row) => JSON.stringify(row)))
    const changed = [...now, ...known].filter((row) => now.has(row) !== known.has(row))
    return [table, changed.map((row) => JSON.parse(row) as Row)] as const
  })
  return Object.fromEntries(tables.filter(([, changed]) => changed.length > 0))
}

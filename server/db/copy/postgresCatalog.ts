import type pg from 'pg'
import { CopyError, columnsByTable, type Table } from './tables.ts'

/** Table that exists while a restore or a move into the database is not finished; see `unfinished.ts`. */
export const UNFINISHED = 'unfinished_restore'

/** Condition on `pg_class`: in the schema of this connection. */
const OURS = 'relnamespace = (select oid from pg_namespace where nspname = current_schema())'

/** None before the first migration. */
export async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `select from pg_class where relname = 'kysely_migration' and ${OURS}`,
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    table: string
    column: string
    type: string
    isNullable: boolean
  }>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.${OURS} and c.relkind in ('r', 'p') and c.relname not like 'kysely\\_%' and c.relname <> $1
    order by c.relname, a.attnum`,
    [UNFINISHED],
  )
  const tables: Table[] = []
  for (const [name, columns] of columnsByTable(rows))
    tables.push({ name, columns, lastId: await lastIdOf(client, name) })
  return tables
}

/** The sequence of the ids of a table, quoted; null for a table without one. */
export async function sequenceOf(client: pg.Client, table: string): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select pg_get_serial_sequence(quote_ident(c.relname), a.attname) as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
    where c.${OURS} and c.relname = $1`,
    [table],
  )
  return rows[0]?.name ?? null
}

/** Sequences are not transactional: it may be higher than any id of the state that is read. */
async function lastIdOf(client: pg.Client, table: string): Promise<string | null> {
  const sequence = await sequenceOf(client, table)
  if (sequence === null) return null
  const { rows } = await client.query<{ last: string | null }>(
    `select case when is_called then last_value::text end as last from ${sequence}`,
  )
  return rows[0]?.last ?? null
}

type Reference = { readonly from: string; readonly to: string }

/** References, except those that are checked at the end of the transaction. */
export async function referencesIn(client: pg.Client): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select c.relname as "from", r.relname as "to" from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and not k.condeferrable and c.oid <> r.oid and c.${OURS}`,
  )
  return rows
}

/**
 * Each table after those that it refers to.
 * @throws CopyError when tables refer to each other, and none of it is deferrable
 */
export function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const ordered: Table[] = []
  const waiting = new Set(tables)
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name))
    const next = [...waiting].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && names.has(to)),
    )
    if (next.length === 0)
      throw new CopyError(`These tables refer to each other: ${[...names].join(', ')}.`)
    for (const table of next) waiting.delete(table)
    ordered.push(...next)
  }
  return ordered
}

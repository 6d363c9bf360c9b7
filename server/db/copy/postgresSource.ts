import pg from 'pg'
import { cutText } from '#shared/cutText.ts'
import {
  type Column,
  CopyError,
  cellsOf,
  columnsByTable,
  type Line,
  quotedName,
  type Source,
  selectCells,
  type Table,
  type Target,
  UNFINISHED,
} from './tables.ts'

const CONNECTION_TIMEOUT_MS = 5000
/** Rows of one round trip. */
const BATCH = 500

/** Reads one state of the database, however long it takes. */
export const readPostgres = <T>(url: string, work: (source: Source) => Promise<T>): Promise<T> =>
  transaction(url, 'isolation level repeatable read read only', async (client) =>
    work(await sourceOf(client)),
  )

type Claim = {
  /** Identifies the source: an interrupted attempt is only continued from the same one. */
  readonly name: string
  /** Has the migrations of the copied rows: the tables may not be newer. */
  readonly source: Pick<Source, 'migrations'>
  /** Runs before the first attempt alone; its error is thrown, and nothing is marked. */
  readonly assertNew?: () => void
}

/** Marks a database without rows as unfinished; `fillPostgres` removes the mark. @throws CopyError */
export const claimPostgres = (url: string, { name, source, assertNew }: Claim): Promise<void> =>
  transaction(url, '', async (client) => {
    await assertNoRows(client)
    const newer = (await migrationsIn(client)).filter((one) => !source.migrations.includes(one))
    if (newer.length > 0)
      throw new CopyError(
        `The database has tables of a newer version (${newer.join(', ')}). Recreate it. Nothing was changed.`,
      )
    await client.query(`create table if not exists ${UNFINISHED} (name text not null)`)
    const { rows } = await client.query<{ name: string }>(`select name from ${UNFINISHED}`)
    if (rows.length === 0) {
      assertNew?.()
      await client.query(`insert into ${UNFINISHED} values ($1)`, [name])
    } else if (rows[0]?.name !== name)
      throw new CopyError(
        'The database has an interrupted restore or move of something else. Recreate it first.',
      )
  })

/**
 * Fills empty tables in one transaction, rolled back when `work` throws. No other process writes to them during it.
 * @throws CopyError when there are rows
 */
export const fillPostgres = (url: string, work: (target: Target) => Promise<void>): Promise<void> =>
  transaction(url, '', async (client) => {
    const target = await targetOf(client)
    for (const { name } of target.tables)
      await client.query(`lock table ${quotedName(name)} in exclusive mode`)
    await assertNoRows(client)
    await work(target)
    await client.query(`drop table ${UNFINISHED}`)
  })

/** @throws CopyError naming the tables with rows */
async function assertNoRows(client: pg.Client): Promise<void> {
  const filled: string[] = []
  for (const { name } of await tablesIn(client)) {
    const { rowCount } = await client.query(`select from ${quotedName(name)} limit 1`)
    if (rowCount !== 0) filled.push(name)
  }
  if (filled.length > 0)
    throw new CopyError(
      `The database already has rows (${filled.join(', ')}). Use an empty one. Nothing was changed.`,
    )
}

/** Closing the connection rolls back what was not committed. */
async function transaction<T>(
  url: string,
  mode: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
  })
  // The running query rejects, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`begin ${mode}`)
    await client.query(
      'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

async function sourceOf(client: pg.Client): Promise<Source> {
  return {
    migrations: await migrationsIn(client),
    tables: await tablesIn(client),
    lines: (table) => linesOf(client, table),
  }
}

async function targetOf(client: pg.Client): Promise<Target> {
  const source = await sourceOf(client)
  return {
    ...source,
    tables: inOrder(source.tables, await referencesIn(client)),
    add: (table, lines) => add(client, table, lines),
    async setLastId({ name }, lastId) {
      const sequence = await sequenceOf(client, name)
      if (sequence !== null) await client.query('select setval($1, $2)', [sequence, lastId])
    },
  }
}

async function* linesOf(client: pg.Client, table: Table): AsyncGenerator<Line> {
  const query = selectCells(table, 'collate "C"')
  await client.query(`declare lines no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query({ text: `fetch ${BATCH} from lines`, rowMode: 'array' })
    for (const row of rows) yield JSON.stringify(row)
    if (rows.length < BATCH) break
  }
  await client.query('close lines')
}

/** One statement with an array for each column, so that its text depends on the table alone. */
async function add(client: pg.Client, { name, columns }: Table, lines: readonly Line[]) {
  const rows = lines.map(cellsOf)
  const arrays = columns.map((column, place) =>
    rows.map((row) => storable(row[place] ?? null, name, column)),
  )
  const names = columns.map((column) => quotedName(column.name)).join(', ')
  const parameters = columns.map(
    ({ isText }, place) => `$${place + 1}::${isText ? 'text' : 'bigint'}[]`,
  )
  await client.query(
    `insert into ${quotedName(name)} (${names}) select * from unnest(${parameters.join(', ')})`,
    arrays,
  )
}

function storable(cell: string | null, table: string, column: Column): string | null {
  if (cell?.includes('\0'))
    throw new CopyError(
      `${table}.${column.name} has a text with the character NUL, which PostgreSQL can’t store: “${cutText(cell.replaceAll('\0', '\\0'), 80)}”.`,
    )
  return cell
}

/** Condition on `pg_class`: in the schema of this connection. */
const OURS = 'relnamespace = (select oid from pg_namespace where nspname = current_schema())'

/** None before the first migration. */
async function migrationsIn(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `select from pg_class where relname = 'kysely_migration' and ${OURS}`,
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  )
  return rows.map(({ name }) => name)
}

async function tablesIn(client: pg.Client): Promise<Table[]> {
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
async function sequenceOf(client: pg.Client, table: string): Promise<string | null> {
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
async function referencesIn(client: pg.Client): Promise<Reference[]> {
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
function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
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

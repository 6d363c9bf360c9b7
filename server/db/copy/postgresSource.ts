import pg from 'pg'
import { cutText } from '#shared/cutText.ts'
import {
  inOrder,
  migrationsIn,
  referencesIn,
  sequenceOf,
  tablesIn,
  UNFINISHED,
} from './postgresCatalog.ts'
import {
  type Column,
  CopyError,
  cellsOf,
  type Line,
  quotedName,
  type Source,
  selectCells,
  type Table,
  type Target,
} from './tables.ts'

const CONNECTION_TIMEOUT_MS = 5000
/** Rows of one round trip. */
const BATCH = 500

/** Reads one state of the database, however long it takes. */
export const readPostgres = <T>(url: string, work: (source: Source) => Promise<T>): Promise<T> =>
  transaction(url, 'isolation level repeatable read read only', async (client) =>
    work(await sourceOf(client)),
  )

/**
 * Marks a database without rows as unfinished; `fillPostgres` removes the mark.
 * @param name of the source: an interrupted attempt is only continued from the same one
 * @param migrations of the rows to come; the tables may not be newer
 * @param assertNew runs before the first attempt alone; its error is thrown, and nothing is marked
 * @throws CopyError
 */
export const claimPostgres = (
  url: string,
  name: string,
  migrations: readonly string[],
  assertNew: () => void,
): Promise<void> =>
  transaction(url, '', async (client) => {
    await assertNoRows(client)
    const newer = (await migrationsIn(client)).filter((one) => !migrations.includes(one))
    if (newer.length > 0)
      throw new CopyError(
        `The database has tables of a newer version (${newer.join(', ')}). Recreate it. Nothing was changed.`,
      )
    await client.query(`create table if not exists ${UNFINISHED} (name text not null)`)
    const { rows } = await client.query<{ name: string }>(`select name from ${UNFINISHED}`)
    if (rows.length === 0) {
      assertNew()
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
      `${table}.${column.name} has a text with the character NUL, which PostgreSQL can't store: "${cutText(cell.replaceAll('\0', '\\0'), 80)}".`,
    )
  return cell
}

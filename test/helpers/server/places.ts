import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { runAdmin } from '#server/admin/run.ts'
import type { Engine } from '#server/db/dialect.ts'
import { addSchema } from './testDatabase.ts'

/** Storage for the data of a server. */
export type DataPlace = {
  readonly env: Readonly<Record<string, string>>
  readonly dataDir: string
  /** The schema is dropped with the database of the test file. */
  readonly remove: () => void
}

export const SECRET = 'a secret of forty characters for the tests'

/** Creates an empty place. */
export async function makePlace(engine: Engine): Promise<DataPlace> {
  const root = mkdtempSync(join(tmpdir(), 'discordia-place-'))
  const dataDir = join(root, 'data')
  const schema = engine === 'postgres' ? await addSchema() : undefined
  return {
    env: {
      DATA_DIR: dataDir,
      SEED: 'none',
      ...(schema && { DATABASE_URL: schema.url, JWT_SECRET: SECRET }),
    },
    dataDir,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Makes empty places that are removed after the tests of the file. Call it at the top of the file. */
export function removedPlaces(): (engine: Engine) => Promise<DataPlace> {
  const places: DataPlace[] = []
  afterAll(() => {
    for (const { remove } of places) remove()
  })
  return async (engine) => {
    const made = await makePlace(engine)
    places.push(made)
    return made
  }
}

/** Runs a command of operators in this process. @param see called with each printed line */
export async function runCommand(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
  see: (line: string) => void = () => undefined,
): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const add = (line: string): void => {
    lines.push(line)
    see(line)
  }
  const code = await runAdmin(argv, env, { print: add, complain: add })
  return { code, text: lines.join('\n') }
}

/** Rows by table, sorted: every value as text, nulls kept. Read without any code of the product. */
export type Rows = Readonly<Record<string, readonly string[]>>

export const rowsOf = ({ env, dataDir }: Pick<DataPlace, 'env' | 'dataDir'>): Promise<Rows> =>
  env.DATABASE_URL === undefined
    ? Promise.resolve(rowsOfSqlite(join(dataDir, 'discordia.sqlite')))
    : rowsOfPostgres(env.DATABASE_URL)

/** Tables of the engine and the migrator, and what a start and a backup note about themselves. */
export const NOT_DATA = /_fts|^sqlite_|^kysely_|^site_facts$/

function rowsOfSqlite(file: string): Rows {
  const database = new Database(file, { readonly: true })
  try {
    const names = database
      .prepare<[], string>("select name from sqlite_master where type = 'table' order by name")
      .pluck()
      .all()
    return Object.fromEntries(
      names
        .filter((name) => !NOT_DATA.test(name))
        .map((name) => {
          const rows = database.prepare(`select * from "${name}"`).safeIntegers().all()
          return [name, rows.map((row) => asText(row as object)).sort()]
        }),
    )
  } finally {
    database.close()
  }
}

async function rowsOfPostgres(connectionString: string): Promise<Rows> {
  // 64-bit integers arrive as texts.
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = current_schema() order by 1',
    )
    const found: Record<string, string[]> = {}
    for (const { name } of tables.filter((table) => !NOT_DATA.test(table.name))) {
      const { rows } = await client.query<object>(`select * from "${name}"`)
      found[name] = rows.map(asText).sort()
    }
    return found
  } finally {
    await client.end()
  }
}

/**
 * Sorts the columns, whose order depends on the engine. Those without a value are left out, so that the rows of an older
 * version are those that its upgrade leaves.
 */
const asText = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .map(([column, value]) => [column, String(value)])
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  )

/** Digests of all files below a folder, by path. */
export function filesBelow(folder: string): Record<string, string> {
  const files = globSync(join(folder, '**', '*.*'))
  return Object.fromEntries(
    files
      .map((file) => [
        relative(folder, file),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ])
      .sort(),
  )
}

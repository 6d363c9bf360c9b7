import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

type Place = { readonly url: string; readonly drop: () => Promise<void> }

const server = (): string => process.env.TEST_DATABASE_URL ?? ''
const newName = (): string => `t_${randomUUID().replaceAll('-', '')}`
let database: Promise<Place> | undefined
/** Number of schemas in `database`. */
let used = 0
let template: Promise<string> | undefined

/**
 * An empty schema on PostgreSQL, which is created far faster than a database. All schemas of a worker are in a database
 * of their own, dropped with the last of them: tests that read the catalogue must not see tables of other workers.
 */
export async function addSchema(): Promise<Place> {
  database ??= addDatabase('template0')
  used += 1
  const { url } = await database
  const name = newName()
  await run(url, `create schema ${name}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${name},public`)
  return { url: own.href, drop: () => dropSchema(url, name) }
}

async function dropSchema(url: string, name: string): Promise<void> {
  await run(url, `drop schema ${name} cascade`)
  used -= 1
  if (used > 0) return
  const unused = database
  database = undefined
  await (await unused)?.drop()
}

/** A database with all tables, copied from one that the first test of a run has migrated: ten times as fast. */
export async function addMigratedDatabase(): Promise<Place> {
  template ??= makeTemplate()
  return addDatabase(await template)
}

/** @returns its name, a digest of the migrations, because the template stays on a server that outlives the run */
async function makeTemplate(): Promise<string> {
  const digest = createHash('sha256')
  for (const name of migrationNames())
    digest.update(readFileSync(`server/db/migrations/${name}.sql`))
  const name = `migrated_${digest.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: server() })
  await client.connect()
  try {
    // Concurrent test files wait for the one that creates it. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) {
      const { url } = await addDatabase('template0')
      const { db } = openDatabase({ databaseUrl: url, dataDir: '' })
      await migrate(db, 'postgres')
      await db.destroy()
      await client.query(`alter database ${new URL(url).pathname.slice(1)} rename to ${name}`)
    }
  } finally {
    await client.end()
  }
  return name
}

async function addDatabase(from: string): Promise<Place> {
  const name = newName()
  await run(server(), `create database ${name} template ${from}`)
  const own = new URL(server())
  own.pathname = `/${name}`
  return { url: own.href, drop: () => run(server(), `drop database ${name} with (force)`) }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

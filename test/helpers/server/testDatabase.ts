import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onlyAlone } from '#test/helpers/cluster/notOnCluster.ts'

type Place = { readonly url: string; readonly drop: () => Promise<void> }

const server = (): string => process.env.TEST_DATABASE_URL ?? ''
const newName = (): string => `t_${randomUUID().replaceAll('-', '')}`
let database: Promise<Place> | undefined

// Each test file has a database of its own: the catalogue of a shared one changes under the feet of
// whoever reads it. Outside a test runner nobody tells the end, and the given database has to do.
const isTestFile = typeof afterAll === 'function'
if (isTestFile)
  afterAll(async () => {
    await (await database)?.drop()
  })

/** An empty schema on PostgreSQL; far quicker to make than a database. */
export async function addSchema(): Promise<Place> {
  onlyAlone('a database of its own')
  database ??= isTestFile
    ? addDatabase()
    : Promise.resolve({ url: server(), drop: async () => undefined })
  const { url } = await database
  const name = newName()
  await run(url, `create schema ${name}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${name},public`)
  return { url: own.href, drop: () => run(url, `drop schema ${name} cascade`) }
}

async function addDatabase(): Promise<Place> {
  const name = newName()
  await run(server(), `create database ${name} template template0`)
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

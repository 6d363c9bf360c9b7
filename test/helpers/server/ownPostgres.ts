import { readFileSync } from 'node:fs'
import pg from 'pg'
import {
  findBinaries,
  type OwnPostgres,
  type PostgresOptions,
  startPostgres,
} from '#scripts/postgres.ts'
import { eventually } from './faults.ts'

const binaries = process.env.TEST_DATABASE_URL ? findBinaries() : undefined

/** Whether a test can have its own PostgreSQL to stop and freeze. False if PostgreSQL is not tested at all. */
export const hasOwnPostgres = binaries !== undefined

/** Starts a PostgreSQL for one test file, which stops it. */
export const startOwnPostgres = (options?: PostgresOptions): Promise<OwnPostgres> =>
  startPostgres(binaries ?? '', options)

/** Opens one connection outside the product's pool; the caller ends it. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The server may be stopped while the connection is open.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Stops the main process, so that it starts no further ones. @returns the main one and its children */
function stopMain(database: OwnPostgres): [main: number, children: number[]] {
  const main = database.pid()
  process.kill(main, 'SIGSTOP')
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
  return [main, children.trim().split(' ').map(Number)]
}

/** Makes PostgreSQL hang: connections stay open without responses. @returns a function that resumes it */
export function freeze(database: OwnPostgres): () => void {
  const [main, children] = stopMain(database)
  for (const pid of children) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...children, main]) process.kill(pid, 'SIGCONT')
  }
}

/** Kills all processes of PostgreSQL at once, as the out-of-memory killer or a lost machine does. */
export async function killAll(database: OwnPostgres): Promise<void> {
  const [main, children] = stopMain(database)
  const pids = [...children, main]
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  // The next start refuses while one of them holds the shared memory.
  await eventually(
    () => pids.filter(isAlive),
    ({ length }) => length === 0,
  )
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The address of another database of the server, also behind another port. */
export const onDatabase = (
  { url }: Pick<OwnPostgres, 'url'>,
  name: string,
  port?: number,
): string => {
  const address = new URL(url)
  address.pathname = `/${name}`
  if (port !== undefined) address.port = String(port)
  return address.href
}

/** Environment of psql, createdb and their like. */
export function clientEnv({ url }: Pick<OwnPostgres, 'url'>) {
  const { hostname, port, username, password } = new URL(url)
  const login = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password }
  return { ...login, PATH: `${binaries ?? ''}:${process.env.PATH}` }
}

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { findBinaries, type OwnPostgres, startPostgres } from '#scripts/postgres.ts'

const binaries = process.env.TEST_DATABASE_URL ? findBinaries() : undefined

/** Can a test have a PostgreSQL of its own, to stop and to freeze? Never where PostgreSQL is not tested at all. */
export const hasOwnPostgres = binaries !== undefined

/** A PostgreSQL that belongs to one test file. Stop it. */
export const startOwnPostgres = (): Promise<OwnPostgres> => startPostgres(binaries ?? '')

/** One connection, outside the product's pool. End it. */
export async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  // The server may be stopped under it.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Makes PostgreSQL hang: its connections stay open and nothing is answered. @returns what lets it go on */
export function freeze(database: OwnPostgres): () => void {
  const main = database.pid()
  // No new process comes once the main one has stopped.
  process.kill(main, 'SIGSTOP')
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
  const pids = children.trim().split(' ').map(Number)
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of [...pids, main]) process.kill(pid, 'SIGCONT')
  }
}

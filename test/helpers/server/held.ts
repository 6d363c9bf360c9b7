import Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Db } from '#server/db/rows.ts'
import { eventually } from './faults.ts'
import type { TestServer } from './startServer.ts'

/**
 * Starts work while a changing transaction is open, and commits that only when the work waits for it, or is done
 * without having waited. The work uses a connection of its own; on SQLite one that it opens itself.
 * @param meanwhile runs while the work waits
 */
export async function beside<T>(
  { deps: { db, engine } }: TestServer,
  change: (tx: Db) => Promise<unknown>,
  work: () => Promise<T>,
  meanwhile: (tx: Db) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const prepared = jest.spyOn(Database.prototype, 'prepare')
  const waits = async (): Promise<boolean> => {
    if (engine === 'sqlite') return prepared.mock.calls.some(([text]) => /^begin/i.test(text))
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows.length > 0
  }
  let isDone = false
  // Awaited only outside the transaction that it waits for.
  const { working } = await db.transaction().execute(async (tx) => {
    await change(tx)
    prepared.mockClear()
    const working = work().finally(() => {
      isDone = true
    })
    working.catch(() => undefined)
    await eventually(async () => isDone || (await waits()), Boolean)
    await meanwhile(tx)
    return { working }
  })
  prepared.mockRestore()
  return working
}

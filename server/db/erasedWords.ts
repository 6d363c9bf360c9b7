import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { DB } from './schema.ts'
import { indexWaiting, mergeIndexes } from './waitingTexts.ts'

/** Erasures whose words the file may still hold: a number in the header of the file, which is rolled back like a row. */
async function erasuresIn(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select user_version as count from pragma_user_version`.execute(db)
  return rows[0]?.count ?? 0
}

/** Remembers, also over a kill, that `overwriteErased` has work after the commit. */
export async function noteErasure(tx: Kysely<DB>): Promise<void> {
  if (engineOf(tx) === 'sqlite')
    await sql`pragma user_version = ${sql.lit((await erasuresIn(tx)) + 1)}`.execute(tx)
}

/**
 * Removes erased words from the files of SQLite. A deletion only adds a mark to an index of trigrams, and its option
 * `secure-delete` damages it (decision 49): the parts of the index are merged into one, which has no marks. The
 * write-ahead log is checkpointed and truncated; while another program reads, nothing happens, and the next call tries
 * again. Without an erasure, the indexes are merged as far as searches need it.
 */
export async function overwriteErased(db: Kysely<DB>): Promise<void> {
  if (engineOf(db) === 'postgres') return
  await indexWaiting(db)
  const erasures = await erasuresIn(db)
  if (erasures > 0) {
    await mergeIndexes(db, 'whole')
    await db.transaction().execute(async (tx) => {
      // Another erasure has come in between: the next call removes its words.
      if ((await erasuresIn(tx)) === erasures) await sql`pragma user_version = 0`.execute(tx)
    })
  } else await mergeIndexes(db, 'grown')
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

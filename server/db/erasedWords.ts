import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { DB } from './schema.ts'
import { indexWaiting } from './waitingTexts.ts'

/** SQLite's tables of trigrams. */
const TRIGRAM_TABLES = ['glossary_titles_fts', 'glossary_texts_fts']

/** Pages of an index that one step rewrites; other writes wait for it some 20 ms. */
const MERGED_PAGES = 32

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
 * again.
 */
export async function overwriteErased(db: Kysely<DB>): Promise<void> {
  if (engineOf(db) === 'postgres') return
  await indexWaiting(db)
  const erasures = await erasuresIn(db)
  if (erasures > 0) {
    for (const table of TRIGRAM_TABLES) {
      // A negative number begins to merge all parts.
      await mergeTrigrams(db, table, -MERGED_PAGES)
      while (await mergeTrigrams(db, table, MERGED_PAGES)) await setImmediate()
    }
    await db.transaction().execute(async (tx) => {
      // Another erasure has come in between: the next call removes its words.
      if ((await erasuresIn(tx)) === erasures) await sql`pragma user_version = 0`.execute(tx)
    })
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

/** @returns false when nothing is left to be merged */
const mergeTrigrams = (db: Kysely<DB>, table: string, pages: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const changes = async () =>
      (await sql<{ count: number }>`select total_changes() as count`.execute(tx)).rows[0]?.count ??
      0
    const before = await changes()
    await sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank)
      values ('merge', ${sql.lit(pages)})`.execute(tx)
    // The statement itself counts as one.
    return (await changes()) - before > 1
  })

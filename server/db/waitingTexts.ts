import { setImmediate, setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import { chunksOf, type DB } from './rows.ts'
import { isOneOf } from './search.ts'

/* SQLite's indexes of words: texts of the glossary that wait to be indexed, of which a search looks at each, and erased words. */

/** While this row is there, triggers note texts instead of indexing them. No transaction commits it. */
const NOTING = 0
/** One step keeps others from writing for about as long; the pause is longer than theirs between two attempts. */
const STEP_MS = 60
const PAUSE_MS = 30

const PLACE = sql.raw('type_id * 2147483648 + id')

/** Lets the texts that `work` changes wait. Call `indexWaiting` after the commit. */
export async function withoutIndex<T>(tx: Kysely<DB>, work: () => Promise<T>): Promise<T> {
  await sql`insert into glossary_texts_fts_waiting (place) values (${NOTING})`.execute(tx)
  const result = await work()
  await sql`delete from glossary_texts_fts_waiting where place = ${NOTING}`.execute(tx)
  return result
}

/** Texts of one statement; see `STEP_MS`. */
const CHUNK = 200

/** Lets texts wait that are about to change: the transaction that changes them has less to write then. */
export async function letWait(db: Kysely<DB>, entries: readonly number[]): Promise<void> {
  for (const some of chunksOf(entries, CHUNK))
    await sql`insert into glossary_texts_fts_waiting (place, text) select ${PLACE}, search_text from glossary_entries
      where ${isOneOf(db, 'id', some)}
        and ${PLACE} not in (select place from glossary_texts_fts_waiting)`.execute(db)
}

/** Indexes all texts that wait, in short steps between which others can write. PostgreSQL has none. */
export async function indexWaiting(
  db: Kysely<DB>,
  progress?: (done: number, total: number) => void,
): Promise<void> {
  if (engineOf(db) === 'postgres') return
  const counted = await sql<{ n: number }>`
    select count(*) as n from glossary_texts_fts_waiting`.execute(db)
  const total = counted.rows[0]?.n ?? 0
  for (let done = 0; done < total; await setTimeout(PAUSE_MS)) {
    const indexed = await db.transaction().execute(indexSome)
    if (indexed === 0) break
    done = Math.min(done + indexed, total)
    progress?.(done, total)
  }
  if (total > 0) await mergeIndexes(db, 'grown')
}

/** @returns the number of texts */
async function indexSome(tx: Kysely<DB>): Promise<number> {
  const end = performance.now() + STEP_MS
  let count = 0
  for (; performance.now() < end; count++) {
    const { rows } = await sql<{ place: number; text: string | null }>`
      select place, text from glossary_texts_fts_waiting order by place limit 1`.execute(tx)
    const [row] = rows
    if (row === undefined) break
    const { place, text } = row
    const id = sql`cast(${place} as integer)`
    if (text !== null)
      await sql`insert into glossary_texts_fts (glossary_texts_fts, rowid, search_text)
        values ('delete', ${id}, ${text})`.execute(tx)
    await sql`delete from glossary_texts_fts_waiting where place = ${place}`.execute(tx)
    await sql`insert into glossary_texts_fts (rowid, search_text) select ${id}, search_text from glossary_entries
      where id = ${id} & 2147483647 and type_id = ${id} >> 31`.execute(tx)
  }
  return count
}

const TRIGRAM_TABLES = [
  'glossary_titles_fts',
  'glossary_texts_fts',
  'rule_fts',
  'content_fts',
  'download_fts',
]

/** Pages of an index that one step rewrites; other writes wait for it some 20 ms. */
const MERGED_PAGES = 32

/**
 * Each write adds a part to an index, and a search reads all parts.
 * @param how `grown` merges parts that are about as large, `whole` all of them
 */
async function mergeIndexes(db: Kysely<DB>, how: 'grown' | 'whole'): Promise<void> {
  for (const table of TRIGRAM_TABLES) {
    // A negative number begins to merge all parts.
    if (how === 'whole') await mergeParts(db, table, -MERGED_PAGES)
    while (await mergeParts(db, table, MERGED_PAGES)) await setImmediate()
  }
}

/** @returns false when nothing is left to be merged */
const mergeParts = (db: Kysely<DB>, table: string, pages: number): Promise<boolean> =>
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

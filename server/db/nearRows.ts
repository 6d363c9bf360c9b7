import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { codeOf } from '../config/thrown.ts'
import { engineOf } from './dialect.ts'
import type { DB } from './schema.ts'
import { holds, trigramsIn } from './search.ts'

/** Rows read for each trigram, and rows that share most trigrams. */
const PER_TRIGRAM = 300
const CANDIDATES = 500
/** Two edits change at most eight trigrams: most of these are still in the intended title. */
const TRIGRAMS_MAX = 24
/** Near titles are optional: the search stops at this time. */
const BUDGET_MS = 40

const QUERY_CANCELED = '57014'

/** The index of PostgreSQL has no other trigrams. */
const WORD_PART = /^[\p{L}\p{N}]+$/u

/** Some trigrams of a term, evenly spread. */
export function trigramsOf(term: string): string[] {
  const distinct = [...trigramsIn(term)].filter((trigram) => WORD_PART.test(trigram))
  const step = Math.max(1, distinct.length / TRIGRAMS_MAX)
  return distinct.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step))
}

/**
 * Ids of glossary entries whose title shares trigrams with the term, most shared first. Only some rows of a common
 * trigram are searched.
 */
export async function idsSharingTrigrams(db: Kysely<DB>, term: string): Promise<number[]> {
  const trigrams = trigramsOf(term)
  if (trigrams.length === 0) return []
  return engineOf(db) === 'postgres' ? findByOneQuery(db, trigrams) : findByTrigram(db, trigrams)
}

async function findByOneQuery(db: Kysely<DB>, trigrams: readonly string[]) {
  const each = trigrams.map(
    (trigram) => sql`select id from (select id from glossary_entries
      where ${holds(db, 'title_key', trigram)} limit ${PER_TRIGRAM}) as t`,
  )
  const ids = sql<{ id: number }>`select id from (${sql.join(each, sql` union all `)}) as u
    group by id order by count(*) desc, id limit ${CANDIDATES}`
  const found = async (db: Kysely<DB>) => (await ids.execute(db)).rows.map(({ id }) => id)
  // A cancelled statement would abort the transaction of the caller.
  if (db.isTransaction) return found(db)
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(BUDGET_MS)}`.execute(tx)
      return found(tx)
    })
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return []
    throw error
  }
}

/** SQLite blocks the event loop: one trigram at a time. */
async function findByTrigram(db: Kysely<DB>, trigrams: readonly string[]) {
  const shared = new Map<number, number>()
  const end = performance.now() + BUDGET_MS
  for (const trigram of trigrams) {
    const { rows } = await sql<{ id: number }>`select rowid as id
      from glossary_titles_fts where glossary_titles_fts match ${`"${trigram}"`} limit ${PER_TRIGRAM}`.execute(
      db,
    )
    for (const { id } of rows) shared.set(id, (shared.get(id) ?? 0) + 1)
    await setImmediate()
    if (performance.now() > end) break
  }
  return [...shared]
    .sort(([idA, a], [idB, b]) => b - a || idA - idB)
    .slice(0, CANDIDATES)
    .map(([id]) => id)
}

import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { codeOf } from '../http/errors.ts'
import { engineOf } from './dialect.ts'
import type { DB } from './schema.ts'
import { holds, TRIGRAM } from './search.ts'

/** The table and its title column; `fts` is the trigram table of the titles on SQLite. */
type Place = { readonly table: string; readonly column: string; readonly fts: string }

/** Of each trigram, and then of those that share most. Rows. */
const PER_TRIGRAM = 300
const CANDIDATES = 500
/** Two edits spoil at most eight trigrams: of so many, most are still in the title that is meant. */
const TRIGRAMS_MAX = 24
/** Near titles are a courtesy: whatever has not been found by then is not offered. */
const BUDGET_MS = 40

/** PostgreSQL has given a statement up after its time. */
const QUERY_CANCELED = '57014'

/** Only of letters and digits: PostgreSQL has no others in its index, and they say little anyway. */
const WORD_PART = /^[\p{L}\p{N}]+$/u

/** Some trigrams of a term, evenly spread. */
export function trigramsOf(term: string): string[] {
  const signs = [...term]
  const all = signs.slice(TRIGRAM - 1).map((_, at) => signs.slice(at, at + TRIGRAM).join(''))
  const distinct = [...new Set(all)].filter((trigram) => WORD_PART.test(trigram))
  const step = Math.max(1, distinct.length / TRIGRAMS_MAX)
  return distinct.filter((_, at) => Math.floor(at / step) > Math.floor((at - 1) / step))
}

/**
 * Ids of rows whose title shares trigrams with the term, those that share most: candidates for near titles.
 * Of a trigram that is in very many titles only some rows are looked at.
 */
export async function idsSharingTrigrams(
  db: Kysely<DB>,
  place: Place,
  term: string,
): Promise<number[]> {
  const trigrams = trigramsOf(term)
  if (trigrams.length === 0) return []
  return engineOf(db) === 'postgres' ? askOnce(db, place, trigrams) : askInTurn(db, place, trigrams)
}

async function askOnce(db: Kysely<DB>, { table, column }: Place, trigrams: readonly string[]) {
  const each = trigrams.map(
    (trigram) => sql`select id from (select id from ${sql.table(table)}
      where ${holds(db, column, trigram)} limit ${PER_TRIGRAM}) as t`,
  )
  const ids = sql<{ id: number }>`select id from (${sql.join(each, sql` union all `)}) as u
    group by id order by count(*) desc, id limit ${CANDIDATES}`
  const found = async (at: Kysely<DB>) => (await ids.execute(at)).rows.map(({ id }) => id)
  // A statement that is given up would end the transaction of the caller with it.
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

/** SQLite works on the thread of all requests: a trigram at a time, and others get their turn. */
async function askInTurn(db: Kysely<DB>, { fts }: Place, trigrams: readonly string[]) {
  const shared = new Map<number, number>()
  const end = performance.now() + BUDGET_MS
  for (const trigram of trigrams) {
    const { rows } = await sql<{ id: number }>`select rowid as id from ${sql.table(fts)}
      where ${sql.ref(fts)} match ${`"${trigram}"`} limit ${PER_TRIGRAM}`.execute(db)
    for (const { id } of rows) shared.set(id, (shared.get(id) ?? 0) + 1)
    await setImmediate()
    if (performance.now() > end) break
  }
  return [...shared]
    .sort(([idA, a], [idB, b]) => b - a || idA - idB)
    .slice(0, CANDIDATES)
    .map(([id]) => id)
}

import { sql } from 'kysely'
import { codeOf } from '../config/thrown.ts'
import { editsAllowed, nearestOf, piecesOf, type Titled } from '../text/nearTitles.ts'
import { cachedTexts } from './cachedTexts.ts'
import { engineOf } from './dialect.ts'
import { threaded } from './readThreads.ts'
import type { HasDb } from './rows.ts'
import {
  frequencies,
  idsOf,
  inOrderOf,
  isOneOf,
  type Near,
  titlesWith,
  trigramsIn,
} from './search.ts'

/** Titles of a table that are compared one by one; of more, only those that share trigrams with the term. */
const ALL_MAX = 2000
const COMPARED_MAX = 500
/** Rows of one table that are near, some of which may have the same title. */
const NEAREST_MAX = 20
/** Near titles are optional: PostgreSQL stops here, which without an index reads all titles. */
const BUDGET_MS = 40

const QUERY_CANCELED = '57014'

type Candidate = { readonly id: number; readonly title_key: string }

/** Rows whose titles may be within the allowed edits. */
async function candidates(w: HasDb, near: Near): Promise<readonly Candidate[]> {
  if (editsAllowed(near.term) === 0) return []
  // A cancelled statement would abort the transaction of the caller.
  if (engineOf(w.db) === 'sqlite' || w.db.isTransaction) return candidatesIn(w, near)
  try {
    return await w.db.transaction().execute(async (own) => {
      await sql`set local statement_timeout = ${sql.lit(BUDGET_MS)}`.execute(own)
      return candidatesIn({ db: own }, near)
    })
  } catch (error) {
    if (codeOf(error) === QUERY_CANCELED) return []
    throw error
  }
}

/** All titles of a table; null for more than `ALL_MAX`. */
const allTitles = async ({ db }: HasDb, { table }: Near['searched']) => {
  const all = sql<Candidate>`select id, title_key from ${sql.table(table)} limit ${ALL_MAX + 1}`
  const { rows } = await all.execute(db)
  return rows.length > ALL_MAX ? null : rows
}
const cachedTitles = cachedTexts('titles', allTitles)

async function candidatesIn(w: HasDb, { searched, term, condition }: Near) {
  const { db } = w
  const isPostgres = engineOf(db) === 'postgres'
  const all = await (isPostgres ? allTitles : cachedTitles)(w, searched)
  if (all !== null) return all
  const trigrams = trigramsIn(term)
  const frequencyOf = isPostgres ? () => 1 : await frequencies(db, searched.titles, trigrams)
  const pieces = piecesOf(term, trigrams, frequencyOf)
  if (pieces.length === 0) return []
  const { from, holds } = titlesWith(w, searched, { any: pieces })
  const { rows } = await sql<Candidate>`select e.id, e.title_key
    from ${from} where ${holds} and ${condition} limit ${COMPARED_MAX}`.execute(db)
  return rows
}

export async function rowsNear(w: HasDb, near: Near): Promise<readonly Titled[]> {
  const nearest = nearestOf(near.term, await candidates(w, near))
  if (nearest.length === 0) return []
  const { table, title = 'title' } = near.searched
  const { rows } = await sql<
    Candidate & Titled
  >`select e.id, e.${sql.ref(title)} as title, e.title_key
    from ${sql.table(table)} as e
    where ${isOneOf(w.db, 'e.id', idsOf(nearest))} and ${near.condition}`.execute(w.db)
  return inOrderOf(nearest, rows).slice(0, NEAREST_MAX)
}

/** Ids of all rows whose titles may be near the term. */
export const idsNear = threaded(
  import.meta.url,
  'idsNear',
  async (w: HasDb, sought: Omit<Near, 'condition'>): Promise<number[]> =>
    idsOf(await candidates(w, { ...sought, condition: sql`1 = 1` })),
)

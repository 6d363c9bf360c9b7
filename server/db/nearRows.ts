import { sql } from 'kysely'
import { codeOf } from '../config/thrown.ts'
import { editsAllowed, nearestOf, piecesOf, type Titled } from '../text/nearTitles.ts'
import { engineOf } from './dialect.ts'
import { threaded } from './readThreads.ts'
import type { HasDb } from './schema.ts'
import { frequencies, idsOf, isOneOf, type Near, titlesWith, trigramsIn } from './search.ts'

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

async function candidatesIn(w: HasDb, { searched, term, condition }: Near): Promise<Candidate[]> {
  const { db } = w
  const table = sql.table(searched.table)
  const further = sql`select 1 from ${table} limit 1 offset ${ALL_MAX}`
  if ((await further.execute(db)).rows.length === 0) {
    const all = sql<Candidate>`select e.id, e.title_key from ${table} as e where ${condition}`
    return (await all.execute(db)).rows
  }
  const trigrams = trigramsIn(term)
  const frequencyOf =
    engineOf(db) === 'postgres' ? () => 1 : await frequencies(db, searched.titles, trigrams)
  const pieces = piecesOf(term, trigrams, frequencyOf)
  if (pieces.length === 0) return []
  const { from, holds } = titlesWith(w, searched, { any: pieces })
  const { rows } = await sql<Candidate>`select e.id, e.title_key
    from ${from} where ${holds} and ${condition} limit ${COMPARED_MAX}`.execute(db)
  return rows
}

export async function rowsNear(w: HasDb, near: Near): Promise<readonly Titled[]> {
  const nearest = nearestOf(near.term, await candidates(w, near)).slice(0, NEAREST_MAX)
  if (nearest.length === 0) return []
  const { table, title = 'title' } = near.searched
  const { rows } = await sql<Titled>`select ${sql.ref(title)} as title, title_key
    from ${sql.table(table)} where ${isOneOf(w.db, 'id', idsOf(nearest))}`.execute(w.db)
  return rows
}

/** Ids of all rows whose titles may be near the term. */
export const idsNear = threaded(
  import.meta.url,
  'idsNear',
  async (w: HasDb, sought: Omit<Near, 'condition'>): Promise<number[]> =>
    idsOf(await candidates(w, { ...sought, condition: sql`1 = 1` })),
)

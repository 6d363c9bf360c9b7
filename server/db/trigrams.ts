import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/* How SQLite is asked for a term: what its trigram tables cost depends on how many rows have each trigram. */

/** Characters: shorter terms have no trigram. */
const TRIGRAM = 3

/** All trigrams of a text, in order. */
export function trigramsIn(text: string): string[] {
  const characters = [...text]
  const starts = characters.slice(TRIGRAM - 1)
  return starts.map((_, index) => characters.slice(index, index + TRIGRAM).join(''))
}

export const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

/** Numbers of rows, by table and trigram. Stale ones cost time, not rows: all are forgotten together. */
const known = new Map<string, number>()
const KNOWN_MAX = 40_000
const KNOWN_MS = 60 * 60_000
let forgottenAt = 0

/**
 * Estimates how many rows have each trigram in a trigram table.
 * Only for a connection that reads and writes alike: that of a thread, or of a transaction.
 */
export async function frequencies(
  db: Kysely<DB>,
  table: string,
  trigrams: readonly string[],
): Promise<(trigram: string) => number> {
  const keyOf = (trigram: string) => `${table} ${trigram}`
  if (known.size > KNOWN_MAX || performance.now() > forgottenAt + KNOWN_MS) {
    known.clear()
    forgottenAt = performance.now()
  }
  const unknown = trigrams.filter((trigram) => !known.has(keyOf(trigram)))
  if (unknown.length > 0) {
    const terms = `${table}_terms`
    await sql`create virtual table if not exists ${sql.table(`temp.${terms}`)}
      using fts5vocab('main', ${sql.lit(table)}, 'row')`.execute(db)
    const { rows } = await sql<{ term: string; doc: number }>`select term, doc
      from ${sql.table(`temp.${terms}`)} where term in (select value from json_each(${JSON.stringify(unknown)}))`.execute(
      db,
    )
    for (const trigram of unknown) known.set(keyOf(trigram), 0)
    for (const { term, doc } of rows) known.set(keyOf(term), doc)
  }
  return (trigram) => known.get(keyOf(trigram)) ?? 0
}

/** Nanoseconds: a row in the list of a trigram, and a text that is read and compared. */
const [LISTED_NS, COMPARED_NS] = [11, 3000]
/** Share of the rows that a further trigram leaves over: trigrams of one word come together. */
const LEFT = 0.5
const TRIGRAMS_MAX = 6

/**
 * The cheapest query that finds all rows with the term: its rarest trigrams, which find others, too, or the whole
 * phrase, for which SQLite reads the lists of all its trigrams.
 * @param term of at least `TRIGRAM` characters
 */
export async function matchFor(
  db: Kysely<DB>,
  table: string,
  term: string,
): Promise<{ readonly match: string; readonly isPhrase: boolean }> {
  const all = trigramsIn(term)
  const frequencyOf = await frequencies(db, table, all)
  const rarest = [...new Set(all)].sort((a, b) => frequencyOf(a) - frequencyOf(b))
  let left = frequencyOf(rarest[0] ?? '')
  const used: string[] = []
  for (const trigram of rarest) {
    const listed = frequencyOf(trigram) * LISTED_NS
    const isWorth = left * (1 - LEFT) * COMPARED_NS > listed
    if (used.length > 0 && (!isWorth || used.length >= TRIGRAMS_MAX)) break
    if (used.length > 0) left *= LEFT
    used.push(trigram)
  }
  const costOf = (trigrams: readonly string[]) =>
    trigrams.reduce((sum, trigram) => sum + frequencyOf(trigram) * LISTED_NS, 0)
  if (costOf(all) <= costOf(used) + left * COMPARED_NS)
    return { match: quoted(term), isPhrase: true }
  return { match: `(${used.map(quoted).join(' AND ')})`, isPhrase: all.length === 1 }
}

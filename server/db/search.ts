import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Engine } from './dialect.ts'
import type { DB } from './schema.ts'

/** Below this many characters a trigram index has nothing to say. */
export const TRIGRAM = 3

/** The last character there is: no text that begins with a prefix comes after prefix and this. */
const LAST = '\u{10FFFF}'

/** Does the column hold the term? Both folded by `searchKey`. PostgreSQL uses a trigram index if it has one. */
export const holds = (engine: Engine, column: string, term: string): RawBuilder<SqlBool> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`
    : sql`instr(${sql.ref(column)}, ${term}) > 0`

/** Does the column, ordered by code point, begin with the prefix? Any index on it serves. */
export const beginsWith = (column: string, prefix: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + LAST})`

/** Is the column one of many numbers? As one parameter: a list of parameters has a limit. */
export const isOneOf = (
  engine: Engine,
  column: string,
  ids: readonly number[],
): RawBuilder<SqlBool> =>
  engine === 'postgres'
    ? sql`${sql.ref(column)} = any(${ids}::int[])`
    : sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`

/** Does a row come after this place, in the order of the column and then of the id? */
export const isAfter = (
  [column, id]: readonly [string, string],
  direction: 'asc' | 'desc',
  place: { readonly key: string | number; readonly id: number },
): RawBuilder<SqlBool> => {
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`(${sql.ref(column)}, ${sql.ref(id)}) ${than} (${place.key}, ${place.id})`
}

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

/** A stretch of ids, the first one not included. */
export type IdRange = { readonly after: number; readonly upTo: number }

/**
 * Is the id that of a row whose text holds the term? Asks a trigram table of SQLite; whole tables take long.
 * @param term of at least `TRIGRAM` characters
 */
export const isIndexed = (
  column: string,
  table: string,
  term: string,
  { after, upTo }: IdRange = { after: 0, upTo: Number.MAX_SAFE_INTEGER },
): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select rowid from ${sql.table(table)}
    where ${sql.ref(table)} match ${quoted(term)} and rowid > ${after} and rowid <= ${upTo})`

/** How many rows of a trigram table hold the term; counting ends at the limit. */
export async function indexedCount(
  db: Kysely<DB>,
  table: string,
  term: string,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (select 1
    from ${sql.table(table)} where ${sql.ref(table)} match ${quoted(term)} limit ${limit})`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Of each trigram, and then of those that share most. Rows. */
const PER_TRIGRAM = 300
const CANDIDATES = 500

/**
 * Ids of rows whose title shares trigrams with the term, those that share most: candidates for near titles.
 * Of a trigram that is in very many titles only some rows are looked at.
 * @param at the table and its title column; `fts` is the trigram table of the titles on SQLite
 */
export async function idsSharingTrigrams(
  engine: Engine,
  db: Kysely<DB>,
  at: { readonly table: string; readonly column: string; readonly fts: string },
  term: string,
): Promise<number[]> {
  const signs = [...term]
  const trigrams = new Set(signs.slice(2).map((_, first) => signs.slice(first, first + 3).join('')))
  const each = [...trigrams].map((trigram) =>
    engine === 'postgres'
      ? sql`select id from ${sql.table(at.table)} where ${holds(engine, at.column, trigram)}`
      : sql`select rowid as id from ${sql.table(at.fts)} where ${sql.ref(at.fts)} match ${quoted(trigram)}`,
  )
  if (each.length === 0) return []
  const limited = each.map((one) => sql`select id from (${one} limit ${PER_TRIGRAM}) as t`)
  const { rows } = await sql<{
    id: number
  }>`select id from (${sql.join(limited, sql` union all `)}) as u
    group by id order by count(*) desc, id limit ${CANDIDATES}`.execute(db)
  return rows.map(({ id }) => id)
}

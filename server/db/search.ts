import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { DB } from './schema.ts'

/** Characters: shorter terms have no trigram. */
export const TRIGRAM = 3

export function trigramsIn(text: string): Set<string> {
  const characters = [...text]
  const starts = characters.slice(TRIGRAM - 1)
  return new Set(starts.map((_, index) => characters.slice(index, index + TRIGRAM).join('')))
}

/** Greatest character: the prefix followed by it sorts after every text that begins with the prefix. */
const LAST = '\u{10FFFF}'

/**
 * Characters of a term that an index is searched for: further trigrams cost look-ups and exclude few rows. The rows
 * found are compared with the whole term.
 */
const INDEXED_MAX = 32

/** True if the index alone decides. */
export const isWhollyIndexed = (term: string): boolean => beginningOf(term) === term

export const beginningOf = (term: string): string => [...term].slice(0, INDEXED_MAX).join('')
/** A pattern for `like`: the term anywhere. */
export const literal = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/** PostgreSQL plans a query by statistics of its tables; SQLite does not. */
export const hasStatistics = (db: Kysely<DB>): boolean => engineOf(db) === 'postgres'

/**
 * Condition: the column contains the term, both folded by `searchKey`. PostgreSQL uses a trigram index if there is one.
 */
export const holds = (db: Kysely<DB>, column: string, term: string): RawBuilder<SqlBool> => {
  if (engineOf(db) === 'sqlite') return sql`instr(${sql.ref(column)}, ${term}) > 0`
  const beginning = beginningOf(term)
  const begins = sql<SqlBool>`${sql.ref(column)} like ${literal(beginning)}`
  return isWhollyIndexed(term)
    ? begins
    : sql`(${begins} and position(${term} in ${sql.ref(column)}) > 0)`
}

/** Condition: the column, ordered by code point, begins with the prefix. Any index on the column can be used. */
export const beginsWith = (column: string, prefix: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${prefix + LAST})`

/** Passes all values as one parameter: the number of parameters is limited. */
export function isOneOf(
  db: Kysely<DB>,
  column: string,
  values: readonly number[] | readonly string[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return sql`1 = 0`
  if (engineOf(db) === 'sqlite') return isInList(db, column, sql`${JSON.stringify(values)}`)
  return isInList(db, column, sql`${values}`, typeof values[0] === 'string' ? 'text' : 'int')
}

/**
 * `isOneOf` for a prepared statement.
 * @param list see `idList`
 */
export function isInList(
  db: Kysely<DB>,
  column: string,
  list: RawBuilder<unknown>,
  type: 'int' | 'text' = 'int',
): RawBuilder<SqlBool> {
  const ref = sql.ref(column)
  return engineOf(db) === 'sqlite'
    ? sql`${ref} in (select value from json_each(${list}))`
    : sql`${ref} = any(${list}::${sql.raw(type)}[])`
}

/** The value of `isInList`. */
export const idList = (db: Kysely<DB>, ids: readonly number[]): unknown =>
  engineOf(db) === 'sqlite' ? JSON.stringify(ids) : ids

/** Condition: the row is after the cursor, in the order of the column and then of the id. */
export const isAfter = (
  [column, id]: readonly [string, string],
  direction: 'asc' | 'desc',
  place: { readonly key: string | number; readonly id: number },
): RawBuilder<SqlBool> => {
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`(${sql.ref(column)}, ${sql.ref(id)}) ${than} (${place.key}, ${place.id})`
}

/** A phrase for the trigram tables of SQLite. */
export const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

/** Row id of a text in the trigram table of SQLite: the type, then the entry, so that a type is a range. */
const ENTRIES_PER_TYPE = 2 ** 31
export type TextPlace = number

export const entryAt = <Id extends number>(place: TextPlace): Id => (place % ENTRIES_PER_TYPE) as Id

export const typeAt = (place: TextPlace): number => Math.floor(place / ENTRIES_PER_TYPE)

/** The range of all row ids, or of those of one type. */
export const textPlaces = (
  type: number | null,
): { readonly after: TextPlace; readonly upTo: TextPlace } =>
  type === null
    ? { after: 0, upTo: Number.MAX_SAFE_INTEGER }
    : { after: type * ENTRIES_PER_TYPE, upTo: (type + 1) * ENTRIES_PER_TYPE - 1 }

/**
 * Row ids of texts that contain the beginning of a term, in order. SQLite. The driver sends numbers as reals, and the
 * table ignores a range of reals: hence the casts.
 * @param term of at least `TRIGRAM` characters
 */
export async function placesHolding(
  db: Kysely<DB>,
  term: string,
  { after, upTo }: ReturnType<typeof textPlaces>,
  limit: number,
): Promise<TextPlace[]> {
  const { rows } = await sql<{ place: TextPlace }>`select rowid as place from glossary_texts_fts
    where glossary_texts_fts match ${quoted(beginningOf(term))}
      and rowid > cast(${after} as integer) and rowid <= cast(${upTo} as integer)
    limit ${limit}`.execute(db)
  return rows.map(({ place }) => place)
}

/** Titles that one condition looks at on SQLite: a part of a word may be in nearly all of them. */
const TITLES_MAX = 1000

/**
 * Condition: the title of the glossary entry `e` contains the term.
 * @param term of at least `TRIGRAM` characters
 */
export const titleHolds = (db: Kysely<DB>, term: string): RawBuilder<SqlBool> => {
  const condition = holds(db, 'e.title_key', term)
  if (engineOf(db) === 'postgres') return condition
  // The index has no positions, so it knows no phrases.
  const all = [...trigramsIn(beginningOf(term))].map(quoted).join(' AND ')
  return sql`(e.id in (select rowid from glossary_titles_fts
    where glossary_titles_fts match ${all} limit ${TITLES_MAX}) and ${condition})`
}

/** Condition in the form that the trigram index of PostgreSQL supports. */
export const isOfType = (column: string, type: number): RawBuilder<SqlBool> =>
  sql`array[${sql.ref(column)}] @> array[${type}::int]`

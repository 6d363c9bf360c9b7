import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ranked } from '#shared/words.ts'
import { soughtIn } from '../text/keys.ts'
import { engineOf } from './dialect.ts'
import type { DB, HasDb } from './rows.ts'

/** Greatest character: the prefix followed by it sorts after every text that begins with the prefix. */
const LAST = '\u{10FFFF}'

/**
 * Characters of a term that an index is searched for: further trigrams cost look-ups and exclude few rows. The rows
 * found are compared with the whole term.
 */
const INDEXED_MAX = 32

const beginningOf = (term: string): string => [...term].slice(0, INDEXED_MAX).join('')
/** A pattern for `like`: the term anywhere. */
export const literal = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Condition: the column contains the term, both folded by `searchKey`. PostgreSQL uses a trigram index if there is one.
 */
export const holds = (db: Kysely<DB>, column: string, term: string): RawBuilder<SqlBool> => {
  if (engineOf(db) === 'sqlite') return sql`instr(${sql.ref(column)}, ${term}) > 0`
  const beginning = beginningOf(term)
  const begins = sql<SqlBool>`${sql.ref(column)} like ${literal(beginning)}`
  return beginning === term
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
  const type = sql.raw(typeof values[0] === 'string' ? 'text' : 'int')
  return engineOf(db) === 'sqlite'
    ? isInList(db, column, sql`${JSON.stringify(values)}`)
    : sql`${sql.ref(column)} = any(${values}::${type}[])`
}

/** `isOneOf` with ids for a prepared statement. @param list see `idList` */
export const isInList = (
  db: Kysely<DB>,
  column: string,
  list: RawBuilder<unknown>,
): RawBuilder<SqlBool> =>
  engineOf(db) === 'sqlite'
    ? sql`${sql.ref(column)} in (select value from json_each(${list}))`
    : sql`${sql.ref(column)} = any(${list}::int[])`

export const idList = (db: Kysely<DB>, ids: readonly number[]): unknown =>
  engineOf(db) === 'sqlite' ? JSON.stringify(ids) : ids

type Named = {
  readonly table: keyof DB
  readonly column: string
  readonly ids: readonly number[]
  /** A further condition. */
  readonly where?: RawBuilder<SqlBool>
}

/** The names of rows in a column of their table, by their ids. */
export async function namesByIds(
  { db }: HasDb,
  { table, column, ids, where = sql`1 = 1` }: Named,
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)}
    where ${isOneOf(db, 'id', ids)} and ${where}`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Condition: the row is after the cursor, in the order of the column and then of the id. */
export const isAfter = (
  [column, id]: readonly [string, string],
  direction: 'asc' | 'desc',
  place: { readonly key: string | number; readonly id: number },
): RawBuilder<SqlBool> => {
  const than = sql.raw(direction === 'asc' ? '>' : '<')
  return sql`(${sql.ref(column)}, ${sql.ref(id)}) ${than} (${place.key}, ${place.id})`
}

/** A table whose rows are found by their texts. Its columns `search_text` and `title_key` are folded. */
export type Searched = {
  readonly table: 'glossary_entries' | 'rule_entries' | 'contents' | 'download_files'
  /** Trigram tables of SQLite with these columns. A row id ends in the 31 bits of the row's id. */
  readonly texts: string
  readonly titles: string
  /** The column of the title; `title` if it is absent. */
  readonly title?: 'display_name'
  /** Row ids whose texts the index does not have yet; see waitingTexts.ts. */
  readonly waiting?: string
  /** Index of SQLite with the id and all columns that filters and orders need: its rows are short. */
  readonly covering?: string
  /** Nanoseconds to read and compare a text, if texts are long. */
  readonly comparedNs?: number
}

/** Row ids of the glossary's texts on SQLite begin with the type, so that a type is a range. */
const ENTRIES_PER_TYPE = 2 ** 31

/** A table with both columns is asked for one of them. */
const inColumn = ({ texts, titles }: Searched, column: string, match: string): string =>
  texts === titles ? `${column} : ${match}` : match

const joined = (
  found: RawBuilder<unknown>,
  { table, covering }: Pick<Searched, 'table' | 'covering'>,
): RawBuilder<unknown> => sql`${found} as f cross join ${sql.table(table)} as e
  ${covering === undefined ? sql`` : sql`indexed by ${sql.ref(covering)}`}
  on e.id = f.place & 2147483647`

/** Rows `e` that are found: what follows `from`, and a condition. */
export type Hits = { readonly from: RawBuilder<unknown>; readonly holds: RawBuilder<SqlBool> }

type Sought = {
  readonly searched: Searched
  /** Has at least `TRIGRAM` characters. */
  readonly term: string
  /** Limits glossary entries to one type; null: all. */
  readonly type?: number | null
}

/** Finds rows whose texts contain the term, by the trigrams of either engine. */
export async function hitsOf(
  { db }: HasDb,
  { searched, term, type = null }: Sought,
): Promise<Hits> {
  const { table, texts, waiting } = searched
  const condition = holds(db, 'e.search_text', term)
  if (engineOf(db) === 'postgres') {
    // The form that the index supports. With a condition on `type_id`, the planner also scans all entries of the type.
    const ofType = sql<SqlBool>`array[e.type_id] @> array[${type}::int]`
    const all = type === null ? condition : sql<SqlBool>`(${condition} and ${ofType})`
    return { from: sql`${sql.table(table)} as e`, holds: all }
  }
  const beginning = beginningOf(term)
  const { match, isPhrase } = await matchFor(db, texts, beginning, searched.comparedNs)
  // The driver sends numbers as reals, and the table ignores a range of reals.
  const within = (place: string) =>
    type === null
      ? sql``
      : sql` and ${sql.ref(place)} > cast(${type * ENTRIES_PER_TYPE} as integer)
          and ${sql.ref(place)} < cast(${(type + 1) * ENTRIES_PER_TYPE} as integer)`
  const indexed = sql`select rowid as place from ${sql.table(texts)}
    where ${sql.ref(texts)} match ${inColumn(searched, 'search_text', match)}${within('rowid')}`
  const behind =
    waiting && sql`select place from ${sql.table(waiting)} where 1 = 1${within('place')}`
  const found = behind ? sql`(${indexed} union all ${behind})` : sql`(${indexed})`
  const ofType = type === null ? sql`` : sql` and e.type_id = ${type}`
  if (!isPhrase || beginning !== term)
    return { from: joined(found, { table }), holds: sql`(${condition}${ofType})` }
  // What the index has of a text that waits is out of date.
  const isBehind = waiting && sql`exists (select 1 from ${sql.table(waiting)})`
  const exact = isBehind ? sql`(not ${isBehind} or ${condition})` : sql`1 = 1`
  return { from: joined(found, searched), holds: sql`(${exact}${ofType})` }
}

/** Rows with a term that one search ranks; lists on which a term is in more of them are ranked in another way. */
const RANKED_MAX = 5000

type Ranked = { readonly id: number; readonly title_key: string }
/** What is sought among the rows `e` of a table that are shown. */
export type Near = {
  readonly searched: Searched
  readonly term: string
  readonly condition: RawBuilder<SqlBool>
}
type Listed = {
  /** Further columns. */
  readonly columns?: RawBuilder<unknown>
  /** Tables that the order needs. */
  readonly joins?: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
  /** All rows with the term, if they are known already. */
  readonly ids?: readonly number[] | undefined
}

/** Rows with the term: those whose title begins with it, then those whose title contains it, then the others. */
export async function rankedHits<Row extends Ranked = Ranked>(
  w: HasDb,
  { searched, term, condition }: Near,
  { columns = sql``, joins = sql``, order, ids }: Listed,
): Promise<Row[]> {
  const { from, holds } = ids
    ? { from: sql`${sql.table(searched.table)} as e`, holds: isOneOf(w.db, 'e.id', ids) }
    : await hitsOf(w, { searched, term: soughtIn(term) })
  const { rows } = await sql<Row>`select e.id, e.title_key ${columns} from ${from} ${joins}
    where ${holds} and ${condition} order by ${order} limit ${RANKED_MAX}`.execute(w.db)
  return ranked(rows, term)
}

/** The first hits of each kind. */
export const bestOf = <Kind extends string, Hit extends { readonly kind: Kind }>(
  hits: readonly Hit[],
  kinds: readonly Kind[],
  limit: number,
): Hit[] => kinds.flatMap((kind) => hits.filter((hit) => hit.kind === kind).slice(0, limit))

export const idsOf = <Id extends number>(rows: readonly { readonly id: Id }[]): Id[] =>
  rows.map(({ id }) => id)

export const inOrderOf = <Id extends number, Row extends { readonly id: Id }>(
  ids: readonly { readonly id: Id }[],
  rows: readonly Row[],
): Row[] => {
  const byId = new Map<Id, Row>(rows.map((row) => [row.id, row]))
  return ids.flatMap(({ id }) => byId.get(id) ?? [])
}

type Trigrams = { readonly all: readonly string[] } | { readonly any: readonly string[] }

/** Finds rows with all of the trigrams, or any of them, in their titles. */
export function titlesWith({ db }: HasDb, searched: Searched, wanted: Trigrams): Hits {
  const { table, titles } = searched
  const [trigrams, word] = 'all' in wanted ? [wanted.all, 'and'] : [wanted.any, 'or']
  if (engineOf(db) === 'postgres') {
    const each = trigrams.map((trigram) => holds(db, 'e.title_key', trigram))
    const found = sql.join(each, sql.raw(` ${word} `))
    return { from: sql`${sql.table(table)} as e`, holds: sql`(${found})` }
  }
  const match = trigrams.map(quoted).join(` ${word.toUpperCase()} `)
  return {
    from: joined(
      sql`(select rowid as place from ${sql.table(titles)}
        where ${sql.ref(titles)} match ${inColumn(searched, 'title_key', `(${match})`)})`,
      searched,
    ),
    holds: sql`1 = 1`,
  }
}

/* How SQLite is asked for a term: what its trigram tables cost depends on how many rows have each trigram. */

/** Characters: shorter terms have no trigram. */
const TRIGRAM = 3

export function trigramsIn(text: string): string[] {
  const characters = [...text]
  const starts = characters.slice(TRIGRAM - 1)
  return starts.map((_, index) => characters.slice(index, index + TRIGRAM).join(''))
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

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
const [LISTED_NS, COMPARED_NS] = [26, 1000]
/** Share of the rows that a further trigram leaves over. */
const LEFT = 0.3
/** Characters from one trigram to the next: neighbours are in the same rows. */
const APART = 2

/**
 * The cheapest query that finds all rows with the term: its rarest trigrams, which find others, too, or the whole
 * phrase, for which SQLite reads the lists of all its trigrams.
 * @param term of at least `TRIGRAM` characters
 */
export async function matchFor(
  db: Kysely<DB>,
  table: string,
  term: string,
  comparedNs = COMPARED_NS,
): Promise<{ readonly match: string; readonly isPhrase: boolean }> {
  const trigrams = trigramsIn(term)
  const frequencyOf = await frequencies(db, table, trigrams)
  const all = trigrams.map((trigram, at) => ({ trigram, at, rows: frequencyOf(trigram) }))
  const used: typeof all = []
  let left = 0
  for (const next of all.toSorted((a, b) => a.rows - b.rows)) {
    if (used.some(({ at }) => Math.abs(at - next.at) < APART)) continue
    const isWorth = left * (1 - LEFT) * comparedNs > next.rows * LISTED_NS
    if (used.length > 0 && !isWorth) break
    left = used.length > 0 ? left * LEFT : next.rows
    used.push(next)
  }
  const costOf = (lists: typeof all) => lists.reduce((sum, { rows }) => sum + rows * LISTED_NS, 0)
  if (costOf(all) <= costOf(used) + left * comparedNs)
    return { match: quoted(term), isPhrase: true }
  const match = used.map(({ trigram }) => quoted(trigram)).join(' AND ')
  return { match: `(${match})`, isPhrase: all.length === 1 }
}

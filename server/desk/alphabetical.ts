import { type RawBuilder, sql } from 'kysely'
import type { RowOf, TableName } from '../db/rows.ts'
import type { HasDb } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import { inAlphabet, ORDERED_MAX, orderKeyIn } from '../text/alphabet.ts'

/** Columns with texts as they were typed, by which a list is in alphabetical order. */
const NAMES: ReadonlySet<string> = new Set([
  'title',
  'name',
  'display_name',
  'new_name',
  'username',
  'subject',
])

export type Sorted = {
  /** The column that was asked for, and the one by which the database sorts then. */
  readonly column: string
  readonly stored: string
  readonly direction: 'asc' | 'desc'
}
type Part = { readonly first: number; readonly count: number; readonly total: number }

/**
 * A part of a list by the alphabet of a language, as the lists of the site have it and alike on both engines.
 * @param from of the statement, with its condition
 * @returns null where the database has the same order, or too many rows
 */
export async function alphabetical<T extends TableName>(
  w: HasDb,
  table: T,
  from: RawBuilder<unknown>,
  { column, stored, direction }: Sorted,
  { first, count, total }: Part,
  language: string,
): Promise<RowOf<T>[] | null> {
  const name = column === 'title_key' ? 'title' : column
  const isStored = stored === 'title_key' && orderKeyIn(language) === null
  if (!NAMES.has(name) || isStored || total > ORDERED_MAX) return null
  type Place = { readonly id: number; readonly name: string }
  const places = await sql<Place>`select id, ${sql.ref(name)} as name ${from}`.execute(w.db)
  const ascending = inAlphabet(places.rows, language, (place) => place)
  const ids = (direction === 'asc' ? ascending : ascending.toReversed())
    .slice(first, first + count)
    .map(({ id }) => id)
  const found = await sql<RowOf<T> & { readonly id: number }>`select * from ${sql.table(table)}
    where ${isOneOf(w.db, 'id', ids)}`.execute(w.db)
  const rows = new Map(found.rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

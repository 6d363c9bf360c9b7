import type { FastifyReply } from 'fastify'
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { ID_MAX, TEXT_MAX } from '#contract/limits.ts'
import type { Engine } from '../db/dialect.ts'
import type { Db } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import { assertGoodText } from '../http/plugins/textGuard.ts'
import { deskErrors } from './errors.ts'

export type Scalar = string | number | null
export type Row = Record<string, Scalar>
export type Condition = RawBuilder<SqlBool>

/** Tables by names that are only known at run time; what comes out is typed by whoever names the table. */
export const anyTable = (db: Db): Kysely<Record<string, Row>> =>
  db as unknown as Kysely<Record<string, Row>>

/** Columns, and the table that each points to, which has an order of its own; null for a mere value. */
export type Shelf = Readonly<Record<string, string | null>>

export type ListSpec = {
  readonly table: string
  /** Columns that a list may be sorted by, under the names that the desk uses. */
  readonly sortable: readonly string[]
  /** Columns that a filter may name. */
  readonly filterable?: readonly string[]
  /** Columns that `q` looks into, in any case. */
  readonly searched?: readonly string[]
  /** Values of the filter `state`. */
  readonly states?: (now: number) => Readonly<Record<string, Condition>>
  readonly sort?: readonly [string, 'asc' | 'desc']
  /** What rows of one order have in common; without it there is no order. */
  readonly shelf?: Shelf
  /** Holds for every list, whatever the filter says. */
  readonly always?: Condition
}
export type ListQuery = { sort?: string; range?: string; filter?: string }
type Window = { readonly first: number; readonly last: number }

/** Rows of one answer. */
const RANGE_MAX = 1000
const RANGE = { first: 0, last: 24 }
/** Values of one column in a filter: each is an expression, and SQLite takes a thousand. Ids are one parameter. */
const VALUES_MAX = 100

/** A page of a table as ra-data-simple-rest asks for it. @throws Refusal 400 naming the part that is wrong */
export async function listRows(
  { db, engine }: { db: Db; engine: Engine },
  spec: ListSpec,
  query: ListQuery,
  now: number,
): Promise<{ rows: Row[]; first: number; total: number }> {
  const { first, last } = windowOf(query.range)
  const [column, direction] = sortOf(spec, query.sort)
  const conditions = conditionsOf(spec, engine, query.filter, now)
  let found = anyTable(db).selectFrom(spec.table)
  for (const condition of conditions) found = found.where(condition)
  const { n } = await found
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  let ordered = found.selectAll()
  if (column === 'position')
    for (const place of placesOf(spec)) ordered = ordered.orderBy(place, direction)
  ordered = ordered.orderBy(sql`${sql.ref(column)} is null`).orderBy(sql.ref(column), direction)
  const rows = await (column === 'id' ? ordered : ordered.orderBy('id', direction))
    .limit(last - first + 1)
    .offset(first)
    .execute()
  return { rows, first, total: n }
}

/** Positions count within a shelf, so shelves come one after the other, in their own order. */
const placesOf = ({ table, shelf = {} }: ListSpec): RawBuilder<unknown>[] =>
  Object.entries(shelf).flatMap(([column, parent]) => {
    const value = sql.ref(`${table}.${column}`)
    const own = parent === null ? sql`''` : sql`0`
    const place =
      parent === null
        ? value
        : sql`(select position from ${sql.table(parent)} as parent where parent.id = ${value})`
    return [sql`coalesce(${place}, ${own})`, sql`coalesce(${value}, ${own})`]
  })

/** `Content-Range: contents 0-24/319`, which react-admin reads the total from. */
export function announceRange(
  reply: FastifyReply,
  resource: string,
  { first, total }: { first: number; total: number },
  count: number,
): void {
  const range = count === 0 ? '*' : `${first}-${first + count - 1}`
  reply.header('content-range', `${resource} ${range}/${total}`)
}

/** The JSON within a query string is decoded here, after the check of the query itself. */
function parsed(what: string, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw deskErrors.badList(what)
  }
  assertGoodText(value, what)
  return value
}

export function windowOf(text: string | undefined): Window {
  if (text === undefined) return RANGE
  const range = parsed('range', text)
  if (!Array.isArray(range)) throw deskErrors.badList('range')
  const [first, last] = range as unknown[]
  const isPlace = (n: unknown): n is number =>
    typeof n === 'number' && Number.isInteger(n) && n >= 0 && n <= ID_MAX
  if (!isPlace(first) || !isPlace(last) || last < first) throw deskErrors.badList('range')
  return { first, last: Math.min(last, first + RANGE_MAX - 1) }
}

function sortOf(spec: ListSpec, text: string | undefined): readonly [string, 'asc' | 'desc'] {
  if (text === undefined) return spec.sort ?? ['id', 'asc']
  const sort = parsed('sort', text)
  if (!Array.isArray(sort)) throw deskErrors.badList('sort')
  const [column, direction] = sort as unknown[]
  const known = ['id', ...spec.sortable].find((name) => name === column)
  if (known === undefined || typeof direction !== 'string' || !/^(asc|desc)$/i.test(direction))
    throw deskErrors.badList('sort')
  return [known, direction.toLowerCase() === 'asc' ? 'asc' : 'desc']
}

/** The filter as an object. @throws Refusal 400 */
export function filterOf(text: string | undefined): Record<string, unknown> {
  const filter = text === undefined ? {} : parsed('filter', text)
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw deskErrors.badList('filter')
  return { ...filter }
}

function conditionsOf(
  spec: ListSpec,
  engine: Engine,
  text: string | undefined,
  now: number,
): Condition[] {
  const conditions = spec.always === undefined ? [] : [spec.always]
  for (const [name, value] of Object.entries(filterOf(text))) {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (name !== 'id' && values.length > VALUES_MAX) throw deskErrors.badList('filter')
    if (name === 'id') conditions.push(isOneOf(engine, 'id', values.map(idIn)))
    else if (name === 'q' && spec.searched) conditions.push(holdsText(spec.searched, value))
    else if (name === 'state' && spec.states) {
      const states = spec.states(now)
      conditions.push(anyOf(values.map((one) => stateIn(states, one))))
    } else if (spec.filterable?.includes(name))
      conditions.push(anyOf(values.map((one) => equals(name, one))))
    else throw deskErrors.badList('filter')
  }
  return conditions
}

function idIn(value: unknown): number {
  const id = typeof value === 'string' ? Number(value) : value
  if (typeof id !== 'number' || !Number.isInteger(id) || id < 1 || id > ID_MAX)
    throw deskErrors.badList('filter')
  return id
}

function stateIn(states: Readonly<Record<string, Condition>>, value: unknown): Condition {
  const found = Object.entries(states).find(([name]) => name === value)
  if (found === undefined) throw deskErrors.badList('filter')
  return found[1]
}

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`

function equals(column: string, value: unknown): Condition {
  if (value === null) return sql`${sql.ref(column)} is null`
  if (typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= ID_MAX))
    return sql`cast(${sql.ref(column)} as text) = ${String(value)}`
  throw deskErrors.badList('filter')
}

function holdsText(columns: readonly string[], term: unknown): Condition {
  if (typeof term !== 'string' || term.length > TEXT_MAX) throw deskErrors.badList('filter')
  const pattern = `%${term
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')}%`
  return anyOf(columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`))
}

import type { FastifyReply } from 'fastify'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ID_MAX, TEXT_MAX } from '#contract/fields.ts'
import { termKey } from '#shared/search.ts'
import type { ColumnOf, HasDb, OrderWithin, Read, RowOf, TableName } from '../db/rows.ts'
import { isOneOf, literal } from '../db/search.ts'
import { assertGoodText } from '../http/plugins/textGuard.ts'
import { inAlphabet, ORDERED_MAX, orderKeyIn } from '../text/alphabet.ts'
import { mainLanguage } from '../text/contentLanguage.ts'
import { wordsIn } from '../text/keys.ts'
import { deskErrors } from './errors.ts'

/** Columns with texts as they were typed, by which a list is in alphabetical order. */
const NAMES: ReadonlySet<string> = new Set([
  'title',
  'name',
  'display_name',
  'new_name',
  'username',
  'subject',
])

type Direction = 'asc' | 'desc'
type Sorted = {
  /** The column that was asked for, and the one by which the database sorts then. */
  readonly column: string
  readonly stored: string
  readonly direction: Direction
}
type Part<T> = {
  readonly table: T
  /** `from` of the statement, with its condition. */
  readonly from: RawBuilder<unknown>
  readonly first: number
  readonly count: number
  readonly total: number
}
export type ListRead = Read & { readonly settings: { readonly languages: readonly string[] } }

/**
 * A part of a list by the alphabet of the main language, as the lists of the site have it and alike on both engines.
 * @returns null where the database has the same order, or too many rows
 */
async function alphabetical<T extends TableName>(
  w: ListRead,
  { column, stored, direction }: Sorted,
  { table, from, first, count, total }: Part<T>,
): Promise<RowOf<T>[] | null> {
  const language = mainLanguage(w.settings)
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

export type Condition = RawBuilder<SqlBool>

export type ListSpec<T extends TableName> = {
  readonly sortable: readonly ColumnOf<T>[]
  /** Columns with the folded form of others, by which those are sorted: capital letters come before small ones. */
  readonly foldedForms?: Readonly<Partial<Record<ColumnOf<T>, ColumnOf<T>>>>
  readonly filterable?: readonly ColumnOf<T>[]
  /** Columns that `q` searches, ignoring case, and marks where they are folded. */
  readonly searched?: readonly ColumnOf<T>[]
  /** Values of the filter `state`. */
  readonly states?: (now: number) => Readonly<Record<string, Condition>>
  /** Filters that name an account or another row by its id, where no column holds it. */
  readonly related?: Readonly<Record<string, (id: number) => Condition>>
  /** Rows of which a list shows one, unless its filter has more than `beside`. */
  readonly folded?: { readonly one: (w: Read) => Condition; readonly beside: readonly string[] }
  /** The state of a list whose filter has neither `state` nor `id`. */
  readonly defaultState?: string
  readonly sort?: readonly [ColumnOf<T>, Direction]
  /** Absent: the table has no `position`. */
  readonly orderWithin?: OrderWithin<T>
}
export type ListQuery = {
  readonly sort?: string
  readonly range?: string
  readonly filter?: string
}
type Page<Row> = { readonly rows: Row[]; readonly first: number; readonly total: number }

const RANGE_MAX = 1000
const DEFAULT_RANGE = [0, 24] as const
/** Values of one column in a filter: each is an expression, and SQLite takes a thousand. Ids are one parameter. */
const VALUES_MAX = 100

/** A page of a table as ra-data-simple-rest requests it. @throws Refusal 400 naming the part that is wrong */
export async function listRows<T extends TableName>(
  w: ListRead,
  {
    table,
    list: spec,
    where = sql`1 = 1`,
  }: { readonly table: T; readonly list: ListSpec<T>; readonly where?: Condition | undefined },
  query: ListQuery,
): Promise<Page<RowOf<T>>> {
  const [first, last] = rangeOf(query.range)
  const sorted = sortedBy(spec, query.sort)
  const order = orderBy(table, spec, sorted)
  const conditions = [where, ...conditionsOf(w, spec, query.filter)]
  const from = sql`from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(w.db)
  const total = counted.rows[0]?.total ?? 0
  const part = { table, from, first, count: last - first + 1, total }
  const ordered = await alphabetical(w, sorted, part)
  if (ordered !== null) return { rows: ordered, first, total }
  const found = sql<RowOf<T>>`select * ${from} order by ${sql.join(order)}
    limit ${part.count} offset ${first}`
  return { rows: (await found.execute(w.db)).rows, first, total }
}

/** Whether a row fulfils a condition. */
export async function isListed(w: HasDb, table: TableName, id: number, where: Condition) {
  const found = sql`select 1 from ${sql.table(table)} where id = ${id} and ${where}`
  return (await found.execute(w.db)).rows.length > 0
}

/** `Content-Range: contents 0-24/319`, from which react-admin reads the total. */
export function setContentRange(
  reply: FastifyReply,
  resource: string,
  { rows, first, total }: Page<unknown>,
): void {
  const range = rows.length === 0 ? '*' : `${first}-${first + rows.length - 1}`
  reply.header('content-range', `${resource} ${range}/${total}`)
}

/** The JSON within a query string: the text guard has only seen it encoded. */
function parsed(what: 'filter' | 'range' | 'sort', text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw deskErrors.badList(what)
  }
  assertGoodText(value, what)
  return value
}

function rangeOf(text: string | undefined): readonly [number, number] {
  if (text === undefined) return DEFAULT_RANGE
  const range = parsed('range', text)
  if (!Array.isArray(range)) throw deskErrors.badList('range')
  const [first, last] = range as unknown[]
  if (!isIndex(first) || !isIndex(last) || last < first) throw deskErrors.badList('range')
  return [first, Math.min(last, first + RANGE_MAX - 1)]
}

const isIndex = (n: unknown): n is number =>
  Number.isInteger(n) && Number(n) >= 0 && Number(n) <= ID_MAX

function sortOf<T extends TableName>(
  { sort, sortable }: ListSpec<T>,
  text: string | undefined,
): readonly [string, Direction] {
  if (text === undefined) return sort ?? ['id', 'asc']
  const asked = parsed('sort', text)
  if (!Array.isArray(asked)) throw deskErrors.badList('sort')
  const [column, direction] = asked as unknown[]
  const known = ['id', ...sortable].find((name) => name === column)
  if (known === undefined || typeof direction !== 'string' || !/^(asc|desc)$/i.test(direction))
    throw deskErrors.badList('sort')
  return [known, direction.toLowerCase() === 'asc' ? 'asc' : 'desc']
}

function sortedBy<T extends TableName>(spec: ListSpec<T>, text: string | undefined): Sorted {
  const [column, direction] = sortOf(spec, text)
  const forms: Readonly<Partial<Record<string, string>>> = spec.foldedForms ?? {}
  return { column, stored: forms[column] ?? column, direction }
}

/** Positions count within a partition, so partitions come one after the other, in the order of their parents. */
function orderBy<T extends TableName>(
  table: T,
  spec: ListSpec<T>,
  { column, stored, direction }: Sorted,
): RawBuilder<unknown>[] {
  const towards = sql.raw(direction)
  const within = column === 'position' ? partitionOrder(table, spec.orderWithin ?? {}) : []
  return [
    ...within.map((key) => sql`${key} ${towards}`),
    ...(column === 'id' ? [] : [sql`${sql.ref(stored)} ${towards} nulls last`]),
    sql`id ${towards}`,
  ]
}

const partitionOrder = <T extends TableName>(
  table: T,
  columns: OrderWithin<T>,
): RawBuilder<unknown>[] =>
  Object.entries<TableName | null | undefined>(columns).flatMap(([column, parent]) => {
    const value = sql.ref(`${table}.${column}`)
    if (parent == null) return [sql`coalesce(${value}, '')`]
    const position = sql`(select position from ${sql.table(parent)} as parent where parent.id = ${value})`
    return [sql`coalesce(${position}, 0)`, sql`coalesce(${value}, 0)`]
  })

export function filterOf(text: string | undefined): Record<string, unknown> {
  const filter = text === undefined ? {} : parsed('filter', text)
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter))
    throw deskErrors.badList('filter')
  return { ...filter }
}

function conditionsOf<T extends TableName>(
  w: Read,
  { searched, states, related = {}, folded, defaultState, filterable = [] }: ListSpec<T>,
  text: string | undefined,
): Condition[] {
  const filter = filterOf(text)
  const isOpen = filter['state'] === undefined && filter['id'] === undefined
  if (defaultState !== undefined && isOpen) filter['state'] = defaultState
  const isFolded = folded && Object.keys(filter).every((name) => folded.beside.includes(name))
  const conditions = Object.entries(filter).map(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value]
    if (name !== 'id' && values.length > VALUES_MAX) throw deskErrors.badList('filter')
    if (name === 'id') return isOneOf(w.db, 'id', values.map(idIn))
    if (name === 'q' && searched) return holdsText(searched, value)
    if (name === 'state' && states) {
      const known = new Map(Object.entries(states(w.now)))
      return anyOf(
        values.map((one) => (typeof one === 'string' && known.get(one)) || refuseFilter()),
      )
    }
    const relation = new Map(Object.entries(related)).get(name)
    if (relation !== undefined) return relation(idIn(value))
    const isKnown = filterable.some((column) => column === name)
    return isKnown ? anyOf(values.map((one) => equals(name, one))) : refuseFilter()
  })
  return isFolded ? [...conditions, folded.one(w)] : conditions
}

function refuseFilter(): never {
  throw deskErrors.badList('filter')
}

function idIn(value: unknown): number {
  const id = typeof value === 'string' ? Number(value) : value
  return isIndex(id) && id > 0 ? id : refuseFilter()
}

const anyOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`

function equals(column: string, value: unknown): Condition {
  if (value === null) return sql`${sql.ref(column)} is null`
  if (typeof value === 'string' || (typeof value === 'number' && Math.abs(value) <= ID_MAX))
    return sql`cast(${sql.ref(column)} as text) = ${String(value)}`
  return refuseFilter()
}

/** Columns with the folded form of a text (shared/search.ts). */
const FOLDED: ReadonlySet<string> = new Set(['title_key'])

/** Each word of the term is in one of the columns. */
function holdsText(columns: readonly string[], term: unknown): Condition {
  if (typeof term !== 'string' || term.length > TEXT_MAX) return refuseFilter()
  const words = wordsIn(term.trim().replace(/\s+/g, ' '))
  if (words.length === 0) return sql`1 = 1`
  return sql`(${sql.join(
    words.map((word) => anyOf(columns.map((column) => holdsWord(column, word)))),
    sql` and `,
  )})`
}

const holdsWord = (column: string, word: string): Condition =>
  FOLDED.has(column)
    ? sql`${sql.ref(column)} like ${literal(termKey(word))} escape '\\'`
    : sql`lower(${sql.ref(column)}) like ${literal(word.toLowerCase())} escape '\\'`

import type { FastifyRequest } from 'fastify'
import type { DeskCalls } from '#contract/deskCalls.ts'
import { ID_MAX } from '#contract/fields.ts'
import type { MemberId } from '#contract/ids.ts'
import { lockTable } from '../db/dialect.ts'
import type { LooseFile } from '../db/looseFiles.ts'
import {
  deleteRow,
  findRow,
  type HasDb,
  insertColumns,
  lockRow,
  type NewRow,
  positionsOf,
  type Read,
  type RowChange,
  type RowOf,
  setPosition,
  type TableName,
  updateRow,
} from '../db/rows.ts'
import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import { errors } from '../http/errors.ts'
import { reading, type WorkOf } from '../work/work.ts'
import { type Actor, assertFound, auditedChange, type Change } from './audit.ts'
import {
  changeRoute,
  type DeskWork,
  type RecordOf,
  type Resource,
  readRoute,
  type Sent,
} from './changeRoute.ts'
import { deskErrors } from './errors.ts'
import {
  type Condition,
  isListed,
  type ListQuery,
  type ListRead,
  type ListSpec,
  listRows,
  setContentRange,
} from './listQuery.ts'
import { release } from './uploads.ts'

/** The values that rows of one order have in common. */
const partitionOf = (orderWithin: object, row: object): Readonly<Record<string, unknown>> => {
  const values = new Map<string, unknown>(Object.entries(row))
  return Object.fromEntries(
    Object.keys(orderWithin).map((name) => [name, values.get(name) ?? null]),
  )
}

type Ordered<T extends TableName> = {
  readonly table: T
  readonly list: Pick<ListSpec<T>, 'orderWithin'>
}

/** The position of a new row: last in its order, unless its columns have one. */
async function positionOf<T extends TableName>(
  w: HasDb,
  { table, list: { orderWithin } }: Ordered<T>,
  columns: { readonly position?: number },
): Promise<{ readonly position?: number }> {
  if (orderWithin === undefined || columns.position !== undefined) return {}
  // Two rows that are added at the same time must not get the same position.
  await lockTable(w.db, table)
  const rows = await positionsOf(w.db, table, partitionOf(orderWithin, columns))
  const last = rows.at(-1)?.position ?? -1
  if (last >= ID_MAX) throw deskErrors.noPositionLeft()
  return { position: last + 1 }
}

/** @param ids every row of one order, first to last @throws Refusal */
async function reorder<T extends TableName>(
  w: HasDb,
  { table, list: { orderWithin = {} } }: Ordered<T>,
  ids: readonly number[],
): Promise<Change> {
  // Rows locked one by one in the order of the request deadlock with the opposite order.
  await lockTable(w.db, table)
  const first = await findRow(w.db, table, ids[0] ?? 0)
  if (first === undefined) throw deskErrors.badOrder()
  const rows = await positionsOf(w.db, table, partitionOf(orderWithin, first))
  const wanted = new Set(ids)
  const isWhole =
    wanted.size === ids.length &&
    ids.length === rows.length &&
    rows.every(({ id }) => wanted.has(id))
  if (!isWhole) throw deskErrors.badOrder()
  const positions = new Map(rows.map(({ id, position }) => [id, position]))
  for (const [position, id] of ids.entries())
    if (positions.get(id) !== position) await setPosition(w.db, table, { id, position })
  const before = { ids: rows.map(({ id }) => id) }
  return { record: null, before, after: { ids }, response: { ids } }
}

type ResourceWith<Call extends string> = {
  [R in Resource]: Call extends keyof DeskCalls[R] ? R : never
}[Resource]
type ReadResource = ResourceWith<'list'> & ResourceWith<'get'>
type EditResource = ReadResource & ResourceWith<'update'>
type OrderedResource = EditResource & ResourceWith<'order'>

type Written<Columns> = {
  readonly columns: Columns
  /** Writes the rows of other tables that refer to this one. */
  readonly attach?: (id: number) => Promise<void>
}

type Files = readonly LooseFile[]

/** A position is optional: without one, the row comes last in its order. */
type NewColumns<T extends TableName> = Omit<NewRow<T>, 'position'> & { position?: number }

export type Readable<R extends ReadResource, T extends TableName> = {
  readonly resource: R
  readonly table: T
  readonly list: ListSpec<T>
  /** Each reading leaves an audit row: the personal data is that of people who cannot see who reads it. */
  readonly logsReading?: true
  /** Condition about the records that one of the staff may know of; absent: all. */
  readonly visible?: (viewer: MemberId) => Condition
  /** A record as the audit log keeps it, where that is less than the desk shows. */
  readonly logged?: (record: RecordOf<R>) => object
  readonly present: (w: Read, rows: readonly RowOf<T>[]) => Promise<readonly RecordOf<R>[]>
}
export type Editable<R extends EditResource, T extends TableName> = Readable<R, T> & {
  readonly clears: Area
  /** @throws Refusal */
  readonly create: (w: DeskWork, body: Sent<R, 'create'>['body']) => Promise<Written<NewColumns<T>>>
  /** @param before locked @throws Refusal */
  readonly update: (
    w: DeskWork,
    body: Sent<R, 'update'>['body'],
    before: RowOf<T>,
  ) => Promise<Written<RowChange<T>>>
  /** @throws Refusal when the row must stay */
  readonly assertMayRemove?: (w: Read, row: RowOf<T>) => void
  /** Deletes rows of other tables that no foreign key deletes. @returns for the audit log, what goes with the row */
  readonly removeWith?: (w: DeskWork, row: RowOf<T>) => Promise<object>
  /** The stored files of a row, which are deleted with it. */
  readonly filesOf?: (row: RowOf<T>, w: HasDb) => Files | Promise<Files>
}

/** Registers `list` and `get`. */
export function readRoutes<R extends ReadResource, T extends TableName>(
  desk: App,
  deps: Deps,
  readable: Readable<R, T>,
): void {
  const { resource, table, list, visible, logsReading } = readable

  /** Reads; if the reading is logged, the audit row is written in the same transaction. */
  const logged = async <Response>(
    { deskUser, log }: FastifyRequest,
    action: 'list' | 'get',
    read: (w: ListRead) => Promise<Omit<Change<Response>, 'before'>>,
  ): Promise<Response> => {
    if (logsReading === undefined) return (await read(reading(deps))).response
    return auditedChange(deps, deskUser, { resource, action, log }, async (w) => ({
      before: null,
      ...(await read(w)),
    }))
  }

  readRoute(desk, deps, resource, 'list', (_deps, _sent, request, reply) =>
    logged(request, 'list', async (w) => {
      const shown = { table, list, where: visible?.(request.deskUser.id) }
      const page = await listRows(w, shown, request.query as ListQuery)
      setContentRange(reply, resource, page)
      const response = await readable.present(w, page.rows)
      return { record: null, after: { ids: page.rows.map(({ id }) => id) }, response }
    }),
  )
  readRoute(desk, deps, resource, 'get', (_deps, { params: { id } }, request) =>
    logged(request, 'get', async (w) => {
      const row = await findRow(w.db, table, id)
      assertFound(row)
      await assertVisible({ db: w.db, actor: request.deskUser }, readable, id)
      return { record: id, after: null, response: await presentOne(readable, w, row) }
    }),
  )
}

/** Registers `create`, `update` and `remove` as well. */
export function crudRoutes<R extends EditResource, T extends TableName>(
  desk: App,
  deps: Deps,
  editable: Editable<R, T>,
): void {
  const { resource, table } = editable
  const clears = [editable.clears]

  const create = async (w: WorkOf<DeskWork>, { body }: Sent<R, 'create'>) => {
    const { columns, attach } = await editable.create(w, body)
    const position = await positionOf(w, editable, columns)
    const saved = await insertColumns(w.db, table, { ...columns, ...position })
    return written(w, editable, { before: null, saved, attach })
  }
  const update = async (w: WorkOf<DeskWork>, { params: { id }, body }: Sent<R, 'update'>) => {
    const { row, before } = await lockRecord(w, editable, id)
    const { columns, attach } = await editable.update(w, body, row)
    const saved = await updateRow(w.db, table, id, columns)
    return written(w, editable, { before, saved, attach })
  }
  const remove = async (w: WorkOf<DeskWork>, { params: { id } }: Sent<R, 'remove'>) => {
    const { row, before } = await lockRecord(w, editable, id)
    editable.assertMayRemove?.(w, row)
    const removed = await editable.removeWith?.(w, row)
    await deleteRow(w.db, table, id)
    await release(w, (await editable.filesOf?.(row, w)) ?? [])
    return { record: id, before: Object.assign({}, before, removed), after: null, response: before }
  }

  readRoutes(desk, deps, editable)
  changeRoute(desk, deps, resource, 'create', create, { clears, status: 201 })
  changeRoute(desk, deps, resource, 'update', update, { clears })
  changeRoute(desk, deps, resource, 'remove', remove, { clears })
}

/** Registers the calls of `crudRoutes` and `order`. */
export function orderedRoutes<R extends OrderedResource, T extends TableName>(
  desk: App,
  deps: Deps,
  editable: Editable<R, T>,
): void {
  const { resource, clears } = editable
  crudRoutes(desk, deps, editable)
  const order = (w: WorkOf<DeskWork>, { body: { ids } }: Sent<R, 'order'>) =>
    reorder(w, editable, ids)
  changeRoute(desk, deps, resource, 'order', order, { clears: [clears] })
}

/** Changes one row: `decide` checks it while it is locked and returns the new values of its columns. */
export async function changeRow<R extends ReadResource, T extends TableName>(
  w: DeskWork,
  readable: Readable<R, T>,
  id: number,
  decide: (row: RowOf<T>) => Promise<RowChange<T>> | RowChange<T>,
): Promise<Change<RecordOf<R>>> {
  const { row, before } = await lockRecord(w, readable, id)
  const saved = await updateRow(w.db, readable.table, id, await decide(row))
  return written(w, readable, { before, saved })
}

type Saved<R extends ReadResource, T extends TableName> = {
  readonly before: RecordOf<R> | null
  readonly saved: RowOf<T>
  readonly attach?: Written<unknown>['attach']
}

export async function written<R extends ReadResource, T extends TableName>(
  w: DeskWork,
  readable: Readable<R, T>,
  { before, saved, attach }: Saved<R, T>,
): Promise<Change<RecordOf<R>>> {
  await attach?.(saved.id)
  const after = await presentOne(readable, w, saved)
  const log = (record: RecordOf<R>): unknown => readable.logged?.(record) ?? record
  return { record: saved.id, before: before && log(before), after: log(after), response: after }
}

/** Locks a row. @returns it, also as the desk shows it @throws Refusal 404 */
export async function lockRecord<R extends ReadResource, T extends TableName>(
  w: DeskWork,
  readable: Readable<R, T>,
  id: number,
) {
  const row = await lockRow(w.db, readable.table, id)
  assertFound(row)
  await assertVisible(w, readable, id)
  return { row, before: await presentOne(readable, w, row) }
}

/** @throws Refusal 404 */
async function assertVisible<R extends ReadResource, T extends TableName>(
  w: HasDb & { readonly actor: Actor },
  { table, visible }: Readable<R, T>,
  id: number,
): Promise<void> {
  if (visible === undefined || w.actor.id === null) return
  if (!(await isListed(w, table, id, visible(w.actor.id)))) throw errors.notFound()
}

export async function presentOne<R extends ReadResource, T extends TableName>(
  { present }: Readable<R, T>,
  w: Read,
  row: RowOf<T>,
): Promise<RecordOf<R>> {
  const [record] = await present(w, [row])
  assertFound(record)
  return record
}

export const asStored = async <Row>(_w: HasDb, rows: readonly Row[]): Promise<readonly Row[]> =>
  rows

export const namedList = {
  sortable: ['name', 'position'],
  searched: ['name'],
  sort: ['position', 'asc'],
  orderWithin: {},
} as const

/**
 * Shared settings of resources that are names in an order: categories, types and their parts.
 * @param furtherColumns of the body
 */
export function named<
  Body extends { readonly name: string; readonly position?: number },
  Columns extends object,
>(furtherColumns: (body: Body) => Columns) {
  const write = async (_w: DeskWork, body: Body) => ({
    columns: { ...furtherColumns(body), name: body.name.trim(), position: body.position },
  })
  return { list: namedList, present: asStored, create: write, update: write }
}

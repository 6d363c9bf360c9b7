import type { FastifyRequest } from 'fastify'
import type { DeskSchemas } from '#contract/schemas/desk.ts'
import type { LooseFile } from '../db/looseFiles.ts'
import {
  deleteRow,
  findRow,
  insertColumns,
  lockRow,
  type NewRow,
  type RowChange,
  type RowOf,
  type TableName,
  updateRow,
} from '../db/rows.ts'
import type { Db } from '../db/schema.ts'
import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import { mainLanguage } from '../text/contentLanguage.ts'
import { assertFound, auditedChange, type Change } from './audit.ts'
import {
  type ChangeContext,
  changeRoute,
  type RecordOf,
  type Resource,
  readRoute,
  type Sent,
} from './changeRoute.ts'
import { type ListQuery, type ListSpec, listRows, setContentRange } from './listQuery.ts'
import { positionOf, reorder } from './order.ts'
import { release } from './uploads.ts'

type ResourceWith<Call extends string> = {
  [R in Resource]: Call extends keyof DeskSchemas[R] ? R : never
}[Resource]
type ReadResource = ResourceWith<'list'> & ResourceWith<'get'>
type EditResource = ReadResource & ResourceWith<'update'>
type OrderedResource = EditResource & ResourceWith<'order'>

type Written<Columns> = {
  readonly columns: Columns
  /** Writes the rows of other tables that refer to this one. */
  readonly attach?: (id: number) => Promise<void>
  readonly afterwards?: () => Promise<void>
}

/** A position is optional: without one, the row comes last in its order. */
type NewColumns<T extends TableName> = Omit<NewRow<T>, 'position'> & { position?: number }

/** Settings of a resource that can be read. */
export type Readable<R extends ReadResource, T extends TableName> = {
  readonly resource: R
  readonly table: T
  readonly list: ListSpec<T>
  /** Each reading leaves an audit row: the personal data is that of people who cannot see who reads it. */
  readonly logsReading?: true
  readonly present: (
    db: Db,
    rows: readonly RowOf<T>[],
    now: number,
  ) => Promise<readonly RecordOf<R>[]>
}
/** Settings of a resource that can also be written. */
export type Editable<R extends EditResource, T extends TableName> = Readable<R, T> & {
  readonly clears: Area
  /** @throws Refusal */
  readonly create: (
    context: ChangeContext,
    body: Sent<R, 'create'>['body'],
  ) => Promise<Written<NewColumns<T>>>
  /** @param before locked @throws Refusal */
  readonly update: (
    context: ChangeContext,
    body: Sent<R, 'update'>['body'],
    before: RowOf<T>,
  ) => Promise<Written<RowChange<T>>>
  /** @throws Refusal when the row must stay */
  readonly mayRemove?: (row: RowOf<T>, now: number) => void
  /** Deletes rows of other tables that no foreign key deletes. @returns for the audit log, what goes with the row */
  readonly removeWith?: (context: ChangeContext, row: RowOf<T>) => Promise<object>
  /** The stored files of a row, which are deleted with it. */
  readonly filesOf?: (row: RowOf<T>) => readonly LooseFile[]
}

/** Registers `list` and `get`. */
export function readRoutes<R extends ReadResource, T extends TableName>(
  desk: App,
  deps: Deps,
  readable: Readable<R, T>,
): void {
  const { resource, table, list, logsReading } = readable

  /** Reads; if the reading is logged, the audit row is written in the same transaction. */
  const reading = async <Response>(
    { deskUser, log }: FastifyRequest,
    action: 'list' | 'get',
    read: (db: Db) => Promise<Omit<Change<Response>, 'before'>>,
  ): Promise<Response> => {
    if (logsReading === undefined) return (await read(deps.db)).response
    return auditedChange(deps, deskUser, { resource, action, log }, async (tx) => ({
      before: null,
      ...(await read(tx)),
    }))
  }

  readRoute(desk, deps, resource, 'list', (_deps, _sent, request, reply) =>
    reading(request, 'list', async (db) => {
      const now = deps.clock()
      const page = await listRows(
        db,
        table,
        list,
        request.query as ListQuery,
        now,
        mainLanguage(deps.settings),
      )
      setContentRange(reply, resource, page)
      const response = await readable.present(db, page.rows, now)
      return { record: null, after: { ids: page.rows.map(({ id }) => id) }, response }
    }),
  )
  readRoute(desk, deps, resource, 'get', (_deps, { params: { id } }, request) =>
    reading(request, 'get', async (db) => {
      const row = await findRow(db, table, id)
      assertFound(row)
      return {
        record: id,
        after: null,
        response: await presentOne(readable, db, row, deps.clock()),
      }
    }),
  )
}

/** Registers `create`, `update` and `remove` as well. */
export function crudRoutes<R extends EditResource, T extends TableName>(
  desk: App,
  deps: Deps,
  editable: Editable<R, T>,
): void {
  const { resource, table, list } = editable
  const clears = [editable.clears]

  const create = async (context: ChangeContext, { body }: Sent<R, 'create'>) => {
    const { columns, ...rest } = await editable.create(context, body)
    const position = await positionOf(context.tx, table, list.orderWithin, columns)
    const saved = await insertColumns(context.tx, table, { ...columns, ...position })
    return written(context, editable, null, saved, rest)
  }
  const update = (context: ChangeContext, { params, body }: Sent<R, 'update'>) =>
    changeRecord(context, editable, params.id, (row) => editable.update(context, body, row))
  const remove = async (context: ChangeContext, { params: { id } }: Sent<R, 'remove'>) => {
    const { row, before } = await lockRecord(context, editable, id)
    editable.mayRemove?.(row, context.now)
    const removed = await editable.removeWith?.(context, row)
    await deleteRow(context.tx, table, id)
    const afterwards = await release(context, editable.filesOf?.(row) ?? [])
    return {
      record: id,
      before: Object.assign({}, before, removed),
      after: null,
      response: before,
      afterwards,
    }
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
  const { resource, table, list, clears } = editable
  crudRoutes(desk, deps, editable)
  const order = ({ tx }: ChangeContext, { body: { ids } }: Sent<R, 'order'>) =>
    reorder(tx, table, list.orderWithin ?? {}, ids)
  changeRoute(desk, deps, resource, 'order', order, { clears: [clears] })
}

/** Changes one row: `decide` checks it while it is locked and returns the new values of its columns. */
export const changeRow = <R extends ReadResource, T extends TableName>(
  context: ChangeContext,
  readable: Readable<R, T>,
  id: number,
  decide: (row: RowOf<T>) => Promise<RowChange<T>> | RowChange<T>,
): Promise<Change<RecordOf<R>>> =>
  changeRecord(context, readable, id, async (row) => ({ columns: await decide(row) }))

async function changeRecord<R extends ReadResource, T extends TableName>(
  context: ChangeContext,
  readable: Readable<R, T>,
  id: number,
  decide: (row: RowOf<T>) => Promise<Written<RowChange<T>>>,
): Promise<Change<RecordOf<R>>> {
  const { row, before } = await lockRecord(context, readable, id)
  const { columns, ...rest } = await decide(row)
  const saved = await updateRow(context.tx, readable.table, id, columns)
  return written(context, readable, before, saved, rest)
}

async function written<R extends ReadResource, T extends TableName>(
  { tx, now }: ChangeContext,
  readable: Readable<R, T>,
  before: RecordOf<R> | null,
  saved: RowOf<T>,
  { attach, afterwards }: Omit<Written<unknown>, 'columns'>,
): Promise<Change<RecordOf<R>>> {
  await attach?.(saved.id)
  const after = await presentOne(readable, tx, saved, now)
  return { record: saved.id, before, after, response: after, ...(afterwards && { afterwards }) }
}

/** Locks a row. @returns it, also as the desk shows it @throws Refusal 404 */
export async function lockRecord<R extends ReadResource, T extends TableName>(
  { tx, now }: ChangeContext,
  readable: Readable<R, T>,
  id: number,
) {
  const row = await lockRow(tx, readable.table, id)
  assertFound(row)
  return { row, before: await presentOne(readable, tx, row, now) }
}

export async function presentOne<R extends ReadResource, T extends TableName>(
  { present }: Readable<R, T>,
  db: Db,
  row: RowOf<T>,
  now: number,
): Promise<RecordOf<R>> {
  const [record] = await present(db, [row], now)
  assertFound(record)
  return record
}

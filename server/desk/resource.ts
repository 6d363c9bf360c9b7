import type { FastifyRequest } from 'fastify'
import { ID_MAX } from '#contract/limits.ts'
import type { Db } from '../db/schema.ts'
import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import type { Actor } from './actor.ts'
import { acting, assertThere, type Done } from './auditedChange.ts'
import { actCall, type CallOf, deskCall, type Resource } from './changeRoute.ts'
import { deskErrors } from './errors.ts'
import { announceRange, type ListQuery, type ListSpec, listRows, type Row } from './lists.ts'
import { rowRepository } from './rowRepository.ts'

type Writing<Body> = {
  readonly tx: Db
  readonly now: number
  readonly who: Actor
  readonly body: Body
  /** The row as it is, held; undefined for a new one. */
  readonly before: Row | undefined
}
type Written = {
  readonly columns: Row
  /** What hangs on the row, once it has an id. */
  readonly attach?: (id: number) => Promise<void>
  readonly afterwards?: () => Promise<void>
}

/** What is special about a resource; everything else is the same for all. */
export type ResourceSpec<Body> = {
  readonly list: ListSpec
  /** Personal data of people who cannot see who reads it: each reading leaves a row in the log. */
  readonly logsReading?: true
  readonly clears?: readonly Area[]
  /** Rows as the desk shows them. */
  readonly present: (db: Db, rows: readonly Row[], now: number) => Promise<readonly unknown[]>
  /** The columns that a body means. @throws Refusal */
  readonly write?: (writing: Writing<Body>) => Promise<Written>
  /** @throws Refusal when the row must stay. */
  readonly mayRemove?: (row: Row) => void
  readonly afterRemoval?: (row: Row) => Promise<void>
}

export function makeResource<Body>(deps: Deps, resource: Resource, spec: ResourceSpec<Body>) {
  const { db, clock, engine } = deps
  const rows = rowRepository(engine, spec.list.table)
  const presentOne = async (at: Db, row: Row): Promise<unknown> =>
    (await spec.present(at, [row], clock()))[0]
  const call = (name: string) => name as CallOf<Resource>

  /** An action on one held row: checks and columns come from the caller, the rest is the same for all. */
  async function change(
    tx: Db,
    id: number,
    decide: (row: Row) => Promise<Row> | Row,
  ): Promise<Done> {
    const row = await rows.locked(tx, id)
    assertThere(row)
    const before = await presentOne(tx, row)
    const columns = await decide(row)
    const after = await presentOne(tx, await rows.update(tx, id, columns))
    return { record: id, before, after, answer: after }
  }

  function read(scope: App): void {
    scope.route({
      ...deskCall(resource, call('list')),
      handler: async (request, reply) => {
        const now = clock()
        const query = request.query as ListQuery
        return reading(request, 'list', async (at) => {
          const page = await listRows({ db: at, engine }, spec.list, query, now)
          announceRange(reply, resource, page, page.rows.length)
          const answer = await spec.present(at, page.rows, now)
          return { record: null, after: { ids: page.rows.map(({ id }) => id) }, answer }
        })
      },
    })
    scope.route({
      ...deskCall(resource, call('get')),
      handler: async (request) => {
        const { id } = request.params as { id: number }
        return reading(request, 'get', async (at) => {
          const row = await rows.one(at, id)
          assertThere(row)
          return { record: id, after: null, answer: await presentOne(at, row) }
        })
      },
    })
  }

  /** Reads, and logs it in the same transaction where reading is to be logged. */
  async function reading<Answer>(
    { deskUser, log }: FastifyRequest,
    action: 'list' | 'get',
    read: (at: Db) => Promise<Omit<Done<Answer>, 'before'>>,
  ): Promise<Answer> {
    if (!spec.logsReading) return (await read(db)).answer
    return acting(deps, deskUser, { resource, action, log }, async (tx) => ({
      before: null,
      ...(await read(tx)),
    }))
  }

  async function save(writing: Writing<Body>): Promise<Done> {
    const { tx, before: row } = writing
    if (spec.write === undefined) throw new Error(`${resource} cannot be written`)
    const before = row === undefined ? null : await presentOne(tx, row)
    const { columns, attach, afterwards } = await spec.write(writing)
    const saved =
      row === undefined
        ? await rows.insert(tx, await placed(tx, columns))
        : await rows.update(tx, Number(row['id']), columns)
    const id = Number(saved['id'])
    await attach?.(id)
    const after = await presentOne(tx, saved)
    return { record: id, before, after, answer: after, ...(afterwards && { afterwards }) }
  }

  /** A new row comes last, unless it says where it belongs. */
  async function placed(tx: Db, columns: Row): Promise<Row> {
    if (spec.list.shelf === undefined || columns['position'] != null) return columns
    // Two rows that are added at once do not get the same position.
    await rows.hold(tx)
    const last = (await rows.inOrder(tx, shared(columns))).at(-1)?.position ?? -1
    if (last >= ID_MAX) throw deskErrors.noPositionLeft()
    return { ...columns, position: last + 1 }
  }
  const shared = (row: Row): Row =>
    Object.fromEntries(
      Object.keys(spec.list.shelf ?? {}).map((column) => [column, row[column] ?? null]),
    )

  function edit(scope: App): void {
    const { clears = [] } = spec
    actCall<Resource, unknown, Body>(scope, deps, resource, call('create'), {
      clears,
      status: 201,
      act: ({ tx, now, who, body }) => save({ tx, now, who, body, before: undefined }),
    })
    actCall<Resource, { id: number }, Body>(scope, deps, resource, call('update'), {
      clears,
      act: async ({ tx, now, who, body, params }) => {
        const before = await rows.locked(tx, params.id)
        assertThere(before)
        return save({ tx, now, who, body, before })
      },
    })
    actCall(scope, deps, resource, call('remove'), {
      clears,
      act: async ({ tx, params: { id } }) => {
        const row = await rows.locked(tx, id)
        assertThere(row)
        spec.mayRemove?.(row)
        const before = await presentOne(tx, row)
        await rows.remove(tx, id)
        const afterwards = async () => spec.afterRemoval?.(row)
        return { record: id, before, after: null, answer: before, afterwards }
      },
    })
    if (spec.list.shelf !== undefined)
      actCall<Resource, unknown, { ids: number[] }>(scope, deps, resource, call('order'), {
        clears,
        act: ({ tx, body }) => reorder(tx, body.ids),
      })
  }

  async function reorder(tx: Db, ids: readonly number[]): Promise<Done> {
    // Rows locked one by one in the order of the request deadlock with the opposite order.
    await rows.hold(tx)
    const first = await rows.one(tx, ids[0] ?? 0)
    if (first === undefined) throw deskErrors.badOrder()
    const present = await rows.inOrder(tx, shared(first))
    const wanted = new Set(ids)
    const isWhole =
      wanted.size === ids.length &&
      ids.length === present.length &&
      present.every(({ id }) => wanted.has(id))
    if (!isWhole) throw deskErrors.badOrder()
    const places = new Map(present.map(({ id, position }) => [id, position]))
    for (const [position, id] of ids.entries())
      if (places.get(id) !== position) await rows.place(tx, id, position)
    const before = { ids: present.map(({ id }) => id) }
    return { record: null, before, after: { ids }, answer: { ids } }
  }

  return { rows, presentOne, change, read, edit }
}

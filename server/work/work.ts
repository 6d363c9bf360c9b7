import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { CallTable, Call as ContractCall } from '#contract/route.ts'
import type { Clock } from '../config/time.ts'
import { type LiveEvent, publish } from '../db/liveEvents.ts'
import { longTransaction } from '../db/rehearsal.ts'
import { chunksOf, type DB, type HasDb, type Read } from '../db/rows.ts'
import { clearAreas, publishCleared } from '../http/cache/clearing.ts'
import type { Area } from '../http/cache/responseCache.ts'
import { type App, type Deps, openToOthers, routeOf, unsafeGet } from '../http/deps.ts'
import { enqueueAll } from '../mail/outbox.ts'
import { type AddressMail, jobsFor, type MemberMail, type Post } from '../mail/table.ts'

/**
 * One change: its transaction, its time and its effects. Effects are collected while it runs and written by
 * `changing`, in one order for all changes.
 */
export type Work = Read & {
  /** Open pages of the members learn of it after the commit. */
  readonly publish: (members: Iterable<MemberId>, event: LiveEvent) => void
  /**
   * Mails are sent after the commit: to an address, or to those of the members who have an active account and have not
   * stopped them.
   */
  readonly mail: {
    (members: Iterable<MemberId>, mail: MemberMail): void
    (address: string, mail: AddressMail): void
  }
  /** Cached responses of the areas are invalidated with the commit, in all processes. */
  readonly clear: (areas: readonly Area[]) => void
  /** Runs after the commit with the database of the server: what a rollback cannot undo, such as deleting files. */
  readonly afterwards: (effect: (deps: Committed) => Promise<void>) => void
}

type Committed = { readonly db: Kysely<DB> }
export type Timed = { readonly clock: Clock }
export type Opener = Committed & Timed & Partial<Pick<Deps, 'responseCache' | 'publicReads'>>
/** The server, or a part of it, as a change sees it. */
export type WorkOf<D> = Omit<D, keyof Work> & Work
/** The server as a handler of a call sees it: `changing` makes a work of it. */
export type CallRead = Deps & Read

/** The time of a work is that of the clock when it is first asked for: after the locks, which do not need it. */
const lazily = ({ clock }: Timed) => {
  let now: number | undefined
  return () => (now ??= clock())
}

/** One time for everything that is read. */
export const reading = <D extends HasDb & Timed>(deps: D): D & Read =>
  Object.create(deps, { now: { get: lazily(deps) } }) as D & Read

/** The same work at another time. @param now epoch milliseconds */
export const at = <W extends HasDb>(w: W, now: number): W & Read =>
  Object.create(w, { now: { value: now } }) as W & Read

/** Mails of one statement. */
const MAILS = 200

class Effects {
  readonly #published = new Map<string, { event: LiveEvent; members: Set<MemberId> }>()
  readonly #mails: Post[] = []
  readonly #areas = new Set<Area>()
  readonly #afterwards: Array<(deps: Committed) => Promise<void>> = []

  readonly publish: Work['publish'] = (members, event) => {
    const key = `${event.kind} ${event.subject ?? ''}`
    const known = this.#published.get(key) ?? { event, members: new Set() }
    for (const member of members) known.members.add(member)
    this.#published.set(key, known)
  }

  readonly mail: Work['mail'] = (
    to: Iterable<MemberId> | string,
    mail: MemberMail | AddressMail,
  ) => {
    this.#mails.push({ to, mail } as Post)
  }

  readonly clear: Work['clear'] = (areas) => {
    for (const area of areas) this.#areas.add(area)
  }

  readonly afterwards: Work['afterwards'] = (effect) => {
    this.#afterwards.push(effect)
  }

  async write({ db, now }: Read): Promise<void> {
    const mails = await jobsFor({ db, now }, this.#mails)
    for (const some of chunksOf(mails, MAILS)) await enqueueAll({ db, now }, some)
    for (const { event, members } of this.#published.values())
      await publish({ db, now }, members, event)
    await publishCleared({ db }, [...this.#areas])
  }

  async committed(deps: Opener, log?: Log): Promise<void> {
    const { responseCache, publicReads } = deps
    if (responseCache && publicReads) clearAreas({ responseCache, publicReads }, [...this.#areas])
    // The change is committed; a file that is left over does no harm.
    for (const effect of this.#afterwards)
      await effect(deps).catch((error: unknown) => log?.error({ err: error }, 'not tidied up'))
  }
}

type Log = Pick<FastifyBaseLogger, 'error'>
type Options = {
  readonly log?: Log | undefined
  /** Set for thousands of rows; see `longTransaction`. */
  readonly long?: { readonly progress?: ((done: number, total: number) => void) | undefined }
}

/**
 * The one way to change data: opens the transaction, runs the change, writes its effects. A change that lost a race
 * for locks runs again, so that it must not do anything that a rollback cannot undo.
 */
export async function changing<D extends Opener, Result>(
  deps: D,
  change: (w: WorkOf<D>) => Promise<Result>,
  { log, long }: Options = {},
): Promise<Result> {
  const run = async (db: Transaction<DB>) => {
    const effects = new Effects()
    const { publish, mail, clear, afterwards } = effects
    const own = { db, publish, mail, clear, afterwards }
    const w = Object.create(deps, {
      ...Object.getOwnPropertyDescriptors(own),
      now: { get: lazily(deps) },
    }) as WorkOf<D>
    const result = await change(w)
    await effects.write(w)
    return { result, effects }
  }
  const { result, effects } = long
    ? await longTransaction(deps.db, run, long.progress)
    : await deps.db.transaction().execute(run)
  await effects.committed(deps, log)
  return result
}

type Handler<S extends FastifySchema> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  FastifyContextConfig,
  S,
  TypeBoxTypeProvider,
  FastifyBaseLogger
>

/** A request whose parts are typed by the schemas of its row. */
export type Call<S extends FastifySchema> = Parameters<Handler<S>>[0]
export type Reply<S extends FastifySchema> = Parameters<Handler<S>>[1]

type ServedBy<S extends FastifySchema, D> = (
  w: D & Read,
  request: Call<S>,
  reply: Reply<S>,
) => ReturnType<Handler<S>>

/** Reads for everyone: pages of other sites may make them, without a token. */
const isForOthers = ({ method, access }: ContractCall): boolean =>
  method === 'GET' && access !== 'member'

/**
 * Registers one row of the contract. A handler returns the response body; the status is the row's own where it has
 * only one that means success.
 */
export function serve<S extends ContractCall, D extends HasDb & Timed>(
  app: App,
  deps: D,
  call: S,
  handler: ServedBy<S, D>,
  config: FastifyContextConfig = {},
): void {
  const {
    method: _m,
    path: _p,
    access: _a,
    offline: _o,
    stepUp,
    reads,
    changesData,
    ...schema
  } = call
  const [status = 200, another] = Object.keys(call.response)
    .map(Number)
    .filter((code) => code < 300)
  app.route<RouteGenericInterface, FastifyContextConfig, S>({
    ...routeOf(call),
    ...(changesData ? unsafeGet : isForOthers(call) && { onRequest: openToOthers }),
    schema: schema as S,
    config: {
      ...config,
      ...(changesData && unsafeGet.config),
      ...(stepUp && { stepUp: true as const }),
      ...(reads && { reads: true as const }),
    },
    handler(request, reply) {
      reply.status(another === undefined ? status : 200)
      return handler(reading(deps), request, reply)
    },
  })
}

/**
 * Registers rows of a table of the contract by name:
 * `const route = routesOn(member, deps, groupCalls)`, `route('listGroups', listGroups)`.
 */
export const routesOn =
  <Calls extends CallTable, D extends HasDb & Timed>(app: App, deps: D, calls: Calls) =>
  <Name extends keyof Calls>(
    name: Name,
    handler: ServedBy<Calls[Name], D>,
    config?: FastifyContextConfig,
  ): void =>
    serve(app, deps, calls[name], handler, config)

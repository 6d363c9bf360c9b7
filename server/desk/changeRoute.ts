import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { DeskRole, DeskTable } from '#contract/desk.ts'
import { type DeskCalls, deskCalls } from '#contract/deskCalls.ts'
import type { Area } from '../http/cache/responseCache.ts'
import type { App, Deps } from '../http/deps.ts'
import { type CallRead, reading, type WorkOf } from '../work/work.ts'
import { type Actor, auditedChange, type Change } from './audit.ts'

export type Resource = keyof DeskCalls
type CallOf<R extends Resource> = keyof DeskCalls[R] & string
type Part<Schema, Name extends string> = Schema extends { readonly [K in Name]: infer S }
  ? S extends TSchema
    ? Static<S>
    : unknown
  : unknown
export type Sent<R extends Resource, C extends CallOf<R>> = {
  readonly params: Part<DeskCalls[R][C], 'params'>
  readonly body: Part<DeskCalls[R][C], 'body'>
}
/** A record as `get` of its resource responds with it. */
export type RecordOf<R extends Resource> = DeskCalls[R] extends {
  readonly get: { readonly response: { readonly 200: infer S extends TSchema } }
}
  ? Static<S>
  : never

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See the hooks in `guard.ts`. */
    deskRole?: DeskRole
    /** The call is an audited change, or changes nothing. */
    isAudited?: true
  }
}

const table: DeskTable = deskCalls

/** The contract's row of a call as Fastify's route options. */
export function deskRouteOf(resource: string, call: string) {
  const row = table[resource]?.[call]
  if (row === undefined) throw new Error(`No call ${resource}.${call}`)
  const { method, path, role, changesNothing, ...schema } = row
  const isReading = method === 'GET' || changesNothing === true
  return {
    method,
    url: path,
    schema: { ...schema, tags: [resource] },
    config: { deskRole: role, ...(isReading && { isAudited: true as const }) },
  }
}

export function readRoute<R extends Resource, C extends CallOf<R>>(
  desk: App,
  deps: Deps,
  resource: R,
  call: C,
  handler: (
    w: CallRead,
    sent: Sent<R, C>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<unknown>,
): void {
  desk.route({
    ...deskRouteOf(resource, call),
    handler: (request, reply) => handler(reading(deps), sentBy<R, C>(request), request, reply),
  })
}

export type DeskWork = WorkOf<Deps> & { readonly actor: Actor; readonly request: FastifyRequest }
type Options = {
  /** Areas of the site whose cached responses are invalidated. */
  readonly clears?: readonly Area[]
  readonly status?: 200 | 201
  readonly config?: RouteShorthandOptions['config']
}

/** Runs before the transaction, such as to store files: they need rows of their own before a row names them. */
type Before<Sent, Prepared> = {
  readonly prepare?: (sent: Sent) => Promise<Prepared | undefined>
}

/** A call that changes data: the change and its audit row in one transaction, then the caches. */
export function changeRoute<R extends Resource, C extends CallOf<R>, Prepared = undefined>(
  desk: App,
  deps: Deps,
  resource: R,
  call: C,
  handler: (w: DeskWork, sent: Sent<R, C>, prepared?: Prepared) => Promise<Change>,
  { clears = [], status = 200, config, prepare }: Options & Before<Sent<R, C>, Prepared> = {},
): void {
  const route = deskRouteOf(resource, call)
  desk.route({
    ...route,
    config: { ...route.config, ...config, isAudited: true },
    handler: async (request, reply) => {
      const { deskUser: actor, log } = request
      const sent = sentBy<R, C>(request)
      const what = { resource, action: call, log }
      const prepared = await prepare?.(sent)
      const response = await auditedChange(deps, actor, what, (w) => {
        w.clear(clears)
        return handler(Object.assign(w, { actor, request }), sent, prepared)
      })
      return reply.status(status).send(response)
    },
  })
}

/** The schema of the route has validated both. */
const sentBy = <R extends Resource, C extends CallOf<R>>({ params, body }: FastifyRequest) =>
  ({ params, body }) as Sent<R, C>

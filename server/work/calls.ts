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
import type { CallTable, Call as ContractCall } from '#contract/route.ts'
import type { HasDb, Read } from '../db/schema.ts'
import type { App } from '../http/deps.ts'
import { routeOf, unsafeGet } from '../http/serve.ts'
import { reading, type Timed } from './work.ts'

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
  const { method: _m, path: _p, access: _a, offline: _o, stepUp, changesData, ...schema } = call
  const [status = 200, another] = Object.keys(call.response)
    .map(Number)
    .filter((code) => code < 300)
  app.route<RouteGenericInterface, FastifyContextConfig, S>({
    ...routeOf(call),
    ...(changesData && unsafeGet),
    schema: schema as S,
    config: {
      ...config,
      ...(changesData && unsafeGet.config),
      ...(stepUp && { stepUp: true as const }),
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

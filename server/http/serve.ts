import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyRequest,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify'
import type { Route } from '#contract/route.ts'
import type { CallSchema } from '#contract/schemas/shared.ts'
import type { App } from './deps.ts'
import { errors } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes data; see `unsafeGet`. */
    changesData?: true
  }
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
  deps: D,
  request: Call<S>,
  reply: Reply<S>,
) => ReturnType<Handler<S>>

/**
 * Registers one row of the contract. A handler returns the response body; the status is the row's own where it has
 * only one that means success.
 */
export function serve<S extends CallSchema, D>(
  app: App,
  deps: D,
  route: Route,
  schema: S,
  handler: ServedBy<S, D>,
  config: FastifyContextConfig = {},
): void {
  const [status = 200, another] = Object.keys(schema.response)
    .map(Number)
    .filter((code) => code < 300)
  app.route<RouteGenericInterface, FastifyContextConfig, S>({
    ...routeOf(route),
    ...(route.changesData && unsafeGet),
    schema,
    config: {
      ...config,
      ...(route.changesData && unsafeGet.config),
      ...(route.stepUp && { stepUp: true as const }),
    },
    handler(request, reply) {
      reply.status(another === undefined ? status : 200)
      return handler(deps, request, reply)
    },
  })
}

/**
 * Registers rows of a table of the contract by name:
 * `const route = routesOn(member, deps, groupRoutes, groupSchemas)`, `route('listGroups', listGroups)`.
 */
export const routesOn =
  <Schemas extends Readonly<Record<string, CallSchema>>, D>(
    app: App,
    deps: D,
    routes: Readonly<Record<keyof Schemas, Route>>,
    schemas: Schemas,
  ) =>
  <Name extends keyof Schemas>(
    name: Name,
    handler: ServedBy<Schemas[Name], D>,
    config?: FastifyContextConfig,
  ): void =>
    serve(app, deps, routes[name], schemas[name], handler, config)

export const routeOf = <R extends Route>({ method, path }: R) => ({ method, url: path }) as const

/** Options of a GET that changes data (ruling 3): no HEAD route, and a browser that prefetches is refused. */
export const unsafeGet = {
  exposeHeadRoute: false,
  config: { changesData: true },
  onRequest: async ({ headers }: FastifyRequest): Promise<void> => {
    const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
    if (String(purpose).includes('prefetch')) throw errors.noPrefetch()
  },
} as const

export const isWrite = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') || routeOptions.config.changesData === true

/** Rate limit of a call that is expensive or reveals something. */
export const limited = (max: number, minutes: number) => ({
  rateLimit: { max, timeWindow: minutes * 60_000 },
})

const NAME = Symbol.for('fastify.display-name')

/** A plugin with a name, for the errors of a start; without one, Fastify looks for the name in all loaded modules. */
export const scope = <Result>(name: string, plugin: (app: App) => Result): ((app: App) => Result) =>
  Object.assign((app: App) => plugin(app), { [NAME]: name })

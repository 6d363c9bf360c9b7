import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import type { App } from './deps.ts'
import { errors } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes data; see `unsafeGet`. */
    changesData?: true
  }
}

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

/** Rate limit of a call that is expensive or reveals something. */
export const limited = (max: number, minutes: number) => ({
  rateLimit: { max, timeWindow: minutes * 60_000 },
})

const NAME = Symbol.for('fastify.display-name')

/** A plugin with a name, for the errors of a start; without one, Fastify looks for the name in all loaded modules. */
export const scope = <Result>(name: string, plugin: (app: App) => Result): ((app: App) => Result) =>
  Object.assign((app: App) => plugin(app), { [NAME]: name })

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance } from 'fastify'

export type RegisteredRoute = {
  readonly method: string
  readonly url: string
  readonly config: FastifyContextConfig
}

/**
 * All routes of an application, in the contract or not, HEAD included, collected from its router.
 * @param build makes exactly one application
 */
export async function registeredRoutes(build: () => Promise<unknown>): Promise<RegisteredRoute[]> {
  const routes: RegisteredRoute[] = []
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config = {} }) => {
      routes.push(...[method].flat().map((one) => ({ method: one, url, config })))
    })
  }
  subscribe('fastify.initialization', collect)
  try {
    await build()
  } finally {
    unsubscribe('fastify.initialization', collect)
  }
  return routes
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

export type RegisteredRoute = { readonly method: string; readonly url: string }

/**
 * Everything that an application serves, in the contract or not, HEAD included: what its router was told, not a list
 * that somebody keeps.
 * @param build makes exactly one application
 */
export async function registeredRoutes(build: () => Promise<unknown>): Promise<RegisteredRoute[]> {
  const routes: RegisteredRoute[] = []
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      routes.push(...[method].flat().map((one) => ({ method: one, url })))
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

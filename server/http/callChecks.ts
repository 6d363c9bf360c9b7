import type { FastifyRequest, RouteOptions } from 'fastify'
import type { Route } from '#contract/route.ts'
import { API_BASE } from './apiBase.ts'
import type { App } from './deps.ts'

/** The name of a call among the routes of the server. */
export const routeOfCall = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method} ${API_BASE}${path}`

/**
 * Runs checks before the handlers of some calls; all others cost nothing. Register it before the routes.
 * @param checkOf gets a name of `routeOfCall`
 */
export function checkBefore(
  app: App,
  checkOf: (route: string) => ((request: FastifyRequest) => Promise<void>) | undefined,
): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    const check = checkOf(`${String(route.method)} ${route.url}`)
    if (check !== undefined) route.preHandler = [check, ...[route.preHandler ?? []].flat()]
  })
}

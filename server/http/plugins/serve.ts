import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/routes.ts'
import { errors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes data; see `acts`. */
    changesData?: true
  }
}

/** The contract's row in Fastify's words. */
export const at = <R extends Route>({ method, path }: R) => ({ method, url: path }) as const

/**
 * For a GET that changes data (ruling 3): HEAD does not act, nothing is stored on the way, and a
 * browser that fetches ahead is refused.
 */
export const acts = {
  exposeHeadRoute: false,
  config: { changesData: true },
  onRequest: async ({ headers }: FastifyRequest): Promise<void> => {
    const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
    if (String(purpose).includes('prefetch')) throw errors.noPrefetch()
  },
} as const

/** Does the request change data, as far as its route says? */
export const isWrite = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') || routeOptions.config.changesData === true

/** How often one caller may use an expensive or telling call. */
export const limited = (max: number, minutes: number) => ({
  rateLimit: { max, timeWindow: minutes * 60_000 },
})

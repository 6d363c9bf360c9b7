import type { FastifyRequest } from 'fastify'
import type { Route } from '#contract/routes.ts'
import { errors } from '../errors.ts'

/** The contract's row in Fastify's words. */
export const at = <R extends Route>({ method, path }: R) => ({ method, url: path }) as const

/**
 * For a GET that changes data (SETTLED A3): HEAD does not act, nothing is stored on the way, and a
 * browser that fetches ahead is refused.
 */
export const acts = {
  exposeHeadRoute: false,
  onRequest: async ({ headers }: FastifyRequest): Promise<void> => {
    const purpose = headers['sec-purpose'] ?? headers['purpose'] ?? ''
    if (String(purpose).includes('prefetch')) throw errors.noPrefetch()
  },
} as const

/** How often one caller may use an expensive or telling call. */
export const limited = (max: number, minutes: number) => ({
  rateLimit: { max, timeWindow: minutes * 60_000 },
})

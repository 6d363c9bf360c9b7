import rateLimit from '@fastify/rate-limit'
import type { App, Deps } from '../deps.ts'
import { errors } from '../errors.ts'

/**
 * Routes name their own limits (`limited` in serve.ts). Members are counted by who they are, strangers
 * by their address.
 */
export async function limitRates(app: App, { settings }: Deps): Promise<void> {
  if (!settings.rateLimits) return
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    keyGenerator: (request) => String(request.memberId ?? request.ip),
    errorResponseBuilder: (_request, { ttl }) => errors.tooManyRequests(Math.ceil(ttl / 1000)),
  })
}

import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { WRITES_PER_MINUTE } from '#contract/limits.ts'
import type { App, Deps } from '../deps.ts'
import { errors } from '../errors.ts'
import { rateStore } from './rateStore.ts'
import { isWrite } from './serve.ts'

/** Callers that one process remembers without a shared database; the oldest are forgotten first. */
const REMEMBERED = 50_000

/**
 * Routes name their own limits (`limited` in serve.ts). Members are counted by who they are, strangers
 * by their address. With PostgreSQL the counters are shared by all processes.
 */
export async function limitRates(app: App, deps: Deps): Promise<void> {
  if (!deps.settings.rateLimits) return
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    cache: REMEMBERED,
    keyGenerator: ({ memberId, ip }) =>
      memberId === undefined ? addressKey(ip) : `member ${memberId}`,
    errorResponseBuilder: (_request, { ttl }) => errors.tooManyRequests(Math.ceil(ttl / 1000)),
    ...(deps.engine === 'postgres' && { store: rateStore(deps) }),
  })
}

/** The caller's network: one IPv6 customer has a whole /64. */
const addressKey = (ip: string): string => normalizeIP(ip)

/**
 * A second limit beside a route's own one, by what the request is about. Use as `preHandler`.
 * @param keyOf the parts that are counted together
 */
export function limitedBy(
  app: App,
  max: number,
  minutes: number,
  keyOf: (request: FastifyRequest) => readonly string[],
): (request: FastifyRequest) => Promise<void> {
  if (!app.hasDecorator('createRateLimit')) return async () => undefined
  const count = app.createRateLimit({
    max,
    timeWindow: minutes * 60_000,
    keyGenerator: (request) => keyOf(request).join(' '),
  })
  return async (request) => {
    const result = await count(request)
    if (!result.isAllowed && result.isExceeded) throw errors.tooManyRequests(result.ttlInSeconds)
  }
}

/**
 * Counts all changes of one member together, also those of routes that name no limit of their own. Register
 * after the hook that identifies the member; a request over the limit is refused before its body is read.
 */
export function limitWrites(member: App): void {
  const assertAllowed = limitedBy(member, WRITES_PER_MINUTE, 1, ({ memberId }) => [
    'writes',
    String(memberId),
  ])
  member.addHook('onRequest', async (request) => {
    if (isWrite(request)) await assertAllowed(request)
  })
}

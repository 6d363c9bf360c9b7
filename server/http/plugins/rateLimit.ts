import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

import { MINUTE_MS } from '../../config/time.ts'
import type { App, Deps } from '../deps.ts'
import { errors } from '../errors.ts'
import { networkKey } from '../networkKey.ts'
import type { SecurityEvent } from '../securityLog.ts'
import { isWrite, limited } from '../serve.ts'
import { memoryStore } from './memoryStore.ts'
import { rateStore } from './rateStore.ts'

/** Changes by a member in a minute, over all calls; expensive calls have lower limits of their own. */
export const WRITES_PER_MINUTE = 120
/** Calls of one reading route by a member in a minute, in each process. */
export const READS_PER_MINUTE = 240

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent while limits are switched off. */
    readonly reportLimit?: (request: FastifyRequest, event: SecurityEvent) => void
  }
}

/**
 * Routes have their own limits (`limited` in serve.ts). Members are counted by id, other callers by IP address; with
 * PostgreSQL, all processes share the counters.
 */
export async function limitRates(app: App, deps: Deps): Promise<void> {
  if (!deps.settings.rateLimits) return
  const reportLimit = (request: FastifyRequest, event: SecurityEvent): void => {
    const { ip, memberId, routeOptions, log } = request
    const account = memberId ?? null
    deps.security.report(log, event, { account, ip, route: routeOptions.url ?? '' })
  }
  app.decorate('reportLimit', reportLimit)
  await app.register(rateLimit, {
    global: false,
    hook: 'preHandler',
    keyGenerator: ({ memberId, ip }) =>
      memberId === undefined ? networkKey(ip) : `member ${memberId}`,
    errorResponseBuilder: (_request, { ttl }) => errors.tooManyRequests(Math.ceil(ttl / 1000)),
    onExceeded: (request) => reportLimit(request, 'rate_limited'),
    store: deps.engine === 'postgres' ? rateStore(deps) : memoryStore(deps),
  })
}

type KeyOf = (request: FastifyRequest) => readonly string[]
type Check = (request: FastifyRequest) => Promise<void>

/**
 * A second limit besides the route's own. Call it in the handler: hooks run before the route's own limit, and requests
 * that it refuses must not be counted here.
 * @param keyOf key of the requests that are counted together
 */
export function limitedBy(app: App, max: number, minutes: number, keyOf: KeyOf): Check {
  const counter = counterOf(app, max, minutes, keyOf)
  return async (request) => {
    const result = await counter?.(request)
    if (result?.isAllowed === false && result.isExceeded)
      throw exceeded(app, request, 'rate_limited', result.ttlInSeconds)
  }
}

/** A limit of failures: check before the attempt, count after its failure. */
export function limitedFailures(
  app: App,
  max: number,
  minutes: number,
  keyOf: KeyOf,
  event: SecurityEvent,
): { readonly assertOpen: Check; readonly count: Check } {
  const counter = counterOf(app, max, minutes, keyOf)
  return {
    async assertOpen(request) {
      const result = await counter?.(request, { increment: false })
      if (result?.isAllowed === false && result.remaining <= 0)
        throw exceeded(app, request, event, result.ttlInSeconds)
    },
    async count(request) {
      await counter?.(request)
    },
  }
}

function exceeded(app: App, request: FastifyRequest, event: SecurityEvent, seconds: number) {
  app.reportLimit?.(request, event)
  return errors.tooManyRequests(seconds)
}

/** Undefined while limits are switched off. */
function counterOf(app: App, max: number, minutes: number, keyOf: KeyOf) {
  if (!app.hasDecorator('createRateLimit')) return undefined
  const { timeWindow } = limited(max, minutes).rateLimit
  return app.createRateLimit({
    max,
    timeWindow,
    keyGenerator: (request) => keyOf(request).join(' '),
  })
}

/**
 * Counts all changes of a member together. Register after the hook that identifies the member; a request over the
 * limit is refused before its body is read.
 */
export function limitWrites(member: App): void {
  const keyOf = ({ memberId }: FastifyRequest) => ['writes', String(memberId)]
  const assertAllowed = limitedBy(member, WRITES_PER_MINUTE, 1, keyOf)
  member.addHook('onRequest', async (request) => {
    if (isWrite(request)) await assertAllowed(request)
  })
}

/**
 * Counts how often a member makes each call that reads. Counters are those of the process, with PostgreSQL too: the
 * limit protects its event loop, and a row that is written costs more than most reads. Register as `limitWrites`.
 */
export function limitReads(app: App, deps: Deps): void {
  if (!deps.settings.rateLimits) return
  const counters = new (memoryStore(deps))()
  app.addHook('onRequest', (request, _reply, done) => {
    const { memberId, routeOptions } = request
    // Visitors, in the optional scope, get responses that are cached for all of them.
    if (memberId === undefined || isWrite(request)) return done()
    const key = `${memberId} ${routeOptions.url}`
    counters.incr(
      key,
      (_error, { current, ttl } = { current: 0, ttl: 0 }) =>
        current > READS_PER_MINUTE
          ? done(exceeded(app, request, 'rate_limited', Math.ceil(ttl / 1000)))
          : done(),
      MINUTE_MS,
    )
  })
}

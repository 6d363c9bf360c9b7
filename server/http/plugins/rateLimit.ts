import { createHmac } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { CLOCK_DIFFERENCE_MS, MINUTE_MS } from '../../config/time.ts'
import { deletePast } from '../../db/rows.ts'
import { networkKey } from '../client.ts'
import { type App, type Deps, limited } from '../deps.ts'
import { errors } from '../errors.ts'
import type { SecurityEvent } from '../securityLog.ts'

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
 * Routes have their own limits (`limited` in deps.ts). Members are counted by id, other callers by IP address; with
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
type Limit = {
  readonly max: number
  readonly minutes: number
  readonly keyOf: KeyOf
}

/**
 * A second limit besides the route's own. Call it in the handler: hooks run before the route's own limit, and requests
 * that it refuses must not be counted here.
 */
export function limitedBy(app: App, limit: Limit): Check {
  const counter = counterOf(app, limit)
  return async (request) => {
    const result = await counter?.(request)
    if (result?.isAllowed === false && result.isExceeded)
      throw exceeded(request, 'rate_limited', result.ttlInSeconds)
  }
}

/** A limit of failures: check before the attempt, count after its failure. */
export function limitedFailures(
  app: App,
  limit: Limit,
): { readonly assertOpen: Check; readonly count: Check } {
  const counter = counterOf(app, limit)
  return {
    async assertOpen(request) {
      const result = await counter?.(request, { increment: false })
      if (result?.isAllowed === false && result.remaining <= 0)
        throw exceeded(request, 'account_limited', result.ttlInSeconds)
    },
    async count(request) {
      await counter?.(request)
    },
  }
}

function exceeded(request: FastifyRequest, event: SecurityEvent, seconds: number) {
  request.server.reportLimit?.(request, event)
  return errors.tooManyRequests(seconds)
}

/** Undefined while limits are switched off. */
function counterOf(app: App, { max, minutes, keyOf }: Limit) {
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
  const assertAllowed = limitedBy(member, { max: WRITES_PER_MINUTE, minutes: 1, keyOf })
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
          ? done(exceeded(request, 'rate_limited', Math.ceil(ttl / 1000)))
          : done(),
      MINUTE_MS,
    )
  })
}

/** The plugin's types lack `routeInfo`. */
type Route = { path?: string; routeInfo?: { method?: string | string[]; url?: string } }

/** Counters in the database, shared by several processes. The key is a keyed digest: no IP address is stored. */
function rateStore({ db, clock, jwtSecret }: Deps) {
  const digestOf = (key: string): string =>
    createHmac('sha256', jwtSecret).update(key).digest('base64url')

  async function read(key: string): Promise<Counted> {
    const now = clock()
    const counter = await db
      .selectFrom('rate_limits')
      .select(['hits', 'window_ends_at'])
      .where('key', '=', digestOf(key))
      .where('window_ends_at', '>', now)
      .executeTakeFirst()
    return counter === undefined
      ? { current: 0, ttl: 0 }
      : { current: counter.hits, ttl: counter.window_ends_at - now }
  }

  async function count(key: string, windowMs: number): Promise<Counted> {
    const now = clock()
    const endsAt = now + windowMs
    const isOver = sql`(rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > ${endsAt + CLOCK_DIFFERENCE_MS})`
    const { hits, window_ends_at } = await db
      .insertInto('rate_limits')
      .values({
        key: digestOf(key),
        hits: 1,
        window_ends_at: endsAt,
      })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          hits: sql`case when ${isOver} then 1 else rate_limits.hits + 1 end`,
          window_ends_at: sql`case when ${isOver} then ${endsAt} else rate_limits.window_ends_at end`,
        }),
      )
      .returning(['hits', 'window_ends_at'])
      .executeTakeFirstOrThrow()
    return { current: hits, ttl: window_ends_at - now }
  }

  /** The interface of @fastify/rate-limit: a store, and a child per limited route. */
  return class Store {
    readonly #call: string

    constructor(_options: object, call = '') {
      this.#call = call
    }

    incr(key: string, callback: Callback, windowMs: number): void {
      callBack(count(`${this.#call} ${key}`, windowMs), callback)
    }

    read(key: string, callback: Callback): void {
      callBack(read(`${this.#call} ${key}`), callback)
    }

    child(route: Route): Store {
      return new Store({}, [route.routeInfo?.method, route.routeInfo?.url].join(' '))
    }
  }
}

function callBack(counted: Promise<Counted>, callback: Callback): void {
  counted.then(
    (result) => callback(null, result),
    (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
  )
}

export const deleteExpiredCounters = deletePast('rate_limits', 'key', 'window_ends_at')

type Counted = { current: number; ttl: number }
type Callback = (error: Error | null, result?: Counted) => void
type Counter = { hits: number; readonly endsAt: number }
type Level = Map<string, Counter>

/** Counters of one level of one limit; the oldest is evicted first. */
const COUNTERS_MAX = 20_000
const LEVELS = 8

/** 1, 2-3, 4-7, 8-15 ... hits. */
const levelOf = (hits: number): number => Math.min(31 - Math.clz32(hits), LEVELS - 1)

/**
 * Counters of one process for @fastify/rate-limit. Its own store evicts the oldest counter, so that a limited caller
 * can reset its own by flooding the store with new ones. Here a counter is evicted only for counters of as many hits.
 */
export const memoryStore = ({ clock }: Pick<Deps, 'clock'>) =>
  class Store {
    readonly #levels = Array.from({ length: LEVELS }, (): Level => new Map())

    incr(key: string, callback: Callback, timeWindow: number): void {
      const now = clock()
      const { level, counter = { hits: 0, endsAt: now + timeWindow } } = this.#find(key, timeWindow)
      counter.hits++
      this.#keep(key, counter, level)
      callback(null, { current: counter.hits, ttl: counter.endsAt - now })
    }

    read(key: string, callback: Callback, timeWindow: number): void {
      const now = clock()
      const { counter = { hits: 0, endsAt: now } } = this.#find(key, timeWindow)
      callback(null, { current: counter.hits, ttl: counter.endsAt - now })
    }

    /** The counter is undefined when its window is over. */
    #find(key: string, timeWindow: number): { level?: Level; counter?: Counter } {
      const now = clock()
      const level = this.#levels.findLast((one) => one.has(key))
      const counter = level?.get(key)
      // An end more than a window in the future means that the clock was set back.
      const isOver =
        counter === undefined || counter.endsAt <= now || counter.endsAt > now + timeWindow
      return { level, counter: isOver ? undefined : counter }
    }

    #keep(key: string, counter: Counter, from: Level | undefined): void {
      const level = this.#levels[levelOf(counter.hits)]
      if (from !== level) from?.delete(key)
      if (level === undefined) return
      level.set(key, counter)
      const [oldest] = level.keys()
      if (level.size > COUNTERS_MAX && oldest !== undefined) level.delete(oldest)
    }

    child(): Store {
      return new Store()
    }
  }

const isWrite = ({ method, routeOptions }: FastifyRequest): boolean =>
  (method !== 'GET' && method !== 'HEAD') || routeOptions.config.changesData === true

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { CLOCK_DIFFERENCE_MS } from '../../config/time.ts'
import { deletePast } from '../../db/expiry.ts'
import type { Deps } from '../deps.ts'
import type { Callback, Counted } from './memoryStore.ts'

/** The plugin's types lack `routeInfo`. */
type Route = { path?: string; routeInfo?: { method?: string | string[]; url?: string } }

/** Counters in the database, shared by several processes. The key is a keyed digest: no IP address is stored. */
export function rateStore({ db, clock, jwtSecret }: Deps) {
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

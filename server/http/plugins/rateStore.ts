import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../deps.ts'

type Counted = { current: number; ttl: number }
type Answer = (error: Error | null, result?: Counted) => void
/** `routeInfo` is there although the plugin's types leave it out. */
type Route = { path?: string; routeInfo?: { method?: string | string[]; url?: string } }

/** Clocks of several processes may differ by this; a window that ends later still was begun before a clock was set back. Milliseconds. */
const CLOCKS_DIFFER = 60_000

/**
 * Counters in the database, for several processes behind one address. Kept under a keyed digest, so that
 * no caller's address is stored.
 */
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

  async function count(key: string, timeWindow: number): Promise<Counted> {
    const now = clock()
    const ends = now + timeWindow
    const isOver = sql`(rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > ${ends + CLOCKS_DIFFER})`
    const { hits, window_ends_at } = await db
      .insertInto('rate_limits')
      .values({
        key: digestOf(key),
        hits: 1,
        window_ends_at: ends,
      })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          hits: sql`case when ${isOver} then 1 else rate_limits.hits + 1 end`,
          window_ends_at: sql`case when ${isOver} then ${ends} else rate_limits.window_ends_at end`,
        }),
      )
      .returning(['hits', 'window_ends_at'])
      .executeTakeFirstOrThrow()
    return { current: hits, ttl: window_ends_at - now }
  }

  /** The shape that @fastify/rate-limit asks for: one store, and a child for every limited route. */
  return class Store {
    readonly #call: string

    constructor(_options: object, call = '') {
      this.#call = call
    }

    incr(key: string, answer: Answer, timeWindow: number): void {
      answerWith(count(`${this.#call} ${key}`, timeWindow), answer)
    }

    read(key: string, answer: Answer): void {
      answerWith(read(`${this.#call} ${key}`), answer)
    }

    child(route: Route): Store {
      return new Store({}, [route.routeInfo?.method, route.routeInfo?.url].join(' '))
    }
  }
}

function answerWith(counted: Promise<Counted>, answer: Answer): void {
  counted.then(
    (result) => answer(null, result),
    (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
  )
}

export const deleteExpiredCounters = (db: Db, now: number) =>
  db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute()

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
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
  async function count(key: string, timeWindow: number): Promise<Counted> {
    const now = clock()
    const ends = now + timeWindow
    const isOver = sql`(rate_limits.window_ends_at <= ${now} or rate_limits.window_ends_at > ${ends + CLOCKS_DIFFER})`
    const { hits, window_ends_at } = await db
      .insertInto('rate_limits')
      .values({
        key: createHmac('sha256', jwtSecret).update(key).digest('base64url'),
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
      count(`${this.#call} ${key}`, timeWindow).then(
        (counted) => answer(null, counted),
        (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
      )
    }

    child(route: Route): Store {
      return new Store({}, [route.routeInfo?.method, route.routeInfo?.url].join(' '))
    }
  }
}

/** Forgets counters whose window has ended. */
export const sweepRates = ({ db }: Pick<Deps, 'db'>, now: number) =>
  db.deleteFrom('rate_limits').where('window_ends_at', '<', now).execute()

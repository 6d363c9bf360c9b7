import type { Deps } from '../deps.ts'

type Callback = (error: Error | null, result?: { current: number; ttl: number }) => void
type Counter = { hits: number; readonly endsAt: number }

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
    readonly #levels = Array.from({ length: LEVELS }, () => new Map<string, Counter>())

    incr(key: string, callback: Callback, timeWindow: number): void {
      const now = clock()
      const found = this.#levels.findLast((level) => level.has(key))
      const before = found?.get(key)
      // More than a window ahead: the clock was set back.
      const isOver =
        before === undefined || before.endsAt <= now || before.endsAt > now + timeWindow
      const counter = isOver ? { hits: 0, endsAt: now + timeWindow } : before
      counter.hits++
      this.#keep(key, counter, found)
      callback(null, { current: counter.hits, ttl: counter.endsAt - now })
    }

    read(key: string, callback: Callback, timeWindow: number): void {
      const now = clock()
      const counter = this.#levels.findLast((level) => level.has(key))?.get(key)
      const isOver =
        counter === undefined || counter.endsAt <= now || counter.endsAt > now + timeWindow
      callback(
        null,
        isOver ? { current: 0, ttl: 0 } : { current: counter.hits, ttl: counter.endsAt - now },
      )
    }

    #keep(key: string, counter: Counter, from: Map<string, Counter> | undefined): void {
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

import type { Deps } from '../deps.ts'

export type Counted = { current: number; ttl: number }
export type Callback = (error: Error | null, result?: Counted) => void
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

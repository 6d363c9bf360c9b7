/** `ETIMEDOUT` counts as an outage; see http/failures.ts. */
export class DatabaseLocked extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('Another program keeps the database locked. Try again in a few seconds.')
  }
}

export type WriteQueue = ReturnType<typeof makeWriteQueue>

/** A lock for one holder at a time, first come, first served. */
export function makeWriteQueue() {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    /**
     * Waits for the lock.
     * @returns releases it
     * @throws DatabaseLocked when the lock was not free within `timeoutMs`
     */
    async acquire(timeoutMs: number): Promise<() => void> {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const turn = tail
      tail = turn.then(() => released)
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(() => timeout.reject(new DatabaseLocked()), timeoutMs)
      try {
        await Promise.race([turn, timeout.promise])
        return release
      } catch (error) {
        release()
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

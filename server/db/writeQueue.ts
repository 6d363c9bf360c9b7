/** `ETIMEDOUT` counts as an outage; see http/failures.ts. */
export class DatabaseLocked extends Error {
  readonly code = 'ETIMEDOUT'

  constructor() {
    super('Another program keeps the database locked: try again in a few seconds.')
  }
}

export type WriteQueue = {
  /**
   * Waits for the lock.
   * @returns releases it
   * @throws DatabaseLocked when the lock was not free within `timeoutMs`
   */
  readonly acquire: (timeoutMs: number) => Promise<() => void>
}

/** A lock for one holder at a time, first come, first served. */
export function makeWriteQueue(): WriteQueue {
  let isTaken = false
  const waiting: (() => void)[] = []

  function release(): void {
    const next = waiting.shift()
    if (next === undefined) isTaken = false
    else next()
  }

  return {
    async acquire(timeoutMs) {
      if (!isTaken) {
        isTaken = true
        return release
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(start), 1)
          reject(new DatabaseLocked())
        }, timeoutMs)
        const start = (): void => {
          clearTimeout(timer)
          resolve(release)
        }
        waiting.push(start)
      })
    },
  }
}

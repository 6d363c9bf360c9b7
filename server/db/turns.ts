import { errors } from '../http/errors.ts'

export type Turns = {
  /**
   * Waits for the lock.
   * @returns releases it
   * @throws Refusal 503 when the lock was not free within `patienceMs`
   */
  readonly take: (patienceMs: number, retryAfterSeconds: number) => Promise<() => void>
}

/** A lock for one holder at a time, first come, first served. */
export function makeTurns(): Turns {
  let isTaken = false
  const waiting: (() => void)[] = []

  function end(): void {
    const next = waiting.shift()
    if (next === undefined) isTaken = false
    else next()
  }

  return {
    async take(patienceMs, retryAfterSeconds) {
      if (!isTaken) {
        isTaken = true
        return end
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(come), 1)
          reject(errors.unavailable(retryAfterSeconds))
        }, patienceMs)
        const come = (): void => {
          clearTimeout(timer)
          resolve(end)
        }
        waiting.push(come)
      })
    },
  }
}

import { errors } from '../errors.ts'

export type Turns = {
  /**
   * Waits until everybody before has ended their turn.
   * @returns what ends this turn
   * @throws Refusal 503 when the turn has not come within the patience
   */
  readonly take: (patienceMs: number, retryAfterSeconds: number) => Promise<() => void>
}

/** One after the other, first come, first served. */
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

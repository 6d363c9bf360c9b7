/** Topic of the messages that tests send to the processes of a cluster. */
export const TOPIC = 'test'
/** Channel of their confirmations: `{ pid, token }`. */
export const CONFIRMED = 'discordia test'

export type TestClock = {
  /** Epoch milliseconds; the real clock if absent. */
  readonly now?: number
  /** Milliseconds by which a test has advanced the clock. */
  readonly passed: number
  readonly token: string
}

/** Topic of the messages that tests send to the processes of a cluster. */
export const TOPIC = 'test'
/** Channel of their answers: `{ pid, token }`. */
export const HEARD = 'discordia test'

export type Told = {
  /** Epoch milliseconds. Without it the clock is the real one. */
  readonly now?: number
  /** Milliseconds that a test has let go by. */
  readonly passed: number
  readonly token: string
}

import type { Generated } from 'kysely'

declare module '../db/schema.ts' {
  interface DB {
    /**
     * An outgoing mail: inserted in the transaction of its cause, rendered and sent afterwards, at least once, or at
     * most once with a `once_key`. Rendered when it is sent, so that the secret of a mailed link is never stored.
     */
    outbox: {
      id: Generated<number>
      /** Names the writer, such as `activation`. */
      kind: string
      /** Prevents a second mail about the same thing to the same recipient. */
      once_key: string | null
      /** Address as typed; the writer may choose another recipient. */
      recipient: string
      /** JSON object: parameters of the writer. */
      data: string
      /** 0: as soon as possible; 1: after all others that are due. */
      priority: Generated<number>
      created_at: number
      attempts: Generated<number>
      next_attempt_at: number
      /** End of the claim by a worker; then another one may claim the row. */
      claimed_until: number | null
      /** Sent, or found to need no mail. */
      done_at: number | null
      /** Given up after the last attempt; an operator may have it tried again. */
      dead_at: number | null
      last_error: string | null
    }
    /** Addresses without an account that opted out of invites by mail; see `addressStops`. */
    stopped_addresses: {
      digest: string
      created_at: number
    }
  }
}

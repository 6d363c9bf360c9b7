import type { Generated } from 'kysely'

/** A mail is written in the same transaction as its cause and sent afterwards, at least once. */
export type OutboxTable = {
  id: Generated<number>
  /** What the mail is about, such as `activation`. */
  kind: string
  /** Makes a second mail about the same thing to the same person impossible. */
  once_key: string | null
  recipient: string
  subject: string
  text: string
  html: string | null
  /** JSON object of further headers. */
  headers: string | null
  created_at: number
  attempts: Generated<number>
  next_attempt_at: number
  claimed_until: number | null
  sent_at: number | null
  dead_at: number | null
  last_error: string | null
}

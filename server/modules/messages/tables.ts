import type { Generated } from 'kysely'
import type { MemberId } from '#contract/ids.ts'

declare module '../../db/schema.ts' {
  interface DB {
    contact_messages: {
      id: Generated<number>
      name: string
      email: string
      subject: string
      message: string
      created_at: number
      read_at: number | null
      /** That the sender read the site in: two letters. Null: the main language, or the only one. */
      language: string | null
    }
    /** An answer of the staff; the outbox key of its mail is `contact-answer:<id>`. */
    message_answers: {
      id: Generated<number>
      message_id: number
      text: string
      answered_by: MemberId
      answered_at: number
    }
    blocked_senders: {
      /** `emailKey` of an e-mail address, or `@` and a domain. */
      sender: string
      reason: string | null
      created_at: number
    }
  }
}

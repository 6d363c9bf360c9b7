import type { Generated } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** Invites to register, which staff have mailed by a list. Address, name and digest are null after the answer. */
    member_invites: {
      id: Generated<number>
      email: string | null
      email_key: string | null
      /** See `addressTokens`. */
      digest: string | null
      name: string | null
      group_id: GroupId | null
      invited_by: MemberId | null
      created_at: number
      expires_at: number
      reminded_at: number | null
      answer: 'came' | 'refused' | 'taken_back' | null
      answered_at: number | null
      user_id: MemberId | null
    }
  }
}

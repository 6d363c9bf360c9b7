import type { Generated } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { JoinRequestId, OpeningId } from '#contract/openings.ts'
import type { JoinAnswer, OpeningMode } from '#contract/sets.ts'

declare module '../../../db/schema.ts' {
  interface DB {
    /** Groups that look for players. A group without a row does not. */
    group_openings: {
      id: Generated<OpeningId>
      group_id: GroupId
      plays: string
      /** Codes with a comma before and after each, such as `,de,en,`. */
      languages: string
      mode: OpeningMode
      place: string
      rhythm: string
      /** 1: beginners are welcome. */
      beginners: number
      content_notes: string
      /** Members and open invites together at which no place is free. */
      size: number
      /** The name of the group and the texts, folded. */
      search_text: string
      /** Grows with each change. */
      version: number
      created_at: number
      updated_at: number
    }
    /** A member has at most one open request to a group. */
    join_requests: {
      id: Generated<JoinRequestId>
      group_id: GroupId
      user_id: MemberId
      message: string
      answer: JoinAnswer | 'withdrawn'
      sentence: string
      created_at: number
      answered_at: number | null
    }
    /** What the staff have switched off, by name. */
    group_switches: { name: string; off_at: number }
  }
}

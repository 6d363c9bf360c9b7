import type { Generated } from 'kysely'
import type { GameDateId, Id, MemberId } from '#contract/ids.ts'

declare module '../../../db/schema.ts' {
  interface DB {
    /** No row until something is written; an emptied recap stays for its version. */
    date_recaps: {
      date_id: GameDateId
      text: string
      /** The words of the text, folded. */
      search_text: string
      /** Grows with each change. */
      version: number
      /** The last writer; null: the account was deleted. */
      written_by: MemberId | null
      written_at: number
    }
    /**
     * Members whose attendance was corrected, and members who have left since. Of all others the answer to the date
     * counts, which is deleted with the membership.
     */
    date_attendance: {
      id: Generated<Id<'attendance'>>
      date_id: GameDateId
      /** Null: the account was deleted. */
      user_id: MemberId | null
      /** 1 or 0. */
      came: number
      updated_at: number
    }
  }
}

import type { Generated } from 'kysely'
import type { MemberId, NameChangeId } from '#contract/ids.ts'
import type { OrderDetails } from '#contract/profile.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** Pending until one of the two decisions; at most one is pending for each member. */
    name_changes: {
      id: Generated<NameChangeId>
      user_id: MemberId
      new_name: string
      reason: string
      created_at: number
      approved_at: number | null
      refused_at: number | null
      decided_by: MemberId | null
      /** The reason that the member gets. */
      answer: string | null
    }
    /** One row for each member, replaced by every save. */
    order_details: OrderDetails & {
      user_id: MemberId
      updated_at: number
    }
  }
}

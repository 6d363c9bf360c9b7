import type { Generated } from 'kysely'
import type { ContentId, MemberId, NameChangeId } from '#contract/ids.ts'
import type { OrderDetails } from '#contract/schemas/profile.ts'

export type ProfileTables = {
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
  /** Addresses without an account that opted out of invites by mail; see `addressStops`. */
  stopped_addresses: {
    digest: string
    created_at: number
  }
  preferences: {
    user_id: MemberId
    /** Articles published since then are mailed; null: none. */
    notify_since: number | null
    /** Null: the member gets mails about invites. */
    invite_mails_off_at: number | null
  }
  /** One row for each member, replaced by every save. */
  order_details: OrderDetails & {
    user_id: MemberId
    updated_at: number
  }
  /** Progress of the mails about an article. A finished row prevents another announcement. */
  announcements: {
    content_id: ContentId
    started_at: number
    finished_at: number | null
    /** Mails to every member up to this one are enqueued. */
    last_user_id: Generated<number>
    /** Time by which all members who were notified of the event were notified of its cancellation. */
    cancellation_finished_at: number | null
    cancellation_last_user_id: Generated<number>
  }
}

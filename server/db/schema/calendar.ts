import type { Generated } from 'kysely'
import type { FeedId, MemberId } from '#contract/ids.ts'

export type CalendarTables = {
  /** One per device of a member; deleted when it is revoked. */
  calendar_feeds: {
    id: Generated<FeedId>
    user_id: MemberId
    name: string
    /** Hash of the secret in the URL. */
    secret_hash: string
    created_at: number
    /** Written at most once an hour. */
    last_used_at: number | null
  }
}

import type { Generated } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'

declare module '../../db/schema.ts' {
  interface DB {
    preferences: {
      user_id: MemberId
      /** Articles published since then are mailed; null: none. */
      notify_since: number | null
      /** Null: the member gets mails about invites. */
      invite_mails_off_at: number | null
      /** The same for polls and sessions of groups. */
      planning_mails_off_at: number | null
      reminder_mails_off_at: number | null
      /** The same for what happens to the groups themselves. */
      group_log_mails_off_at: number | null
      /** The same for events with a registration of the member. */
      event_mails_off_at: number | null
      /** Null: other sessions and seats count when dates are suggested to groups of the member. */
      busy_times_off_at: number | null
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
}

import type { Generated } from 'kysely'
import type { ContentId, MemberId, NameChangeId } from '#contract/ids.ts'

/** Pending until one of the two decisions; at most one is pending for each member. */
export type NameChangesTable = {
  id: Generated<NameChangeId>
  user_id: MemberId
  new_name: string
  reason: string
  created_at: number
  approved_at: number | null
  refused_at: number | null
  /** Who decided. */
  decided_by: MemberId | null
  /** The reason that the member gets. */
  answer: string | null
}

export type PreferencesTable = {
  user_id: MemberId
  /** Articles published since then are mailed; null: none. */
  notify_since: number | null
  /** Mails about invites go out until the member stops them. */
  invite_mails_off_at: number | null
}

/** One row for each member, replaced by every save. */
export type OrderDetailsTable = {
  user_id: MemberId
  first_name: string
  last_name: string
  email: string
  phone_number: string
  /** ISO 3166-1 alpha-2. */
  country_key: string
  city: string
  zipcode: string
  address: string
  updated_at: number
}

/** Progress of the mails about an article. A finished row prevents another announcement. */
export type AnnouncementsTable = {
  content_id: ContentId
  started_at: number
  finished_at: number | null
  /** Mails are owed to every member up to this one. */
  last_user_id: Generated<number>
  /** When all members who were notified of the event were notified of its cancellation. */
  cancellation_finished_at: number | null
  cancellation_last_user_id: Generated<number>
}

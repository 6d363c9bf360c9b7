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
  /** What the member is told about the decision. */
  answer: string | null
}

export type PreferencesTable = {
  user_id: MemberId
  /** What is published from then on is told by mail; null: nothing is. */
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

/** How far the members were told of an item. An item that has a finished row is never announced again. */
export type AnnouncementsTable = {
  content_id: ContentId
  started_at: number
  finished_at: number | null
  /** Mails are owed to every member up to this one. */
  last_user_id: Generated<number>
  /** When all who were told of the event were told that it is cancelled. */
  cancellation_finished_at: number | null
  cancellation_last_user_id: Generated<number>
}

import type { Generated } from 'kysely'
import type { ContentId, MemberId, RegistrationId } from '#contract/ids.ts'
import type { RegistrationState } from '#contract/sets.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** One row per member and event, which a cancellation keeps: calendars must see its sequence grow. */
    registrations: {
      id: Generated<RegistrationId>
      content_id: ContentId
      user_id: MemberId
      /** `coming` and `offered` take a seat. */
      state: RegistrationState
      /** The order of the waiting list. */
      queued_at: number
      /** Deadline of an offered seat. */
      offered_until: number | null
      /** JSON: the questions with their answers. */
      answers: string
      /** IANA name of the zone that the member reads times in. */
      time_zone: string | null
      /** Grows with every mail that has a calendar file. */
      sequence: Generated<number>
      /** Digest of the time and place that the member was last notified of; see `factsOf`. */
      told: string
      reminded_at: number | null
      attended_at: number | null
      created_at: number
      updated_at: number
    }
    /** Emails of the staff to members who have signed up. */
    registration_messages: {
      id: Generated<number>
      content_id: ContentId
      subject: string
      text: string
      sent_by: MemberId
      created_at: number
    }
  }
}

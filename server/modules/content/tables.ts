import type { Generated } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { ContentKind } from '#contract/sets.ts'
import type { Formatted, Picture, Searchable, TransferKey, Translated } from '../../db/columns.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** News and events in one table: one id sequence, so that an id names one item only (ruling 22). */
    contents: Formatted &
      Picture &
      Searchable &
      TransferKey &
      Translated & {
        id: Generated<ContentId>
        kind: ContentKind
        /** Stays the same for calendars and feed readers, whatever else changes. */
        uid: string
        title: string
        short_description: string
        description: string
        /** The next five belong to events, which always have both times, scope and type. */
        starts_at: number | null
        ends_at: number | null
        location: string | null
        event_scope: 'National' | 'International' | null
        event_type: 'Online' | 'Offline' | 'Both' | null
        created_at: number
        updated_at: number
        /** Grows with every change; calendars compare it. */
        sequence: Generated<number>
        /** Null: a draft. In the future: appears by itself. */
        publish_at: number | null
        unpublished_at: number | null
        /** A cancelled event stays in the list of events until its end, marked, and in the calendar feed. */
        cancelled_at: number | null
        /** Seats of an event with registration; null: none is offered, and the next four are null. */
        seats: number | null
        /** Members on the waiting list at most; 0: there is none. */
        waiting_max: number | null
        /** Null: until the event begins. */
        registration_closes_at: number | null
        /** Hours that a member who moves up has to take the seat. */
        confirm_hours: number | null
        /** JSON: the questions of the registration. */
        questions: string | null
        /** Read and written by the version before. */
        open_to: string | null
        /** Time at which an upgrade opened the event to everybody; null once the staff have looked at it. */
        opened_at: number | null
      }
  }
}

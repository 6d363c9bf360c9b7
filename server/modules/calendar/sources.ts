import type {
  ContentId,
  GameDateId,
  GlossaryEntryId,
  GroupId,
  InviteId,
  MemberId,
} from '#contract/ids.ts'
import type { Preferences } from '#contract/profile.ts'
import type { GameAnswer, RegistrationState } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import type { CalendarSeat, MemberSession } from '../../text/memberCalendar.ts'
import type { recordEvent } from '../account/security-log/eventRepository.ts'

/** A date of a session of one of the member's groups. */
export type SessionAhead = {
  readonly group_id: GroupId
  readonly group_name: string
  readonly date_id: GameDateId
  /** May be empty, as `place`. */
  readonly title: string
  readonly starts_at: number
  readonly ends_at: number
  readonly place: string
  readonly cancelled_at: number | null
  readonly my_answer: GameAnswer | null
}
export type SeatAhead = {
  readonly content_id: ContentId
  readonly title: string
  readonly starts_at: number
  readonly ends_at: number
  readonly location: string | null
  readonly cancelled_at: number | null
  readonly state: RegistrationState
  readonly offered_until: number | null
}
export type FreeSeats = {
  readonly content_id: ContentId
  readonly title: string
  readonly starts_at: number
  readonly ends_at: number
  readonly location: string | null
  readonly left: number
}
export type OpenPoll = {
  readonly group_id: GroupId
  readonly group_name: string
  readonly title: string
}

/** Functions of other modules, which this one may not import. `server/modules.ts` injects them. */
export type Sources = {
  /** Adds a line to the security log of a member. */
  readonly recordEvent: typeof recordEvent
  /** Dates of sessions of the member's groups, by start; cancelled ones included. */
  readonly listSessions: (
    w: HasDb,
    member: MemberId,
    from: number,
    to: number,
    limit: number,
  ) => Promise<readonly SessionAhead[]>
  /** Sessions of the member's groups with a date in the time, by the first one; cancelled ones included. */
  readonly listCalendarSessions: (
    w: HasDb,
    member: MemberId,
    from: number,
    to: number,
    limit: number,
  ) => Promise<readonly MemberSession[]>
  /** Events that the member has a seat at, by start; cancelled ones included. */
  readonly listSeats: (
    w: Read,
    member: MemberId,
    from: number,
    to: number,
    limit: number,
  ) => Promise<readonly CalendarSeat[]>
  /** Events that the member has signed up for, by start, until a time; offered seats of later ones, too. */
  readonly listSeatsAhead: (
    w: Read,
    member: MemberId,
    until: number,
    limit: number,
  ) => Promise<readonly SeatAhead[]>
  /** Open polls of the member's groups that the member has not answered. */
  readonly listPolls: (w: Read, member: MemberId, limit: number) => Promise<readonly OpenPoll[]>
  readonly listInvites: (
    w: HasDb,
    member: MemberId,
  ) => Promise<readonly { readonly id: InviteId; readonly group_name: string }[]>
  /** Entries of the member that wait for a review. */
  readonly listPending: (
    w: HasDb,
    member: MemberId,
    limit: number,
  ) => Promise<readonly { readonly id: GlossaryEntryId; readonly title: string }[]>

  /* For the first steps of a newcomer. */

  readonly hasHiddenFirstSteps: (w: HasDb, member: MemberId) => Promise<boolean>
  readonly isInGroup: (w: HasDb, member: MemberId) => Promise<boolean>
  /** Registrations of the member for events that have not begun. */
  readonly listEventsOf: (w: Read, member: MemberId) => Promise<readonly unknown[]>
  /** Events with free seats, by start. */
  readonly listFreeSeats: (w: Read, limit: number) => Promise<readonly FreeSeats[]>
  /** Whether the member has written entries of the glossary. */
  readonly hasEntries: (w: HasDb, member: MemberId) => Promise<boolean>
  readonly findPreferences: (w: HasDb, member: MemberId) => Promise<Preferences>
}

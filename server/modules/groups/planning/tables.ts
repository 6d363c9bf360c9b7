import type { Generated } from 'kysely'
import type {
  DateOptionId,
  DatePollId,
  GameDateId,
  GameSessionId,
  GroupId,
  MemberId,
} from '#contract/ids.ts'
import type { DateAnswer, DatePollState, GameAnswer } from '#contract/sets.ts'

declare module '../../../db/schema.ts' {
  interface DB {
    date_polls: {
      id: Generated<DatePollId>
      group_id: GroupId
      /** Null: the account was deleted. */
      made_by: MemberId | null
      title: string
      notes: string
      /** IANA name of the zone of the member who asks. */
      time_zone: string
      /** `fixed`: one of the options has become a session, which refers to the poll until it is deleted. */
      state: DatePollState
      /** Answers are taken until then; null: until the poll is fixed or cancelled. */
      closes_at: number | null
      /** The members who have not answered are reminded then; null: no reminder is to be sent. */
      remind_at: number | null
      /** The mail about the poll waits until then; null: none waits. */
      announce_at: number | null
      /** The mail about it was enqueued. */
      announced_at: number | null
      /** Incremented by every change of the options. */
      sequence: Generated<number>
      created_at: number
      updated_at: number
    }
    date_options: {
      id: Generated<DateOptionId>
      poll_id: DatePollId
      starts_at: number
      ends_at: number
    }
    /** `(group_id, user_id)` refers to a membership, with which the answer is deleted. */
    date_answers: {
      option_id: DateOptionId
      group_id: GroupId
      user_id: MemberId
      answer: DateAnswer
      updated_at: number
    }
    /** `(group_id, user_id)` refers to a membership, with which the comment is deleted. */
    date_comments: {
      poll_id: DatePollId
      group_id: GroupId
      user_id: MemberId
      text: string
      updated_at: number
    }
    game_sessions: {
      id: Generated<GameSessionId>
      group_id: GroupId
      poll_id: DatePollId | null
      made_by: MemberId | null
      uid: string
      /** Incremented by every change that members are notified of. */
      sequence: Generated<number>
      title: string
      /** IANA name; `rule` is expanded in it. */
      time_zone: string
      /** RRULE of RFC 5545 without the name of the property; null: the session has one date. */
      rule: string | null
      /** Texts of all dates that have none of their own, `title` included. */
      place: string
      link: string
      notes: string
      /** All dates are cancelled. */
      cancelled_at: number | null
      /** When the next dates of a series without an end are added; null: the series has an end. */
      extend_at: number | null
      /** Milliseconds of those dates. */
      date_length: number | null
      created_at: number
      /** Time of the last change with a mail. */
      updated_at: number
      /** When its calendar entries last changed without one: another host, further dates. */
      stamped_at: number | null
    }
    game_dates: {
      id: Generated<GameDateId>
      session_id: GameSessionId
      /** Group of the session. A trigger sets it, because servers of an earlier version insert dates without it. */
      session_group_id: GroupId | null
      /** The start by the rule of the session, which stays the same when the date is moved: RECURRENCE-ID. */
      planned_at: number
      starts_at: number
      ends_at: number
      cancelled_at: number | null
      reminded_at: number | null
      /** Null: that of the session, as for the other texts. */
      title: string | null
      place: string | null
      link: string | null
      notes: string | null
      /** A member of the group: a trigger removes those who leave. */
      host_id: MemberId | null
    }
    /** `(group_id, user_id)` refers to a membership, with which the answer is deleted. */
    game_answers: {
      date_id: GameDateId
      group_id: GroupId
      user_id: MemberId
      answer: GameAnswer
      updated_at: number
    }
  }
}

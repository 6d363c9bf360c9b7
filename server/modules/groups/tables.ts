import type { Generated } from 'kysely'
import type { NoticeKind } from '#contract/groups.ts'
import type {
  DateOptionId,
  DatePollId,
  GameDateId,
  GameSessionId,
  GroupId,
  GroupLogId,
  Id,
  InviteId,
  InviteLinkId,
  MemberId,
  MuteId,
  NoticeId,
} from '#contract/ids.ts'
import type { JoinAnswer, JoinRequestId, OpeningId, OpeningMode } from '#contract/openings.ts'
import type {
  DateAnswer,
  DatePollState,
  GameAnswer,
  GroupLogKind,
  MemberRole,
  Planners,
} from '#contract/sets.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** `(id, owner_id)` refers to a membership: a group without an owner among its members cannot be committed. */
    groups: {
      id: Generated<GroupId>
      name: string
      owner_id: MemberId
      created_at: number
      planners: Generated<Planners>
    }
    memberships: {
      group_id: GroupId
      user_id: MemberId
      joined_at: number
      /** Meaningless for the owner. */
      role: Generated<MemberRole>
      /** IANA name of the zone that the member last planned or answered in. */
      time_zone: string | null
    }
    /** Open ones only: an invite is deleted when it is accepted, rejected or cancelled. */
    invites: {
      id: Generated<InviteId>
      group_id: GroupId
      target_user_id: MemberId
      invited_by: MemberId
      created_at: number
    }
    /** `user_id` gets no invites from `muted_user_id` before `until`. */
    mutes: {
      id: Generated<MuteId>
      user_id: MemberId
      muted_user_id: MemberId
      created_at: number
      until: number
    }
    /** News for the owner of a group: `user_id` has accepted or rejected an invite, or left. */
    group_notices: {
      id: Generated<NoticeId>
      group_id: GroupId
      /** The owner at that time, or the one who became it by this. */
      owner_id: MemberId
      user_id: MemberId
      kind: NoticeKind
      created_at: number
    }
    /** `actor_id` did it, to `subject_id` where that is another member; null for accounts that are gone, and for the team. */
    group_log: {
      id: Generated<GroupLogId>
      group_id: GroupId
      actor_id: MemberId | null
      subject_id: MemberId | null
      kind: GroupLogKind
      /** Further value of the kind, such as a name. */
      detail: string | null
      created_at: number
    }
    /** No row until something is written. */
    group_pages: {
      group_id: GroupId
      purpose: string
      note: string
      talk_url: string | null
      /** Number of a variation, as text, that an owner chose in an earlier version. */
      crest: string | null
      /** Grows with each change. */
      version: number
      updated_at: number
    }
    /** Removed members: a link does not bring them back until they are invited and join again. */
    group_removals: {
      group_id: GroupId
      user_id: MemberId
      created_at: number
    }
    /** Each person uses a link once. */
    invite_link_uses: {
      link_id: InviteLinkId
      user_id: MemberId
      created_at: number
    }
    /** Open links only; a member who leaves takes along the links that they created. */
    invite_links: {
      id: Generated<InviteLinkId>
      group_id: GroupId
      created_by: MemberId
      secret_hash: string
      /** Address of an invite by mail that is not used yet. */
      email: string | null
      uses: number
      uses_left: number
      expires_at: number
      created_at: number
    }
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
    /** No row until something is written; an emptied recap stays for its version. */
    date_recaps: {
      date_id: GameDateId
      text: string
      /** The words of the text, folded. */
      search_text: string
      /** Grows with each change. */
      version: number
      /** The last writer; null: the account was deleted. */
      written_by: MemberId | null
      written_at: number
    }
    /**
     * Members whose attendance was corrected, and members who have left since. Of all others the answer to the date
     * counts, which is deleted with the membership.
     */
    date_attendance: {
      id: Generated<Id<'attendance'>>
      date_id: GameDateId
      /** Null: the account was deleted. */
      user_id: MemberId | null
      /** 1 or 0. */
      came: number
      updated_at: number
    }
    /** Groups that look for players. A group without a row does not. */
    group_openings: {
      id: Generated<OpeningId>
      group_id: GroupId
      plays: string
      /** Codes with a comma before and after each, such as `,de,en,`. */
      languages: string
      mode: OpeningMode
      place: string
      rhythm: string
      /** 1: beginners are welcome. */
      beginners: number
      content_notes: string
      /** Members and open invites together at which no place is free. */
      size: number
      /** The name of the group and the texts, folded. */
      search_text: string
      /** Grows with each change. */
      version: number
      created_at: number
      updated_at: number
    }
    /** A member has at most one open request to a group. */
    join_requests: {
      id: Generated<JoinRequestId>
      group_id: GroupId
      user_id: MemberId
      message: string
      answer: JoinAnswer | 'withdrawn'
      sentence: string
      created_at: number
      answered_at: number | null
    }
    /** What the staff have switched off, by name. */
    group_switches: { name: string; off_at: number }
  }
}

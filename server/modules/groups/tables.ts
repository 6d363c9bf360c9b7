import type { Generated } from 'kysely'
import type { NoticeKind } from '#contract/groups.ts'
import type {
  GroupId,
  GroupLogId,
  InviteId,
  InviteLinkId,
  MemberId,
  MuteId,
  NoticeId,
} from '#contract/ids.ts'
import type { GroupLogKind, MemberRole, Planners } from '#contract/sets.ts'

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
  }
}

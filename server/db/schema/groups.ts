import type { Generated } from 'kysely'
import type { GroupId, InviteId, MemberId, MuteId, NoticeId } from '#contract/ids.ts'
import type { NoticeKind } from '#contract/limits.ts'

export type GroupTables = {
  /** `(id, owner_id)` refers to a membership: a group without an owner among its members cannot be committed. */
  groups: {
    id: Generated<GroupId>
    name: string
    owner_id: MemberId
    created_at: number
  }
  memberships: {
    group_id: GroupId
    user_id: MemberId
    joined_at: number
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
}

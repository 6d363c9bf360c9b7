import type { Generated } from 'kysely'
import type { GroupId, InviteId, MemberId, MuteId, NoticeId } from '#contract/ids.ts'
import type { NoticeKind } from '#contract/limits.ts'

/** `(id, owner_id)` refers to a membership: a group without an owner among its members cannot be committed. */
export type GroupsTable = {
  id: Generated<GroupId>
  name: string
  owner_id: MemberId
  created_at: number
}

export type MembershipsTable = {
  group_id: GroupId
  user_id: MemberId
  joined_at: number
}

/** Open ones only: an invite is deleted when it is accepted, rejected or cancelled. */
export type InvitesTable = {
  id: Generated<InviteId>
  group_id: GroupId
  target_user_id: MemberId
  invited_by: MemberId
  created_at: number
}

/** `user_id` hears nothing from `muted_user_id` until `until`. */
export type MutesTable = {
  id: Generated<MuteId>
  user_id: MemberId
  muted_user_id: MemberId
  created_at: number
  until: number
}

/** News for the owner of a group: `user_id` has accepted or rejected an invite, or left. */
export type GroupNoticesTable = {
  id: Generated<NoticeId>
  group_id: GroupId
  /** Who was the owner then, or became it by this. */
  owner_id: MemberId
  user_id: MemberId
  kind: NoticeKind
  created_at: number
}

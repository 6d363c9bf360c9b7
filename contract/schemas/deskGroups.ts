import Type, { type Static } from 'typebox'
import { acts, anyId, Reason, reads } from './deskShared.ts'

const GroupMember = Type.Object({
  id: anyId(),
  username: Type.String(),
  /** registered (not activated), active, deactivated */
  state: Type.String(),
  joined_at: Type.String(),
})

export const DeskGroup = Type.Object({
  id: anyId(),
  name: Type.String(),
  created_at: Type.String(),
  /** active; stuck: the owner's account is deactivated */
  state: Type.String(),
  owner: Type.Object({ id: anyId(), username: Type.String() }),
  /** By length of membership. */
  members: Type.Array(GroupMember),
  size: Type.Integer(),
  open_invites: Type.Integer(),
})
export type DeskGroup = Static<typeof DeskGroup>

const OneMember = Type.Object({ member_id: anyId() })

export const groupsSchemas = {
  ...reads(DeskGroup),
  /** To another member whose account is active. */
  giveOwnership: acts(DeskGroup, OneMember),
  /** Anybody but the owner. */
  removeMember: acts(DeskGroup, OneMember),
  /** Disbands the group and mails the reason to its members. Responds with what was disbanded. */
  close: acts(DeskGroup, Reason),
}

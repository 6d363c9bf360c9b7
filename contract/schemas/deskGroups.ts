import Type, { type Static } from 'typebox'
import type { MemberId } from '../ids.ts'
import { ACCOUNT_STATES, GROUP_STATES } from '../sets.ts'
import { anyId, changesWith, Reason, reads } from './deskCalls.ts'
import { id } from './shared.ts'

const GroupMember = Type.Object({
  id: id<MemberId>(),
  username: Type.String(),
  state: Type.Enum(ACCOUNT_STATES),
  joined_at: Type.String(),
})

const DeskGroup = Type.Object({
  id: anyId(),
  name: Type.String(),
  created_at: Type.String(),
  state: Type.Enum(GROUP_STATES),
  owner: Type.Object({ id: id<MemberId>(), username: Type.String() }),
  /** Longest membership first. */
  members: Type.Array(GroupMember),
  size: Type.Integer(),
  open_invites: Type.Integer(),
})
export type DeskGroup = Static<typeof DeskGroup>

const OneMember = Type.Object({ member_id: id<MemberId>() })

export const deskGroupsSchemas = {
  groups: {
    ...reads(DeskGroup),
    /** Makes another member with an active account the owner. */
    giveOwnership: changesWith(DeskGroup, OneMember),
    /** Any member but the owner. */
    removeMember: changesWith(DeskGroup, OneMember),
    /** Disbands the group and mails the reason to its members. Responds with what was disbanded. */
    close: changesWith(DeskGroup, Reason),
  },
}

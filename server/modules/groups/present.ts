import type { MemberId } from '#contract/ids.ts'
import type { Group, Mute } from '#contract/schemas/groups.ts'
import type { GroupRow, MemberRow, MuteRow, SentInviteRow } from './repository.ts'

const DAY = 24 * 3600 * 1000

/** Owners first, then by length of membership; invites for the owner only (SPEC 2, 3; SETTLED A9). */
export function presentGroup(
  group: GroupRow,
  members: readonly MemberRow[],
  invites: readonly SentInviteRow[],
  caller: MemberId,
): Group {
  const isOwner = group.owner_id === caller
  const shown = members
    .filter((member) => member.group_id === group.id)
    .map(({ id, name }) => ({ id, name, owner: id === group.owner_id }))
  return {
    id: group.id,
    name: group.name,
    is_owner: isOwner,
    members: [...shown.filter((m) => m.owner), ...shown.filter((m) => !m.owner)],
    invites: isOwner
      ? invites
          .filter((invite) => invite.group_id === group.id)
          .map(({ id, target_user_username }) => ({ id, name: group.name, target_user_username }))
      : [],
  }
}

/** Days left are rounded up: an active mute never shows 0 (SETTLED A7). */
export const presentMute = ({ id, name, until }: MuteRow, now: number): Mute => ({
  id,
  mute_invites_from_name: name,
  duration_left: Math.ceil((until - now) / DAY),
})

/** When a mute of so many days ends. */
export const muteEnd = (now: number, days: number): number => now + days * DAY

import type { MemberId } from '#contract/ids.ts'
import type { Group, Invite, Mute, Notice } from '#contract/schemas/groups.ts'
import type { MuteRow, ReceivedInviteRow, SentInviteRow } from './inviteRepository.ts'
import type { NoticeRow } from './noticeRepository.ts'
import type { GroupRow, MemberRow } from './repository.ts'

const DAY = 24 * 3600 * 1000

/** A group with its rows alone: of the whole list they are picked once, see `presentGroups`. */
function presentGroup(
  group: GroupRow,
  members: readonly MemberRow[],
  invites: readonly SentInviteRow[],
  notices: readonly NoticeRow[],
  caller: MemberId,
): Group {
  const shown = members.map(({ id, name, deactivated_at }) => ({
    id,
    name,
    owner: id === group.owner_id,
    ...(deactivated_at !== null && { is_active: false }),
  }))
  return {
    id: group.id,
    name: group.name,
    is_owner: group.owner_id === caller,
    members: [...shown.filter((m) => m.owner), ...shown.filter((m) => !m.owner)],
    invites: invites.map(({ id, target_user_username }) => ({
      id,
      name: group.name,
      target_user_username,
    })),
    ...(group.owner_id === caller && { notices: notices.map(presentNotice) }),
  }
}

const presentNotice = ({ id, kind, name, created_at }: NoticeRow): Notice => ({
  id,
  kind,
  name,
  happened_at: new Date(created_at).toISOString(),
})

/**
 * Owners first, then by length of membership.
 * @param invites of the caller's own groups, as are the notices: nobody else sees them
 */
export function presentGroups(
  groups: readonly GroupRow[],
  members: readonly MemberRow[],
  invites: readonly SentInviteRow[],
  notices: readonly NoticeRow[],
  caller: MemberId,
): Group[] {
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id)
  const invitesOf = Map.groupBy(invites, ({ group_id }) => group_id)
  const noticesOf = Map.groupBy(notices, ({ group_id }) => group_id)
  return groups.map((group) =>
    presentGroup(
      group,
      membersOf.get(group.id) ?? [],
      invitesOf.get(group.id) ?? [],
      noticesOf.get(group.id) ?? [],
      caller,
    ),
  )
}

export const presentInvite = ({
  id,
  group_name,
  group_leader,
  group_size,
  created_at,
}: ReceivedInviteRow): Invite => ({
  id,
  group_name,
  group_leader,
  group_size: group_size ?? 0,
  invited_at: new Date(created_at).toISOString(),
})

/** Days left are rounded up: an active mute never shows 0 (ruling 7). */
export const presentMute = ({ id, name, until }: MuteRow, now: number): Mute => ({
  id,
  mute_invites_from_name: name,
  duration_left: Math.ceil((until - now) / DAY),
})

/** When a mute of so many days ends. */
export const muteEnd = (now: number, days: number): number => now + days * DAY

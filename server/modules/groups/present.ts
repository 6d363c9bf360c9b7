import type { DeskGroup, Group, Invite, Member, Mute, Notice } from '#contract/groups.ts'
import type { MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import type { RowOf } from '../../db/rows.ts'
import { iso } from '../../text/time.ts'
import { accountState } from '../account/state.ts'
import type { MuteRow, ReceivedInviteRow, SentInviteRow } from './inviteRepository.ts'
import type { NoticeRow } from './logRepository.ts'
import type { GroupRow, listAccounts, MemberRow } from './repository.ts'

type Rows = {
  readonly members: readonly MemberRow[]
  /** Pending invites of the groups that the caller owns or is a co-owner of. */
  readonly invites: readonly SentInviteRow[]
  /** Notices of the groups that the caller owns. */
  readonly notices: readonly NoticeRow[]
}

/** Owners first, then by length of membership. */
export function presentGroups(
  groups: readonly GroupRow[],
  { members, invites, notices }: Rows,
  caller: MemberId,
): Group[] {
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id)
  const invitesOf = Map.groupBy(invites, ({ group_id }) => group_id)
  const noticesOf = Map.groupBy(notices, ({ group_id }) => group_id)
  return groups.map(({ id, name, owner_id, role, crest, has_note }) => {
    const is_owner = owner_id === caller
    const shown = (membersOf.get(id) ?? []).map((member) => presentMember(member, owner_id))
    return {
      id,
      name,
      is_owner,
      members: [...shown.filter(({ owner }) => owner), ...shown.filter(({ owner }) => !owner)],
      invites: (invitesOf.get(id) ?? []).map(({ group_id: _group, ...invite }) => ({
        ...invite,
        name,
      })),
      ...(is_owner && { notices: (noticesOf.get(id) ?? []).map(presentNotice) }),
      page: { crest, role: is_owner ? 'owner' : role, has_note: has_note === 1 },
    }
  })
}

const presentMember = ({ id, name, deactivated_at }: MemberRow, ownerId: MemberId): Member => ({
  id,
  name,
  owner: id === ownerId,
  ...(deactivated_at !== null && { is_active: false }),
})

const presentNotice = ({ group_id: _group, created_at, ...notice }: NoticeRow): Notice => ({
  ...notice,
  happened_at: iso(created_at),
})

export const presentInvite = ({
  created_at,
  invited_by,
  ...invite
}: ReceivedInviteRow): Invite => ({
  ...invite,
  ...(invited_by !== invite.group_leader && { invited_by }),
  invited_at: iso(created_at),
})

/** Rounded up: an active mute never shows 0 days (ruling 7). */
export const presentMute = ({ id, name, until }: MuteRow, now: number): Mute => ({
  id,
  mute_invites_from_name: name,
  duration_left: Math.ceil((until - now) / DAY_MS),
})

export function presentDeskGroup(
  row: RowOf<'groups'>,
  accounts: Awaited<ReturnType<typeof listAccounts>>,
  open_invites: number,
): DeskGroup {
  const members = accounts.map((account) => ({
    id: account.id,
    username: account.username,
    state: accountState(account),
    joined_at: iso(account.joined_at),
  }))
  // A constraint of the database makes the owner a member.
  const owner = members.find(({ id }) => id === row.owner_id)
  return {
    id: row.id,
    name: row.name,
    created_at: iso(row.created_at),
    state: owner?.state === 'deactivated' ? 'stuck' : 'active',
    owner: { id: row.owner_id, username: owner?.username ?? '' },
    members,
    size: members.length,
    open_invites,
  }
}

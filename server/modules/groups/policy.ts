import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Planners } from '#contract/sets.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors, Refusal, refusal } from '../../http/errors.ts'
import { printable } from '../../text/keys.ts'
import {
  GROUP_SIZE_MAX,
  GROUPS_OWNED_MAX,
  INVITES_RECEIVED_MAX,
  MEMBERSHIPS_MAX,
  MUTES_MAX,
} from './limits.ts'

export type Membership = {
  readonly name: string
  readonly ownerId: MemberId
  /** Longest membership first, then by id. */
  readonly members: readonly MemberId[]
  /** Members whose accounts are active, in the same order: only they can own the group. */
  readonly active: readonly MemberId[]
  /** Members with that role. It is meaningless for the owner, who can be among them. */
  readonly coOwners: readonly MemberId[]
  readonly planners: Planners
}
/** A group, and the member who makes a call about it. */
export type InGroup = {
  readonly id: GroupId
  readonly group: Membership
  readonly me: MemberId
}
export type GroupCounts = { readonly memberships: number; readonly owned: number }

/** The account may have been deactivated since its token was checked. */
export function assertActive(active: ReadonlySet<MemberId>, caller: MemberId): void {
  if (!active.has(caller)) throw errors.tokenNotValid()
}

export function assertMayFound({ memberships, owned }: GroupCounts): void {
  if (owned >= GROUPS_OWNED_MAX) throw refusal(400, 'too_many_groups', { limit: GROUPS_OWNED_MAX })
  if (memberships >= MEMBERSHIPS_MAX) throw errors.tooManyMemberships(MEMBERSHIPS_MAX)
}

/** Groups from before the limits can be full although an invite is open. */
export function assertMayJoin(group: Membership, { memberships }: GroupCounts): void {
  if (memberships >= MEMBERSHIPS_MAX) throw errors.tooManyMemberships(MEMBERSHIPS_MAX)
  if (group.members.length >= GROUP_SIZE_MAX) throw errors.groupFull(GROUP_SIZE_MAX)
}

/** @param others active mutes of the caller on other members */
export function assertMayMute(others: number): void {
  if (others >= MUTES_MAX)
    throw refusal(400, 'too_many_mutes', { attr: 'mute_level', limit: MUTES_MAX })
}

/**
 * 404: only members may know that a group exists.
 * @param group locked: a deactivation that has begun since the token was checked has ended
 */
export function assertMember(
  group: Membership | undefined,
  caller: MemberId,
): asserts group is Membership {
  if (!group?.members.includes(caller)) throw errors.groupNotFound()
  if (!group.active.includes(caller)) throw errors.tokenNotValid()
}

/** Required to invite, cancel, remove, disband and transfer (behaviour 6.4). */
export function assertOwner(
  group: Membership | undefined,
  caller: MemberId,
): asserts group is Membership {
  assertMember(group, caller)
  if (group.ownerId !== caller) throw errors.notTheOwner()
}

/** Required for permissions that owners share with co-owners: to invite, and to plan. */
export function assertOwnerOrCoOwner(
  group: Membership | undefined,
  caller: MemberId,
): asserts group is Membership {
  assertMember(group, caller)
  if (!mayInvite(group, caller)) throw errors.notTheOwner()
}

export const mayInvite = (group: Membership, member: MemberId): boolean =>
  group.ownerId === member || group.coOwners.includes(member)

/** Active members who may invite, and so answer requests to join. */
export const managersOf = (group: Membership): MemberId[] =>
  group.active.filter((member) => mayInvite(group, member))

/** "Remove (owner only, never on the owner)" (behaviour 2.15). */
export function assertMayRemove(group: Membership, target: MemberId): void {
  if (target === group.ownerId) throw errors.ownerCannotBeRemoved()
  if (!group.members.includes(target)) throw errors.memberNotFound()
}

export function assertMaySucceed(group: Membership, successor: MemberId): void {
  if (successor === group.ownerId || !group.active.includes(successor))
    throw refusal(400, 'successor_not_a_member')
}

/**
 * Owner of the group after the caller has left. By default it is the longest-serving member with an active account.
 * @returns the present owner when another member leaves
 */
export function ownerAfterLeaving(
  group: Membership,
  caller: MemberId,
  chosen: MemberId | undefined,
): MemberId {
  if (caller !== group.ownerId) return group.ownerId
  if (group.members.length === 1) throw refusal(400, 'lone_owner_cannot_leave')
  const [longest] = group.active.filter((id) => id !== caller)
  if (longest === undefined) throw refusal(400, 'no_active_successor')
  if (chosen !== undefined) assertMaySucceed(group, chosen)
  return chosen ?? longest
}

export type InviteTarget = {
  readonly id: MemberId
  readonly email: string
  readonly isInvited: boolean
  readonly hasMuted: boolean
  /** Open invites, of all groups. */
  readonly received: number
  /** Time at which the owner or the staff removed the account from the group; null: never, or it joined again. */
  readonly removedAt: number | null
}

/** How an invite comes about: by name or the answer to a request, by a link, or by the staff in the owner's name. */
export type InviteWay =
  | { readonly by: 'member'; readonly inviter: MemberId }
  | {
      readonly by: 'link'
      readonly made_by: MemberId
      readonly made_at: number
      /** Whether it was mailed to that address. */
      readonly isMine: (email: string) => boolean
    }
  | { readonly by: 'team' }

/** Whether an account may be invited. @template Target undefined: there is no active account */
type Inviting<Target extends InviteTarget | undefined> = {
  readonly group: Membership
  /** Open invites of the group. */
  readonly open: number
  readonly target: Target
  readonly way: InviteWay
}

/** 400, 403, 404, 409 and 423 of an invite. @returns the invited account */
export function assertMayInvite<Target extends InviteTarget>({
  group,
  open,
  target,
  way,
}: Inviting<Target | undefined>): Target {
  if (target === undefined) throw refusal(404, 'user_not_found', { attr: 'username' })
  if (group.members.includes(target.id)) throw refusal(400, 'already_member', { attr: 'username' })
  if (target.isInvited) throw refusal(400, 'already_invited', { attr: 'username' })
  if (target.hasMuted) throw refusal(423, 'muted', { attr: 'username' })
  if (group.members.length + open >= GROUP_SIZE_MAX) throw errors.groupFull(GROUP_SIZE_MAX)
  if (target.received >= INVITES_RECEIVED_MAX)
    throw refusal(409, 'too_many_invites', { attr: 'username' })
  assertMayComeBack(group, target, way)
  return target
}

/**
 * A removed member comes back by the owner alone: by name, or by a link that the owner has mailed to the member's
 * address since then.
 */
function assertMayComeBack(
  { ownerId }: Membership,
  { removedAt, email }: InviteTarget,
  way: InviteWay,
) {
  if (removedAt === null || (way.by === 'member' && way.inviter === ownerId)) return
  if (way.by !== 'link') throw errors.ownerInvitesAgain()
  if (!way.isMine(email) || way.made_by !== ownerId || way.made_at <= removedAt)
    throw refusal(403, 'removed_from_group')
}

/** `assertMayInvite` for an invite that no caller waits for. @returns null for a refusal */
export function invitable<Target extends InviteTarget>(
  inviting: Inviting<Target | undefined>,
): Target | null {
  try {
    return assertMayInvite(inviting)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** A second person at the desk may have renamed the group in the same way. */
export function assertOtherName({ name }: { readonly name: string }, wanted: string): void {
  if (wanted === name) throw deskErrors.wrongState('same_group_name')
}

/** @throws Refusal 400 that names the field */
export function webAddress(field: string, text: string): string {
  if (safeUrl(text) === null) throw refusal(400, 'not_a_web_address', { attr: field })
  return text
}

/** A text with light formatting as it is stored. */
export const textToStore = (text: string): string => printable(text).replaceAll('\r\n', '\n').trim()

import type { MemberId } from '#contract/ids.ts'
import { errors } from '../../errors.ts'

export type Membership = {
  readonly name: string
  readonly ownerId: MemberId
  readonly members: readonly MemberId[]
}

/** A group that the caller is not in does not exist for the caller. */
export function assertMember(
  group: Membership | undefined,
  caller: MemberId,
): asserts group is Membership {
  if (!group?.members.includes(caller)) throw errors.groupNotFound()
}

/** Invite, cancel, remove, disband, transfer (SPEC 6). */
export function assertOwner(
  group: Membership | undefined,
  caller: MemberId,
): asserts group is Membership {
  assertMember(group, caller)
  if (group.ownerId !== caller) throw errors.notTheOwner()
}

/** "Remove (owner only, never on the owner)" (SPEC 2). */
export function assertMayRemove(group: Membership, target: MemberId): void {
  if (target === group.ownerId) throw errors.ownerCannotBeRemoved()
  if (!group.members.includes(target)) throw errors.memberNotFound()
}

/** The new owner is another member (SETTLED A1). */
export function assertMaySucceed(group: Membership, successor: MemberId): void {
  if (successor === group.ownerId || !group.members.includes(successor))
    throw errors.successorNotAMember()
}

/**
 * Who owns the group once the caller has left. `members` is ordered by length of membership, so that
 * without a choice the longest-serving member follows (SETTLED A1).
 * @returns the present owner when somebody else leaves
 */
export function ownerAfterLeaving(
  group: Membership,
  caller: MemberId,
  chosen: MemberId | undefined,
): MemberId {
  if (caller !== group.ownerId) return group.ownerId
  const [longest] = group.members.filter((id) => id !== caller)
  if (longest === undefined) throw errors.loneOwnerCannotLeave()
  if (chosen !== undefined) assertMaySucceed(group, chosen)
  return chosen ?? longest
}

export type InviteTarget = {
  readonly id: MemberId
  readonly isInvited: boolean
  readonly hasMuted: boolean
}

/** 400, 404 and 423 of an invite (SPEC 8; SETTLED A6, A8). */
export function assertMayInvite(
  group: Membership,
  target: InviteTarget | undefined,
): asserts target is InviteTarget {
  if (target === undefined) throw errors.userNotFound()
  if (group.members.includes(target.id)) throw errors.alreadyMember()
  if (target.isInvited) throw errors.alreadyInvited()
  if (target.hasMuted) throw errors.mutedByUser()
}

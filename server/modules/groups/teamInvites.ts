import type { GroupId, MemberId } from '#contract/ids.ts'
import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import { groupInviteMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { countInvites, findInviteTarget, insertInvite } from './inviteRepository.ts'
import { insertLog } from './logRepository.ts'
import { mayBeInvited } from './policy.ts'
import { lockGroup } from './repository.ts'

/**
 * Makes an invite for the team, in the name of the owner, who can cancel it; the log of the group says who has made it.
 * The caller has locked the member's account.
 * @returns false when the group is gone or full, or the member was removed from it, or has this invite or too many
 */
export async function inviteForTeam(
  tx: Db,
  group_id: GroupId,
  member: MemberId,
  now: number,
): Promise<boolean> {
  const group = await lockGroup(tx, group_id)
  if (group === undefined) return false
  const target = await findInviteTarget(tx, group_id, group.ownerId, member, now)
  const open = (await countInvites(tx, [group_id])).get(group_id) ?? 0
  if (!mayBeInvited(group, open, target, { by: 'team' })) return false
  const invite = { group_id, target_user_id: member, invited_by: group.ownerId, created_at: now }
  await insertInvite(tx, invite)
  await enqueue(tx, groupInviteMail(target, group_id, now), now)
  await insertLog(tx, { group: group_id, actor: null, kind: 'team_invited', subject: member }, now)
  await publish(tx, [member], { kind: 'invites' }, now)
  await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
  return true
}

import type { GroupId, MemberId } from '#contract/ids.ts'
import { groupInviteMail } from '../../mail/jobs.ts'
import type { Work } from '../../work/work.ts'
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
  w: Work,
  group_id: GroupId,
  member: MemberId,
): Promise<boolean> {
  const group = await lockGroup(w, group_id)
  if (group === undefined) return false
  const target = await findInviteTarget(w, group_id, group.ownerId, member)
  const open = await countInvites(w, group_id)
  if (!mayBeInvited(group, open, target, { by: 'team' })) return false
  const invite = { group_id, target_user_id: member, invited_by: group.ownerId }
  await insertInvite(w, invite)
  w.mail([groupInviteMail(target, group_id, w.now)])
  await insertLog(w, { group: group_id, actor: null, kind: 'team_invited', subject: member })
  w.publish([member], { kind: 'invites' })
  w.publish(group.members, { kind: 'group', subject: group_id })
  return true
}

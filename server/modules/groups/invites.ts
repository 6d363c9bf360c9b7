import type { groupCalls } from '#contract/groups.ts'
import type { InviteId, MemberId } from '#contract/ids.ts'
import { DAY_MS } from '../../config/time.ts'
import type { HasDb } from '../../db/schema.ts'
import { errors, refusal } from '../../http/errors.ts'
import { groupInviteMail } from '../../mail/jobs.ts'
import { usernameKey } from '../../text/keys.ts'
import type { Call } from '../../work/calls.ts'
import { type CallRead, changing } from '../../work/work.ts'
import { findUserIdByName, lockActiveUsers } from '../account/repository.ts'
import {
  countInvites,
  deleteInvite,
  findInvite,
  findInviteTarget,
  insertInvite,
  listReceivedInvites,
} from './inviteRepository.ts'
import { insertLog } from './logRepository.ts'
import { countOtherMutes, deleteMute, listActiveMutes, saveMute } from './muteRepository.ts'
import { insertNotice } from './noticeRepository.ts'
import { hasUsedLink } from './page/linkRepository.ts'
import {
  assertActive,
  assertMayInvite,
  assertMayJoin,
  assertMayMute,
  assertOwnerOrCoOwner,
  mayInvite,
} from './policy.ts'
import { presentInvite, presentMute } from './present.ts'
import { countGroups, insertMember, lockGroup } from './repository.ts'

/** Days of each mute (ruling 7). */
export const MUTE_DAYS = { '2w': 14, '1m': 30 } as const

type Schemas = typeof groupCalls

export async function listInvites(w: CallRead, { memberId }: Call<Schemas['listInvites']>) {
  return (await listReceivedInvites(w, memberId)).map(presentInvite)
}

export async function listMutes(w: CallRead, { memberId }: Call<Schemas['listMutes']>) {
  const mutes = await listActiveMutes(w, memberId)
  return mutes.map((mute) => presentMute(mute, w.now))
}

export const inviteMember = (
  w: CallRead,
  { params: { groupId }, body, memberId }: Call<Schemas['inviteMember']>,
) =>
  changing(w, async (w) => {
    const named = await findUserIdByName(w, usernameKey(body.username))
    const accounts = named === undefined ? [memberId] : [memberId, named]
    assertActive(await lockActiveUsers(w, accounts), memberId)
    const group = await lockGroup(w, groupId)
    assertOwnerOrCoOwner(group, memberId)
    const target =
      named === undefined ? undefined : await findInviteTarget(w, groupId, memberId, named)
    const open = await countInvites(w, groupId)
    assertMayInvite(group, open, target, { by: 'member', inviter: memberId })
    await insertInvite(w, {
      group_id: groupId,
      target_user_id: target.id,
      invited_by: memberId,
    })
    w.mail([groupInviteMail(target, groupId, w.now)])
    await insertLog(w, { group: groupId, actor: memberId, kind: 'invited', subject: target.id })
    w.publish([target.id], { kind: 'invites' })
    w.publish(group.members, { kind: 'group', subject: groupId })
    return { target_user_username: target.username }
  })

export const acceptInvite = (w: CallRead, { params, memberId }: Call<Schemas['acceptInvite']>) =>
  changing(w, async (w) => {
    const { group_id, group, notice, created_at } = await takeOwnInvite(w, params.id, memberId)
    const isByLink = await hasUsedLink(w, group_id, memberId, created_at)
    assertMayJoin(group, await countGroups(w, memberId))
    await insertMember(w, group_id, memberId)
    await insertNotice(w, { ...notice, kind: 'accepted' })
    await insertLog(w, { group: group_id, actor: memberId, kind: 'joined' })
    w.publish([memberId], { kind: 'invites' })
    w.publish([...group.members, memberId], { kind: 'groups' })
    return { group_name: group.name, ...(isByLink && { group_id }) }
  })

export const rejectInvite = (
  w: CallRead,
  { params, body, memberId }: Call<Schemas['rejectInvite']>,
) =>
  changing(w, async (w) => {
    const { group_id, group, invited_by, notice } = await takeOwnInvite(w, params.id, memberId)
    await insertNotice(w, { ...notice, kind: 'rejected' })
    w.publish([memberId], { kind: 'invites' })
    w.publish(group.members, { kind: 'group', subject: group_id })
    if (body.mute_level === 'none') return {}
    assertMayMute(await countOtherMutes(w, memberId, invited_by))
    const until = w.now + MUTE_DAYS[body.mute_level] * DAY_MS
    await saveMute(w, memberId, invited_by, until)
    return {}
  })

/** Locks the invited member's account and the group, and deletes the invite. @throws Refusal 404 */
async function takeOwnInvite(w: HasDb, id: InviteId, target: MemberId) {
  assertActive(await lockActiveUsers(w, [target]), target)
  const invite = await findInvite(w, id)
  if (invite?.target_user_id !== target) throw errors.inviteNotFound()
  const group = await lockGroup(w, invite.group_id)
  const taken = await deleteInvite(w, id)
  if (group === undefined || taken === undefined) throw errors.inviteNotFound()
  const notice = { group: invite.group_id, owner: group.ownerId, user: target }
  return { ...taken, group, notice }
}

export const cancelInvite = (w: CallRead, { params, memberId }: Call<Schemas['cancelInvite']>) =>
  changing(w, async (w) => {
    const invite = await findInvite(w, params.inviteId)
    if (invite === undefined) throw errors.inviteNotFound()
    const group = await lockGroup(w, invite.group_id)
    // A 404, because only the owner and co-owners may know that the invite exists.
    if (group === undefined || !mayInvite(group, memberId)) throw errors.inviteNotFound()
    if ((await deleteInvite(w, params.inviteId)) === undefined) throw errors.inviteNotFound()
    w.publish([invite.target_user_id], { kind: 'invites' })
    w.publish(group.members, { kind: 'group', subject: invite.group_id })
    return {}
  })

export async function unmute(w: CallRead, { params, memberId }: Call<Schemas['unmute']>) {
  if (!(await deleteMute(w, memberId, params.muteId))) throw refusal(404, 'mute_not_found')
  return {}
}

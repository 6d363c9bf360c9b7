import type { InviteId, MemberId } from '#contract/ids.ts'

import type { groupSchemas } from '#contract/schemas/groups.ts'
import { DAY_MS } from '../../config/time.ts'
import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import type { Call } from '../../http/serve.ts'
import { groupInviteMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { usernameKey } from '../../text/keys.ts'
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

type Schemas = typeof groupSchemas

export async function listInvites({ db }: Deps, { memberId }: Call<Schemas['listInvites']>) {
  return (await listReceivedInvites(db, memberId)).map(presentInvite)
}

export async function listMutes({ db, clock }: Deps, { memberId }: Call<Schemas['listMutes']>) {
  const now = clock()
  const mutes = await listActiveMutes(db, memberId, now)
  return mutes.map((mute) => presentMute(mute, now))
}

export const inviteMember = (
  { db, clock }: Deps,
  { params: { groupId }, body, memberId }: Call<Schemas['inviteMember']>,
) =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const named = await findUserIdByName(tx, usernameKey(body.username))
    const accounts = named === undefined ? [memberId] : [memberId, named]
    assertActive(await lockActiveUsers(tx, accounts), memberId)
    const group = await lockGroup(tx, groupId)
    assertOwnerOrCoOwner(group, memberId)
    const target =
      named === undefined ? undefined : await findInviteTarget(tx, groupId, memberId, named, now)
    const open = (await countInvites(tx, [groupId])).get(groupId) ?? 0
    assertMayInvite(group, open, target, { by: 'member', inviter: memberId })
    await insertInvite(tx, {
      group_id: groupId,
      target_user_id: target.id,
      invited_by: memberId,
      created_at: now,
    })
    await enqueue(tx, groupInviteMail(target, groupId, now), now)
    await insertLog(
      tx,
      { group: groupId, actor: memberId, kind: 'invited', subject: target.id },
      now,
    )
    await publish(tx, [target.id], { kind: 'invites' }, now)
    await publish(tx, group.members, { kind: 'group', subject: groupId }, now)
    return { target_user_username: target.username }
  })

export const acceptInvite = (
  { db, clock }: Deps,
  { params, memberId }: Call<Schemas['acceptInvite']>,
) =>
  db.transaction().execute(async (tx) => {
    const { group_id, group, notice, created_at } = await takeOwnInvite(tx, params.id, memberId)
    const isByLink = await hasUsedLink(tx, group_id, memberId, created_at)
    assertMayJoin(group, await countGroups(tx, memberId))
    const now = clock()
    await insertMember(tx, group_id, memberId, now)
    await insertNotice(tx, { ...notice, kind: 'accepted' }, now)
    await insertLog(tx, { group: group_id, actor: memberId, kind: 'joined' }, now)
    await publish(tx, [memberId], { kind: 'invites' }, now)
    await publish(tx, [...group.members, memberId], { kind: 'groups' }, now)
    return { group_name: group.name, ...(isByLink && { group_id }) }
  })

export const rejectInvite = (
  { db, clock }: Deps,
  { params, body, memberId }: Call<Schemas['rejectInvite']>,
) =>
  db.transaction().execute(async (tx) => {
    const now = clock()
    const { group_id, group, invited_by, notice } = await takeOwnInvite(tx, params.id, memberId)
    await insertNotice(tx, { ...notice, kind: 'rejected' }, now)
    await publish(tx, [memberId], { kind: 'invites' }, now)
    await publish(tx, group.members, { kind: 'group', subject: group_id }, now)
    if (body.mute_level === 'none') return {}
    assertMayMute(await countOtherMutes(tx, memberId, invited_by, now))
    const until = now + MUTE_DAYS[body.mute_level] * DAY_MS
    await saveMute(tx, memberId, invited_by, until, now)
    return {}
  })

/** Locks the invited member's account and the group, and deletes the invite. @throws Refusal 404 */
async function takeOwnInvite(tx: Db, id: InviteId, target: MemberId) {
  assertActive(await lockActiveUsers(tx, [target]), target)
  const invite = await findInvite(tx, id)
  if (invite?.target_user_id !== target) throw errors.inviteNotFound()
  const group = await lockGroup(tx, invite.group_id)
  const taken = await deleteInvite(tx, id)
  if (group === undefined || taken === undefined) throw errors.inviteNotFound()
  const notice = { group: invite.group_id, owner: group.ownerId, user: target }
  return { ...taken, group, notice }
}

export const cancelInvite = (
  { db, clock }: Deps,
  { params, memberId }: Call<Schemas['cancelInvite']>,
) =>
  db.transaction().execute(async (tx) => {
    const invite = await findInvite(tx, params.inviteId)
    if (invite === undefined) throw errors.inviteNotFound()
    const group = await lockGroup(tx, invite.group_id)
    // A 404, because only the owner and co-owners may know that the invite exists.
    if (group === undefined || !mayInvite(group, memberId)) throw errors.inviteNotFound()
    if ((await deleteInvite(tx, params.inviteId)) === undefined) throw errors.inviteNotFound()
    await publish(tx, [invite.target_user_id], { kind: 'invites' }, clock())
    await publish(tx, group.members, { kind: 'group', subject: invite.group_id }, clock())
    return {}
  })

export async function unmute({ db, clock }: Deps, { params, memberId }: Call<Schemas['unmute']>) {
  if (!(await deleteMute(db, memberId, params.muteId, clock())))
    throw refusal(404, 'mute_not_found')
  return {}
}

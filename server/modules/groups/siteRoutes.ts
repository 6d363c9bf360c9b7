import { groupCalls } from '#contract/groups.ts'
import { deleteRow, updateRow } from '../../db/rows.ts'
import type { App, Deps } from '../../http/deps.ts'
import { limited } from '../../http/serve.ts'
import { inAlphabet } from '../../text/alphabet.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { type Call, routesOn } from '../../work/calls.ts'
import { type CallRead, changing } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { departMember } from './departures.ts'
import { listInvited, listSentInvites } from './inviteRepository.ts'
import {
  acceptInvite,
  cancelInvite,
  inviteMember,
  listInvites,
  listMutes,
  rejectInvite,
  unmute,
} from './invites.ts'
import { insertLog, recordOwner } from './logRepository.ts'
import { deleteNotices, insertNotice, listNotices } from './noticeRepository.ts'
import { endOpening } from './openings/endings.ts'
import { deleteLinksOf } from './page/linkRepository.ts'
import { mailGoneSessions } from './planning/gone.ts'
import { presentSummary } from './planning/readPlan.ts'
import {
  assertActive,
  assertMayFound,
  assertMayRemove,
  assertMaySucceed,
  assertMember,
  assertOwner,
  ownerAfterLeaving,
} from './policy.ts'
import { presentGroups } from './present.ts'
import {
  countGroups,
  insertGroup,
  insertRemoval,
  listGroupsOf,
  listMembers,
  lockGroup,
} from './repository.ts'

type Schemas = typeof groupCalls

export function groupsModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupCalls)
  route('listGroups', listGroups)
  route('createGroup', createGroup)
  route('removeMember', removeMember)
  route('leaveGroup', leaveGroup)
  route('disbandGroup', disbandGroup)
  route('transferOwnership', transferOwnership)
  route('dismissNotices', dismissNotices)
  route('listInvites', listInvites)
  route('listMutes', listMutes)
  // The responses reveal that a name exists and that its holder has muted the caller (ruling 8).
  route('inviteMember', inviteMember, limited(30, 10))
  route('acceptInvite', acceptInvite)
  route('rejectInvite', rejectInvite)
  route('cancelInvite', cancelInvite)
  route('unmute', unmute)
}

async function listGroups(w: CallRead, { memberId }: Call<Schemas['listGroups']>) {
  const found = await listGroupsOf(w, memberId)
  const groups = inAlphabet(found, mainLanguage(w.settings), (group) => group)
  const owned = groups.filter((group) => group.owner_id === memberId).map(({ id }) => id)
  const shared = groups.filter((group) => group.role === 'co_owner').map(({ id }) => id)
  const members = await listMembers(
    w,
    groups.map(({ id }) => id),
  )
  const invites = await listSentInvites(w, [...new Set([...owned, ...shared])])
  const notices = await listNotices(w, memberId, owned)
  return presentGroups(groups, members, invites, notices, memberId).map((group, at) => ({
    ...group,
    plan: groups[at] && presentSummary(groups[at], memberId),
  }))
}

async function createGroup(w: CallRead, { body, memberId }: Call<Schemas['createGroup']>) {
  const name = body.name.trim()
  await changing(w, async (w) => {
    assertActive(await lockActiveUsers(w, [memberId]), memberId)
    assertMayFound(await countGroups(w, memberId))
    await insertGroup(w, name, memberId)
    w.publish([memberId], { kind: 'groups' })
  })
  return { name }
}

const removeMember = (w: CallRead, { body, memberId }: Call<Schemas['removeMember']>) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, body.group_id)
    assertOwner(group, memberId)
    assertMayRemove(group, body.member_id)
    await departMember(w, body.group_id, group, body.member_id)
    await insertRemoval(w, body.group_id, body.member_id, w.now)
    const change = { group: body.group_id, actor: memberId, subject: body.member_id }
    await insertLog(w, { ...change, kind: 'removed' })
    w.publish(group.members, { kind: 'groups' })
    return {}
  })

const leaveGroup = (
  w: CallRead,
  { params: { id }, headers, memberId }: Call<Schemas['leaveGroup']>,
) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, id)
    assertMember(group, memberId)
    const owner = ownerAfterLeaving(group, memberId, headers['x-new-owner'])
    await updateRow(w.db, 'groups', id, { owner_id: owner })
    await departMember(w, id, group, memberId)
    const kind = group.ownerId === memberId ? 'owner_left' : 'left'
    await insertNotice(w, { group: id, owner, user: memberId, kind })
    await insertLog(w, { group: id, actor: memberId, kind: 'left' })
    if (owner !== group.ownerId) await recordOwner(w, id, memberId, owner)
    w.publish(group.members, { kind: 'groups' })
    return { name: group.name }
  })

const disbandGroup = (w: CallRead, { params, memberId }: Call<Schemas['disbandGroup']>) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, params.id)
    assertOwner(group, memberId)
    await mailGoneSessions(w, { group: params.id })
    w.publish(group.members, { kind: 'groups' })
    w.publish(await listInvited(w, params.id), { kind: 'invites' })
    await endOpening(w, params.id)
    // Memberships and open invites are deleted with it.
    await deleteRow(w.db, 'groups', params.id)
    return {}
  })

const transferOwnership = (w: CallRead, { body, memberId }: Call<Schemas['transferOwnership']>) =>
  changing(w, async (w) => {
    const group = await lockGroup(w, body.group_id)
    assertOwner(group, memberId)
    assertMaySucceed(group, body.new_owner_id)
    await updateRow(w.db, 'groups', body.group_id, { owner_id: body.new_owner_id })
    await deleteLinksOf(w, body.group_id, memberId)
    await recordOwner(w, body.group_id, memberId, body.new_owner_id)
    w.publish(group.members, { kind: 'groups' })
    return {}
  })

const dismissNotices = (w: CallRead, { body, memberId }: Call<Schemas['dismissNotices']>) =>
  changing(w, async (w) => {
    assertOwner(await lockGroup(w, body.group_id), memberId)
    await deleteNotices(w, body.group_id, body.up_to)
    w.publish([memberId], { kind: 'group', subject: body.group_id })
    return {}
  })

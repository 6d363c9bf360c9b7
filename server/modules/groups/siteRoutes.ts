import { groupRoutes } from '#contract/groups.ts'
import { groupSchemas } from '#contract/schemas/groups.ts'
import { publish } from '../../db/liveEvents.ts'
import { deleteRow, updateRow } from '../../db/rows.ts'
import type { App, Deps } from '../../http/deps.ts'
import { type Call, limited, routesOn } from '../../http/serve.ts'
import { inAlphabet } from '../../text/alphabet.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
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

type Schemas = typeof groupSchemas

export function groupsModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupRoutes, groupSchemas)
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

async function listGroups(
  { db, clock, settings }: Deps,
  { memberId }: Call<Schemas['listGroups']>,
) {
  const now = clock()
  const found = await listGroupsOf(db, memberId, now)
  const groups = inAlphabet(found, mainLanguage(settings), (group) => group)
  const owned = groups.filter((group) => group.owner_id === memberId).map(({ id }) => id)
  const shared = groups.filter((group) => group.role === 'co_owner').map(({ id }) => id)
  const members = await listMembers(
    db,
    groups.map(({ id }) => id),
  )
  const invites = await listSentInvites(db, [...new Set([...owned, ...shared])])
  const notices = await listNotices(db, memberId, owned, now)
  return presentGroups(groups, members, invites, notices, memberId).map((group, at) => ({
    ...group,
    plan: groups[at] && presentSummary(groups[at], memberId),
  }))
}

async function createGroup({ db, clock }: Deps, { body, memberId }: Call<Schemas['createGroup']>) {
  const name = body.name.trim()
  await db.transaction().execute(async (tx) => {
    assertActive(await lockActiveUsers(tx, [memberId]), memberId)
    assertMayFound(await countGroups(tx, memberId))
    const now = clock()
    await insertGroup(tx, name, memberId, now)
    await publish(tx, [memberId], { kind: 'groups' }, now)
  })
  return { name }
}

const removeMember = ({ db, clock }: Deps, { body, memberId }: Call<Schemas['removeMember']>) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, body.group_id)
    assertOwner(group, memberId)
    assertMayRemove(group, body.member_id)
    const now = clock()
    await departMember(tx, body.group_id, group, body.member_id, now)
    await insertRemoval(tx, body.group_id, body.member_id, now)
    const change = { group: body.group_id, actor: memberId, subject: body.member_id }
    await insertLog(tx, { ...change, kind: 'removed' }, now)
    await publish(tx, group.members, { kind: 'groups' }, now)
    return {}
  })

const leaveGroup = (
  { db, clock }: Deps,
  { params: { id }, headers, memberId }: Call<Schemas['leaveGroup']>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, id)
    assertMember(group, memberId)
    const owner = ownerAfterLeaving(group, memberId, headers['x-new-owner'])
    const now = clock()
    await updateRow(tx, 'groups', id, { owner_id: owner })
    await departMember(tx, id, group, memberId, now)
    const kind = group.ownerId === memberId ? 'owner_left' : 'left'
    await insertNotice(tx, { group: id, owner, user: memberId, kind }, now)
    await insertLog(tx, { group: id, actor: memberId, kind: 'left' }, now)
    if (owner !== group.ownerId) await recordOwner(tx, id, memberId, owner, now)
    await publish(tx, group.members, { kind: 'groups' }, now)
    return { name: group.name }
  })

const disbandGroup = ({ db, clock }: Deps, { params, memberId }: Call<Schemas['disbandGroup']>) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, params.id)
    assertOwner(group, memberId)
    await mailGoneSessions(tx, { group: params.id }, clock())
    await publish(tx, group.members, { kind: 'groups' }, clock())
    await publish(tx, await listInvited(tx, params.id), { kind: 'invites' }, clock())
    await endOpening(tx, params.id, clock())
    // Memberships and open invites are deleted with it.
    await deleteRow(tx, 'groups', params.id)
    return {}
  })

const transferOwnership = (
  { db, clock }: Deps,
  { body, memberId }: Call<Schemas['transferOwnership']>,
) =>
  db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, body.group_id)
    assertOwner(group, memberId)
    assertMaySucceed(group, body.new_owner_id)
    await updateRow(tx, 'groups', body.group_id, { owner_id: body.new_owner_id })
    await deleteLinksOf(tx, body.group_id, memberId)
    await recordOwner(tx, body.group_id, memberId, body.new_owner_id, clock())
    await publish(tx, group.members, { kind: 'groups' }, clock())
    return {}
  })

const dismissNotices = ({ db, clock }: Deps, { body, memberId }: Call<Schemas['dismissNotices']>) =>
  db.transaction().execute(async (tx) => {
    assertOwner(await lockGroup(tx, body.group_id), memberId)
    await deleteNotices(tx, body.group_id, body.up_to)
    await publish(tx, [memberId], { kind: 'group', subject: body.group_id }, clock())
    return {}
  })

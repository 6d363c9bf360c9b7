import { groupCalls } from '#contract/groups.ts'
import { deleteRow, updateRow } from '../../db/rows.ts'
import type { App, Deps } from '../../http/deps.ts'
import { inAlphabet } from '../../text/alphabet.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { type Call, routesOn } from '../../work/calls.ts'
import { type CallRead, changing } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { departMember, endOpening } from './departures.ts'
import { ofGroup, ofGroupOf } from './groupCalls.ts'
import { listInvited, listSentInvites } from './inviteRepository.ts'
import { inviteRoutes } from './invites.ts'
import { deleteNotices, insertNotice, listNotices, recordOwner } from './logRepository.ts'
import { deleteLinksOf } from './page/repository.ts'
import { mailGoneSessions } from './planning/mails.ts'
import { presentSummary } from './planning/plan.ts'
import {
  assertActive,
  assertMayFound,
  assertMayRemove,
  assertMaySucceed,
  ownerAfterLeaving,
} from './policy.ts'
import { presentGroups } from './present.ts'
import { countGroups, insertGroup, insertRemoval, listGroupsOf, listMembers } from './repository.ts'

type Schemas = typeof groupCalls

export function groupsModule(member: App, deps: Deps): void {
  const route = routesOn(member, deps, groupCalls)

  route('listGroups', listGroups)
  route('createGroup', createGroup)
  route(
    'removeMember',
    ofGroupOf({ role: 'owner', find: inBody }, async (w, { body: { member_id: member } }) => {
      assertMayRemove(w.group, member)
      await departMember(w, member)
      await insertRemoval(w, w.id, member)
      await w.log('removed', { subject: member })
      w.publish(w.group.members, { kind: 'groups' })
      return {}
    }),
  )
  route(
    'leaveGroup',
    ofGroup('member', async (w, { headers }) => {
      const before = w.group.ownerId
      const owner = ownerAfterLeaving(w.group, w.me, headers['x-new-owner'])
      await updateRow(w.db, 'groups', w.id, { owner_id: owner })
      await departMember(w, w.me)
      const kind = before === w.me ? 'owner_left' : 'left'
      await insertNotice(w, { group: w.id, owner, user: w.me, kind })
      await w.log('left')
      if (owner !== before) await recordOwner(w, w.id, { actor: w.me, owner })
      w.publish(w.group.members, { kind: 'groups' })
      return { name: w.group.name }
    }),
  )
  route(
    'disbandGroup',
    ofGroup('owner', async (w) => {
      await mailGoneSessions(w, { group: w.id })
      w.publish(w.group.members, { kind: 'groups' })
      w.publish(await listInvited(w, w.id), { kind: 'invites' })
      await endOpening(w, w.id)
      // Memberships and open invites are deleted with it.
      await deleteRow(w.db, 'groups', w.id)
      return {}
    }),
  )
  route(
    'transferOwnership',
    ofGroupOf({ role: 'owner', find: inBody }, async (w, { body: { new_owner_id: owner } }) => {
      assertMaySucceed(w.group, owner)
      await updateRow(w.db, 'groups', w.id, { owner_id: owner })
      await deleteLinksOf(w, w.id, w.me)
      await recordOwner(w, w.id, { actor: w.me, owner })
      w.publish(w.group.members, { kind: 'groups' })
      return {}
    }),
  )
  route(
    'dismissNotices',
    ofGroupOf({ role: 'owner', find: inBody }, async (w, { body }) => {
      await deleteNotices(w, w.id, body.up_to)
      w.publish([w.me], { kind: 'group', subject: w.id })
      return {}
    }),
  )
  inviteRoutes(route)
}

const inBody = async <Id>(_: unknown, { body }: { readonly body: { readonly group_id: Id } }) =>
  body.group_id

async function listGroups(w: CallRead, { memberId }: Call<Schemas['listGroups']>) {
  const found = await listGroupsOf(w, memberId)
  const groups = inAlphabet(found, mainLanguage(w.settings), (group) => group)
  const owned = groups.filter((group) => group.owner_id === memberId).map(({ id }) => id)
  const shared = groups.filter((group) => group.role === 'co_owner').map(({ id }) => id)
  const rows = {
    members: await listMembers(
      w,
      groups.map(({ id }) => id),
    ),
    invites: await listSentInvites(w, [...new Set([...owned, ...shared])]),
    notices: await listNotices(w, memberId, owned),
  }
  return presentGroups(groups, rows, memberId).map((group, at) => ({
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

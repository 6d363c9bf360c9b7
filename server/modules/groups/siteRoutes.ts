import { type Group, groupCalls, type Member, type Notice } from '#contract/groups.ts'
import type { MemberId } from '#contract/ids.ts'
import { deleteRow, updateRow } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import type { App, Deps } from '../../http/deps.ts'
import { inAlphabet } from '../../text/alphabet.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { iso } from '../../text/time.ts'
import { type Call, type CallRead, changing, routesOn } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { departMember, endOpening } from './departureRepository.ts'
import { ofGroup, ofGroupOf } from './groupCalls.ts'
import { listInvitedMembers, listSentInvites } from './inviteRepository.ts'
import { inviteRoutes } from './invites.ts'
import { deleteNotices, insertNotice, listNotices, recordOwner } from './logRepository.ts'
import { listAskedGroups } from './openings/requestRepository.ts'
import { deleteLinksOf } from './page/repository.ts'
import { mailGoneSessions } from './planning/goneRepository.ts'
import { presentSummary } from './planning/plan.ts'
import {
  assertActive,
  assertMayFound,
  assertMayRemove,
  assertMaySucceed,
  ownerAfterLeaving,
} from './policy.ts'
import {
  countGroups,
  type GroupRow,
  insertGroup,
  insertRemoval,
  listGroupsOf,
  listMembers,
} from './repository.ts'

type Schemas = typeof groupCalls

export function groupsRoutes(member: App, deps: Deps): void {
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
      w.publish(await listInvitedMembers(w, w.id), { kind: 'invites' })
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
    members: await listMembers(w, idsOf(groups)),
    invites: await listSentInvites(w, [...new Set([...owned, ...shared])]),
    notices: await listNotices(w, memberId, owned),
    requests: owned.length + shared.length > 0 ? await listAskedGroups(w, memberId) : [],
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

type Rows = {
  readonly members: readonly MemberRow[]
  /** Pending invites of the groups that the caller owns or is a co-owner of. */
  readonly invites: readonly SentInviteRow[]
  readonly notices: readonly NoticeRow[]
  readonly requests: Awaited<ReturnType<typeof listAskedGroups>>
}

/** Owners first, then by length of membership. */
function presentGroups(
  groups: readonly GroupRow[],
  { members, invites, notices, requests: asked }: Rows,
  caller: MemberId,
): Group[] {
  const membersOf = Map.groupBy(members, ({ group_id }) => group_id)
  const invitesOf = Map.groupBy(invites, ({ group_id }) => group_id)
  const noticesOf = Map.groupBy(notices, ({ group_id }) => group_id)
  return groups.map(({ id, name, owner_id, role, crest, has_note }) => {
    const is_owner = owner_id === caller
    const shown = (membersOf.get(id) ?? []).map((member) => presentMember(member, owner_id))
    const requests = asked.find(({ group_id }) => group_id === id)?.count
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
      page: {
        crest,
        role: is_owner ? 'owner' : role,
        has_note: has_note === 1,
        ...(requests !== undefined && { requests }),
      },
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

type SentInviteRow = Awaited<ReturnType<typeof listSentInvites>>[number]

type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number]

type MemberRow = Awaited<ReturnType<typeof listMembers>>[number]
